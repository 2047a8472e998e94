import type { IExecuteFunctions } from 'n8n-workflow';
import { ConnectionError, InputError, RejectedError } from '../errors/errors';
import { oneLine } from '../errors/responseText';
import { requestSettings, type RequestOptions } from '../http/settings';
import { allContacts, contactsOf } from '../service/lists';
import { readOnce } from '../turns/readOnce';
import { RunState } from '../turns/state';
import type { Exclusion, Skip } from '../turns/turn';
import { asText, isOn, quoted } from '../values/checks';
import { ContactSet } from './contactSet';
import { optionOf, type Item, type ItemContext } from './item';
import { contactsEntered, listIdOf, listOption, titleOf, type ListOption } from './listOption';
import { countryCodeSet, type Recipient } from './recipient';

/** Without all of these, no item is skipped. */
export const EXCLUSION_OPTIONS = [
	'neverSendTo',
	'onlySendTo',
	'eachRecipientOnce',
	'maxPerExecution',
];

/**
 * Who must not be reached, by the options of an item.
 *
 * @throws where an expression fails, and InputError for a value that an option does not take
 */
export function exclusionOf(context: ItemContext, item: Item, recipient: Recipient): Exclusion {
	const never = listOption(item, 'Never Send To', 'neverSendTo');
	const only = listOption(item, 'Only Send To', 'onlySendTo');
	const contains = async (list: ListOption) => await isListed(context, item, list, recipient);
	return {
		once: isOn('Each Recipient Once', optionOf(item, 'eachRecipientOnce')),
		max: maxOf(optionOf(item, 'maxPerExecution')),
		async byList(): Promise<Skip | undefined> {
			if (never && (await contains(never))) return { reason: 'neverSendTo', list: titleOf(never) };
			if (only && !(await contains(only))) return { reason: 'onlySendTo', list: titleOf(only) };
			return undefined;
		},
	};
}

/** @throws InputError where the maximum is not a number from 1 on */
function maxOf(value: unknown): number | undefined {
	if (value === undefined) return undefined;
	const max = Math.floor(Number(asText(value) || Number.NaN));
	if (max >= 1) return max;
	throw new InputError(
		`Max Messages per Execution ${quoted(value)} is not a number of messages: enter 1 or more`,
	);
}

/** @throws where that cannot be known: nothing must be sent then */
async function isListed(
	context: ItemContext,
	item: Item,
	list: ListOption,
	recipient: Recipient,
): Promise<boolean> {
	const state = RunState.of(context);
	const entered = list.hasNumbers ? await contactsEntered(state, list) : undefined;
	const listId = entered ? '' : listIdOf(list);
	try {
		const contacts = entered ?? (await contactsIn(context, item, list, listId));
		if (contacts.withoutPhone > 0) hintAtNobody(context, contacts.withoutPhone, list);
		return await contacts.has(recipient, countryCodeSet(item), list.isStrict);
	} catch (error) {
		throw notCompared(error, list, recipient);
	}
}

/** The contacts of a list, read once per execution and account. */
async function contactsIn(
	context: ItemContext,
	item: Item,
	list: ListOption,
	listId: string,
): Promise<ContactSet> {
	const service = await item.service();
	const key = JSON.stringify([service.baseUrl, service.apiKey, listId]);
	return await readOnce(context, key, async () => {
		const settings = requestSettings(item.parameter('requestOptions', {}) as RequestOptions);
		const request = contactsOf(listId, settings);
		const entries = await allContacts(context, service, listId, request);
		return await ContactSet.of(entries, titleOf(list));
	});
}

/** By the context of a try: n8n shows no hints of one that has failed. */
const hinted = new WeakMap<ItemContext, Set<string>>();

/** Once per try: each item may have a list of its own. */
function hintAtNobody(context: ItemContext, entries: number, list: ListOption): void {
	const [entry, have] =
		entries === 1 ? ['entry', 'has no phone and is'] : ['entries', 'have no phone and are'];
	const title = titleOf(list);
	const where = title === undefined ? list.label : `the list ${title}`;
	const said = hinted.get(context) ?? new Set();
	hinted.set(context, said);
	if (said.has(where)) return;
	said.add(where);
	// The routing has no hints.
	(context as Partial<IExecuteFunctions>).addExecutionHints?.({
		message: `${entries} ${entry} of ${where} ${have} ignored`,
		location: 'outputPane',
	});
}

function notCompared(error: unknown, { label }: ListOption, { id }: Recipient): unknown {
	const words = `${label} could not be checked, so nothing was sent to ${oneLine(id, 60)}`;
	const { message, description } = error as InputError;
	if (error instanceof RejectedError) {
		return new RejectedError(`${words}: ${message}`, description ?? '', error.status);
	}
	if (error instanceof ConnectionError) {
		return new ConnectionError(`${words}: ${message}`, description ?? '');
	}
	return error instanceof InputError ? new InputError(`${words}: ${message}`, description) : error;
}
