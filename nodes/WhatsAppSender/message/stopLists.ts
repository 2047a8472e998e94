import { withWords } from '../errors/nodeErrors';
import { oneLine } from '../errors/responseText';
import { allContacts } from '../service/lists';
import { executionOf } from '../turns/execution';
import type { RunContext } from '../turns/sender';
import type { Exclusion, Skip } from '../turns/skip';
import { readOptions } from '../values/option';
import { Contacts, numbersIn } from './contacts';
import { EXCLUSIONS } from './fields/sendOptions';
import type { Item } from './item';
import { readOnce } from './readOnce';
import { itemCountryCode, personOf, type Recipient } from './recipient';
import { serviceFor } from './sendMessage';
import { neverSendTo, type StopList } from './stopListOptions';

/** A list that is older is read again before the next message. */
const OLDEST_MS = 10 * 60_000;

/**
 * Who must not be sent to, by the options of an item.
 *
 * @throws as `readOptions` does
 */
export function exclusionOf(context: RunContext, item: Item, recipient: Recipient): Exclusion {
	const options = readOptions(item, EXCLUSIONS);
	return {
		once: options.eachRecipientOnce ?? false,
		max: options.maxPerExecution,
		async byList(since = -Infinity): Promise<Skip | undefined> {
			const isOn = async (list: StopList) =>
				await isListed(context, item, list, recipient, Math.max(since, Date.now() - OLDEST_MS));
			const { neverSendTo: never, onlySendTo: only } = options;
			if (never && (await isOn(never))) return { reason: 'neverSendTo', list: never.title };
			if (only && !(await isOn(only))) return { reason: 'onlySendTo', list: only.title };
			return undefined;
		},
	};
}

/** @throws where that cannot be known: nothing must be sent then */
async function isListed(
	context: RunContext,
	item: Item,
	list: StopList,
	recipient: Recipient,
	since: number,
): Promise<boolean> {
	const { label, title } = list;
	const country = await itemCountryCode(item);
	const prevented = `${label} could not be checked, so nothing was sent to ${oneLine(recipient.id, 60)}`;
	const read = async () => {
		const contacts =
			title === undefined
				? await contactsEntered(context, list)
				: await contactsListed(context, item, list, since);
		return await contacts.peopleIn(country);
	};
	const { people, unreadable, ignoredEntries } = await read().catch((error: unknown) => {
		throw title === undefined ? error : withWords(prevented, error);
	});
	if (unreadable && takesAll(list)) throw withWords(prevented, unreadable);
	if (ignoredEntries) executionOf(context).notes.add(ignoredEntries);
	return people.has(personOf(recipient));
}

/** In Never Send To every phone of an entry counts, and one that cannot be read may be anybody's. */
const takesAll = ({ label }: StopList) => label === neverSendTo.displayName;

/** Parsed once for each content: an expression makes a new array for each item. */
async function contactsEntered(context: RunContext, list: StopList): Promise<Contacts> {
	const { label, value, expression } = list;
	const parse = async () => {
		const entries = Array.isArray(value) ? value : numbersIn(label, value);
		const takesAllPhones = takesAll(list);
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
