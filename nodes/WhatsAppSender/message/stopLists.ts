import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { InputError, keptBy } from '../errors/errors';
import { oneLine } from '../errors/responseText';
import { allContacts, contactsOf, normalizeListId } from '../service/lists';
import { isTool } from '../turns/tool';
import type { Exclusion, RunContext, Skip } from '../turns/turn';
import { asText, quoted } from '../values/checks';
import { Contacts, contactsEntered } from './contacts';
import { isOptionOn, labelOf, optionOf, type Item } from './item';
import { readOnce } from './readOnce';
import { itemCountryCode, personOf, type Recipient } from './recipient';
import { serviceFor } from './request';

/** A list that is older is read again before the next message. */
const OLDEST_MS = 10 * 60_000;

/**
 * Who must not be reached, by the options of an item.
 *
 * @throws where an expression fails, and InputError for a value that an option does not take
 */
export function exclusionOf(context: RunContext, item: Item, recipient: Recipient): Exclusion {
	const never = stopListOf(item, 'neverSendTo');
	const only = stopListOf(item, 'onlySendTo');
	return {
		once: isOptionOn(item, 'eachRecipientOnce'),
		max: maxOf(optionOf(item, 'maxPerExecution')),
		async byList(since = -Infinity): Promise<Skip | undefined> {
			const isOnList = async (list: StopList) =>
				await isListed(context, item, list, recipient, Math.max(since, Date.now() - OLDEST_MS));
			if (never && (await isOnList(never))) return { reason: 'neverSendTo', list: never.title };
			if (only && !(await isOnList(only))) return { reason: 'onlySendTo', list: only.title };
			return undefined;
		},
	};
}

function maxOf(value: unknown): number | undefined {
	if (value === undefined) return undefined;
	const max = Number(asText(value) || Number.NaN);
	if (Number.isInteger(max) && max >= 1) return max;
	throw new InputError(
		`Max Messages per Execution ${quoted(value)} is not a number of messages: enter a whole number, 1 or more`,
		undefined,
		{ mends: 'workflow' },
	);
}

/** What an option has: the ID of one of the account's lists, or contacts and groups as the user enters them. */
interface StopList {
	/** Label of the option. */
	label: string;
	value: unknown;
	/** As the drop-down showed it, without the number of contacts, or the ID; none where the contacts are entered. */
	title?: string;
	/** Whether an entry that is no number may be anybody: nothing must be sent then. */
	isStrict: boolean;
}

/** @throws where its expression fails, or an AI agent could set it */
function stopListOf(item: Item, name: string): StopList | undefined {
	const { node } = item;
	const label = labelOf(name);
	if (isTool(node) && hasExpression((node.parameters.options as IDataObject | undefined)?.[name])) {
		throw new InputError(
			`${label} is an expression, which an AI agent could set: choose a list, or enter its ID or phone numbers without an expression`,
		);
	}
	const option = optionOf(item, name);
	if (option === undefined) return undefined;
	const isLocator = Object(option) === option && !Array.isArray(option);
	const { mode, value, cachedResultName } = (isLocator ? option : { value: option }) as IDataObject;
	const isStrict = name === 'neverSendTo';
	if (mode === 'numbers') return { label, value, isStrict };
	if (Array.isArray(value)) {
		const message = `${label} is a list of values, not an ID: choose Numbers for them`;
		throw new InputError(message, undefined, { mends: 'workflow' });
	}
	const title = String(cachedResultName ?? value).replace(/ \((\d+|\?)\)$/, '');
	return { label, value: normalizeListId(label, value), title, isStrict };
}

/** Not in the title that the drop-down has shown, which may begin with "=". */
function hasExpression(entered: unknown): boolean {
	if (typeof entered !== 'object') return String(entered).startsWith('=');
	const { mode, value } = (entered ?? {}) as IDataObject;
	return [mode, value].some((part) => Array.isArray(part) || String(part).startsWith('='));
}

/** @throws where that cannot be known: nothing must be sent then */
async function isListed(
	context: RunContext,
	item: Item,
	list: StopList,
	recipient: Recipient,
	since: number,
): Promise<boolean> {
	const { label, title, isStrict } = list;
	const entered =
		title === undefined ? await contactsEntered(context, label, list.value) : undefined;
	try {
		const contacts = entered ?? (await contactsListed(context, item, list, since));
		hintAtNobody(context, contacts);
		return await contacts.include(personOf(recipient), await itemCountryCode(item), isStrict);
	} catch (error) {
		const words = `${label} could not be checked, so nothing was sent to ${oneLine(recipient.id, 60)}`;
		throw keptBy(error, words);
	}
}

async function contactsListed(
	context: RunContext,
	item: Item,
	{ title, value }: StopList,
	since: number,
): Promise<Contacts> {
	const listId = value as string;
	const service = await item.service();
	const key = [service.baseUrl, service.apiKey, listId];
	const read = async () => {
		const request = contactsOf(listId, (await serviceFor(item)).settings);
		const entries = await allContacts(context, service, listId, request);
		return new Contacts(entries, `the list ${title}`, true);
	};
	return await readOnce(context, key, read, since);
}

/** By the context of a try: n8n shows no hints of one that has failed. */
const hinted = new WeakMap<RunContext, Set<string>>();

/** Once per try: each item may have a list of its own. */
function hintAtNobody(context: RunContext, { nobodies, where }: Contacts): void {
	const said = hinted.get(context) ?? new Set();
	hinted.set(context, said);
	if (nobodies === 0 || said.has(where)) return;
	said.add(where);
	const [entry, have] =
		nobodies === 1 ? ['entry', 'has no phone and is'] : ['entries', 'have no phone and are'];
	// The routing has no hints.
	(context as Partial<IExecuteFunctions>).addExecutionHints?.({
		message: `${nobodies} ${entry} of ${where} ${have} ignored`,
		location: 'outputPane',
	});
}
