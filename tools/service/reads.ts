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
	unknownPath?: Exchange;
}

export const WRONG_KEY = 'check-of-a-wrong-key';
const UNKNOWN_LIST = '00000000-0000-4000-8000-000000000000';
const UNKNOWN_PATH = '/check-of-an-unknown-path';
/** A list larger than this is read only where there is no smaller one. */
const LARGE = 5000;

const ofLists = { operation: { name: 'lists' }, isExpected: isList } as const;
const ofContacts = (listId: string, isExpected = isList) =>
	({ operation: { name: 'contacts', listId }, isExpected }) as const;

/** Makes all requests that only read. Without a response there is only the first one. */
export async function read(client: Client): Promise<Reads> {
	const reads: Reads = { lists: await client.request('all your lists', LISTS, ofLists) };
	if (!reads.lists.wire) return reads;
	const list = listToRead(elementsOf(reads.lists));
	if (list) {
		const { id, size } = list;
		const page = contactsOf(id, undefined);
		const all = { ...page, qs: { [ALL_CONTACTS.property]: 'true' } };
		reads.expected = size;
		// As Get List Contacts does it: a page may be anything, all contacts must be an array.
		reads.page = await client.request(
			'a list',
			page,
			ofContacts(id, () => true),
		);
		reads.all = await client.request('the same, all of it', all, ofContacts(id));
	}
	reads.wrongKey = await client.request('with a wrong key', LISTS, ofLists, WRONG_KEY);
	if (list) {
		const request = contactsOf(UNKNOWN_LIST, undefined);
		reads.unknownList = await client.request('no such list', request, ofContacts(UNKNOWN_LIST));
	}
	const nowhere = { ...LISTS, url: UNKNOWN_PATH };
	reads.unknownPath = await client.request('no such address', nowhere, ofLists);
	return reads;
}

/** What a list or its contacts are made of; empty where it is no array. */
export function elementsOf(exchange?: Exchange): Array<Record<string, unknown>> {
	const data = exchange?.error ? undefined : exchange?.response?.data;
	return Array.isArray(data) ? data.map((element) => Object(element) as never) : [];
}

/** The largest list up to 5,000 contacts, because it shows what a page is; none where there is no id. */
function listToRead(lists: ReturnType<typeof elementsOf>) {
	const known = lists.flatMap(({ id, contacts }) => {
		const text = asText(id)?.trim().toWellFormed();
		const size = Number(asText(contacts) ?? NaN);
		// As a step of a path, dots lead elsewhere.
		if (!text || /^\.{1,2}$/.test(text)) return [];
		return [{ id: text, size: size >= 0 ? size : undefined }];
	});
	const bySize = known.sort((one, other) => (other.size ?? 0) - (one.size ?? 0));
	return bySize.find(({ size = 0 }) => size <= LARGE) ?? bySize.at(-1);
}
