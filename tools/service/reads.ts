import { ALL_CONTACTS, contactsOf, LISTS } from '../../nodes/WhatsAppSender/service/lists';
import { isList } from '../../nodes/WhatsAppSender/service/response';
import { asText } from '../../nodes/WhatsAppSender/values/checks';
import type { Client, Exchange } from './client';

/** What the requests that change nothing have brought; one that was not made is missing. */
export interface Reads {
	/** `GET /lists/` with the key. */
	lists: Exchange;
	/** How many contacts the list has which is read, as `lists` says it. */
	expected?: number;
	/** The list without and with `all=true`. */
	page?: Exchange;
	all?: Exchange;
	wrongKey?: Exchange;
	unknownList?: Exchange;
}

export const WRONG_KEY = 'check-of-a-wrong-key';
const UNKNOWN_LIST = '00000000-0000-4000-8000-000000000000';
/** A list larger than this is read only where there is no smaller one. */
const LARGE = 5000;

const lists = { operation: { name: 'lists' }, isExpected: isList } as const;
const contacts = { operation: { name: 'contacts', listId: '' }, isExpected: isList } as const;
/** As Get List Contacts does it: a page may be anything, all contacts must be an array. */
const page = { ...contacts, isExpected: () => true };

/** Makes all requests that only read. Without a response there is only the first one. */
export async function read(client: Client): Promise<Reads> {
	const reads: Reads = { lists: await client('all your lists', LISTS, lists) };
	if (!reads.lists.wire) return reads;
	const list = listToRead(elementsOf(reads.lists));
	if (list) {
		const request = contactsOf(list.id, undefined);
		const all = { ...request, qs: ALL_CONTACTS };
		const unknown = contactsOf(UNKNOWN_LIST, undefined);
		reads.expected = list.size;
		reads.page = await client('a list', request, page);
		reads.all = await client('the same, all of it', all, contacts);
		reads.unknownList = await client('no such list', unknown, contacts);
	}
	if (reads.lists.error) return reads;
	return { ...reads, wrongKey: await client('with a wrong key', LISTS, lists, WRONG_KEY) };
}

/** What a list or its contacts are made of; empty where it is no array. */
export function elementsOf(exchange?: Exchange): Array<Record<string, unknown>> {
	const data = exchange?.error ? undefined : exchange?.response?.data;
	return Array.isArray(data) ? data.map((element) => Object(element) as never) : [];
}

/** The largest list up to 5,000 contacts, because it shows what a page is; none where there is no id. */
function listToRead(lists: ReturnType<typeof elementsOf>) {
	const known = lists.flatMap(({ id, contacts }) => {
		const text = asText(id)?.trim().toWellFormed() ?? '';
		// As a step of a path, dots lead elsewhere.
		return /^\.{0,2}$/.test(text) ? [] : [{ id: text, size: Number(asText(contacts) ?? 0) || 0 }];
	});
	const bySize = known.sort((one, other) => other.size - one.size);
	return bySize.find(({ size }) => size <= LARGE) ?? bySize.at(-1);
}
