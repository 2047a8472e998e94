import type { IDataObject } from 'n8n-workflow';
import { ConnectionError, InputError, RejectedError } from '../errors/errors';
import { oneLine } from '../errors/responseText';
import { requestSettings, type RequestOptions } from '../http/settings';
import { allContacts, contactsOf, normalizeListId } from '../service/lists';
import { RunState } from '../turns/runState';
import type { Exclusion, Skip } from '../turns/steps';
import { isTool } from '../turns/tool';
import { asText, isOn, quoted } from '../values/checks';
import { ContactSet } from './contactSet';
import { optionOf, type Item, type ItemContext } from './item';
import { countryCodeSet, type Recipient } from './recipient';
import { isWithin, sendHoursOf } from './sendHours';

/** A list that an option names: a resource locator as the node stores it. */
interface ListOption {
	/** Label of the option. */
	label: string;
	id: unknown;
	/** Title and number of contacts, as the drop-down showed them. */
	cachedResultName?: unknown;
}

/** Without all of these, no item is skipped. */
export const EXCLUSION_OPTIONS = [
	'neverSendTo',
	'onlySendTo',
	'eachRecipientOnce',
	'maxPerExecution',
	'sendHours',
];

/**
 * Who must not be reached, and when nobody must, by the options of an item.
 *
 * @throws where an expression fails, and InputError for a value that an option does not take
 */
export function exclusionOf(context: ItemContext, item: Item, recipient: Recipient): Exclusion {
	const never = listOption(item, 'Never Send To', 'neverSendTo');
	const only = listOption(item, 'Only Send To', 'onlySendTo');
	const hours = sendHoursOf(optionOf(item, 'sendHours'));
	const contains = async (list: ListOption) => await isListed(context, item, list, recipient);
	return {
		once: isOn('Each Recipient Once', optionOf(item, 'eachRecipientOnce')),
		max: maxOf(optionOf(item, 'maxPerExecution')),
		isOpen: () => hours === undefined || isWithin(hours, Date.now(), item.timezone),
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
	if (typeof list !== 'object' || list === null) return { label, id: list };
	const { value, cachedResultName } = list as IDataObject;
	return { label, id: value, cachedResultName };
}

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
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
		const contacts = await contactsIn(context, item, listId);
		return await contacts.has(recipient, countryCodeSet(item));
	} catch (error) {
		throw notCompared(error, list, recipient);
	}
}

/** The contacts of a list, read once per execution and account. */
async function contactsIn(context: ItemContext, item: Item, listId: string): Promise<ContactSet> {
	const service = await item.service();
	const key = JSON.stringify([service.baseUrl, service.apiKey, listId]);
	return await RunState.of(context).readOnce(key, context, async () => {
		const settings = requestSettings(item.parameter('requestOptions', {}) as RequestOptions);
		const request = contactsOf(listId, settings);
		return await ContactSet.of(await allContacts(context, service, listId, request));
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
