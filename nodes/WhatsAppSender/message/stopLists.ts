import { withWords, WorkflowError } from '../errors/nodeErrors';
import { oneLine } from '../errors/responseText';
import { allContacts, normalizeListId } from '../service/lists';
import { isTool } from '../turns/tool';
import { executionOf } from '../turns/execution';
import type { RunContext } from '../turns/sender';
import type { Exclusion, Skip } from '../turns/skip';
import { asText, quoted } from '../values/checks';
import type { Option } from '../values/option';
import { Contacts, numbersIn } from './contacts';
import { eachRecipientOnce, maxPerExecution, neverSendTo, onlySendTo } from './fields/sendOptions';
import { isOptionOn, optionOf, type Item } from './item';
import { readOnce } from './readOnce';
import { itemCountryCode, locatorOf, personOf, type Recipient } from './recipient';
import { serviceFor } from './sendMessage';

/** A list that is older is read again before the next message. */
const OLDEST_MS = 10 * 60_000;

const EXCLUDING = [neverSendTo, onlySendTo, eachRecipientOnce, maxPerExecution];

/**
 * Who must not be sent to, by the options of an item; none where they have not been added.
 *
 * @throws where an expression fails, and WorkflowError for a value that an option does not take
 */
export function exclusionOf(
	context: RunContext,
	item: Item,
	recipient: Recipient,
): Exclusion | undefined {
	if (!EXCLUDING.some(({ name }) => name in item.options)) return undefined;
	const never = stopListOf(item, neverSendTo);
	const only = stopListOf(item, onlySendTo);
	return {
		once: isOptionOn(item, eachRecipientOnce),
		max: maxOf(optionOf(item, maxPerExecution)),
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
	throw new WorkflowError(
		`Max Messages per Execution ${quoted(value)} is not a number of messages: enter a whole number, 1 or more`,
	);
}

/** What an option has: the ID of one of the account's lists, or contacts and groups as the user enters them. */
interface StopList {
	option: Option;
	value: unknown;
	/** As the drop-down showed it, without the number of contacts, or the ID; none where the contacts are entered. */
	title?: string;
}

/** @throws where its expression fails, or an AI agent could set it */
function stopListOf(item: Item, option: Option): StopList | undefined {
	const { displayName: label } = option;
	const stored = item.options[option.name];
	if (stored === undefined) return undefined;
	if (isTool(item.node) && hasExpression(stored)) {
		throw new WorkflowError(
			`${label} is an expression, which an AI agent could set: choose a list, or enter its ID or phone numbers without an expression`,
		);
	}
	const { mode, value, cachedResultName } = locatorOf(evaluated(item, option));
	if (mode === 'numbers') return { option, value };
	if (Array.isArray(value)) {
		throw new WorkflowError(`${label} is a list of values, not an ID: choose Numbers for them`);
	}
	const title = String(cachedResultName ?? value).replace(/ \((\d+|\?)\)$/, '');
	return { option, value: normalizeListId(label, value), title };
}

/** Not in the title that the drop-down has shown, which may begin with "=". */
function hasExpression(stored: unknown): boolean {
	const { mode, value } = locatorOf(stored);
	return [mode, value].some((part) => Array.isArray(part) || String(part).startsWith('='));
}

function evaluated(item: Item, option: Option): unknown {
	try {
		return optionOf(item, option);
	} catch (error) {
		throw notRun(option, error as Error);
	}
}

/** n8n's own error names neither the option nor what to do. */
function notRun({ displayName }: Option, error: Error): Error {
	const [, node] = /^Node '(.+)' hasn't been executed/.exec(error.message) ?? [];
	if (!node) return error;
	return new WorkflowError(
		`${displayName} reads ${node}, which has not run: place it before this node, then click Execute workflow`,
	);
}

/** @throws where that cannot be known: nothing must be sent then */
async function isListed(
	context: RunContext,
	item: Item,
	list: StopList,
	recipient: Recipient,
	since: number,
): Promise<boolean> {
	const { option, title } = list;
	const country = await itemCountryCode(item);
	const prevented = `${option.displayName} could not be checked, so nothing was sent to ${oneLine(recipient.id, 60)}`;
	const read = async () => {
		const contacts =
			title === undefined
				? await contactsEntered(context, item, list)
				: await contactsListed(context, item, list, since);
		return await contacts.peopleIn(country);
	};
	const { people, unreadable, ignoredEntries } = await read().catch((error: unknown) => {
		throw title === undefined ? error : withWords(prevented, error);
	});
	if (unreadable && option === neverSendTo) throw withWords(prevented, unreadable);
	if (ignoredEntries) executionOf(context).notes.add(ignoredEntries);
	return people.has(personOf(recipient));
}

/** Parsed once for each content: an expression makes a new array for each item. */
async function contactsEntered(
	context: RunContext,
	item: Item,
	{ option, value }: StopList,
): Promise<Contacts> {
	const label = option.displayName;
	const parse = async () => {
		const entries = Array.isArray(value) ? value : numbersIn(label, value);
		const { value: expression } = item.options[option.name] as { value?: string };
		const takesAllPhones = option === neverSendTo;
		return new Contacts(entries, { where: label, isListed: false, takesAllPhones, expression });
	};
	return await readOnce(context, [label, JSON.stringify(value)], parse);
}

async function contactsListed(
	context: RunContext,
	item: Item,
	{ title, value }: StopList,
	since: number,
): Promise<Contacts> {
	const listId = value as string;
	const service = await serviceFor(item);
	const read = async () => {
		const entries = await allContacts(service, listId);
		const where = `the list ${title}`;
		return new Contacts(entries, { where, isListed: true, takesAllPhones: true });
	};
	return await readOnce(context, [service.baseUrl, service.apiKey, listId], read, since);
}
