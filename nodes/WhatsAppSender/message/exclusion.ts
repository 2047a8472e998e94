import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { ConnectionError, InputError, RejectedError } from '../errors/errors';
import { oneLine } from '../errors/responseText';
import { requestSettings, type RequestOptions } from '../http/settings';
import { allContacts, contactsOf, normalizeListId } from '../service/lists';
import { RunState } from '../turns/state';
import type { Exclusion, Skip } from '../turns/turn';
import { isTool } from '../turns/tool';
import { asText, isOn, quoted } from '../values/checks';
import { ContactSet } from './contactSet';
import { optionOf, type Item, type ItemContext } from './item';
import { countryCodeSet, type Recipient } from './recipient';

/** A list that an option names: a resource locator as the node stores it. */
interface ListOption {
	/** Label of the option. */
	label: string;
	id: unknown;
	/** Whether an entry that cannot be read may be anybody: nothing must be sent then. */
	isStrict: boolean;
	/** Title and number of contacts, as the drop-down showed them. */
	cachedResultName?: unknown;
}

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

function listOption(item: Item, label: string, name: string): ListOption | undefined {
	const { node } = item;
	const options = node.parameters.options as IDataObject | undefined;
	if (isTool(node) && hasExpression(options?.[name])) {
		throw new InputError(
			`${label} is an expression, which an AI agent could set: choose a list, or enter its ID without an expression`,
		);
	}
	const list = optionOf(item, name);
	if (list === undefined) return undefined;
	const isStrict = name === 'neverSendTo';
	if (typeof list !== 'object' || list === null) return { label, isStrict, id: list };
	const { value, cachedResultName } = list as IDataObject;
	return { label, isStrict, id: value, cachedResultName };
}

/** Not in the title that the drop-down has shown, which may begin with "=". */
function hasExpression(entered: unknown): boolean {
	if (typeof entered !== 'object') return String(entered).startsWith('=');
	const { mode, value } = (entered ?? {}) as IDataObject;
	return [mode, value].some((part) => String(part).startsWith('='));
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
	const listId = normalizeListId(list.label, list.id);
	try {
		const contacts = await contactsIn(context, item, list, listId);
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
	return await RunState.of(context).readOnce(key, context, async () => {
		const settings = requestSettings(item.parameter('requestOptions', {}) as RequestOptions);
		const request = contactsOf(listId, settings);
		const entries = await allContacts(context, service, listId, request);
		const contacts = await ContactSet.of(entries, titleOf(list));
		hintAtNobody(context, contacts.withoutPhone, titleOf(list));
		return contacts;
	});
}

function hintAtNobody(context: ItemContext, entries: number, title: string): void {
	if (entries === 0) return;
	const [entry, have] =
		entries === 1 ? ['entry', 'has no phone and is'] : ['entries', 'have no phone and are'];
	const message = `${entries} ${entry} of the list ${title} ${have} ignored`;
	// The routing has no hints.
	(context as Partial<IExecuteFunctions>).addExecutionHints?.({
		message,
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

/** The title that the drop-down showed, without the number of contacts; the ID where there is none. */
function titleOf({ cachedResultName, id }: ListOption): string {
	return String(cachedResultName ?? id).replace(/ \((\d+|\?)\)$/, '');
}
