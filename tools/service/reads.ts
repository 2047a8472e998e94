import {
	ALL_CONTACTS,
	contactsOf,
	isGroupEntry,
	LISTS,
} from '../../nodes/WhatsAppSender/service/lists';
import { asText } from '../../nodes/WhatsAppSender/values/checks';
import type { Client, Exchange } from './client';
import { mind, open, other, works, type Finding, type Row } from './rows';

const UNKNOWN_LIST = '00000000-0000-4000-8000-000000000000';
/** What the node takes for a key that is not accepted. */
const NO_KEY = [401, 403, 404];

/** Makes all requests that only read; the first alone where it brings no lists. */
export async function read(request: Client): Promise<Row[]> {
	const lists = await request('all your lists', LISTS);
	const rows: Row[] = [{ point: 'Lists (§4.3)', ...findLists(lists) }];
	const list = largestOf(elementsOf(lists));
	if (!list) return rows;
	const add = (point: string, { status, seen }: Exchange, find: () => Finding) =>
		rows.push({ point, ...(status ? find() : open(seen, 'run this again later')) });
	const one = contactsOf(list.id);
	const page = await request('a list', one, { name: 'page', listId: list.id });
	const all = await request('the same, all of it', { ...one, qs: ALL_CONTACTS });
	const entries = elementsOf(all);
	if (entries.length > 0) add('A contact (§2.5)', all, () => findContacts(entries));
	add('Page (§4.4)', page, () => findPage(page, entries.length));
	add('all=true (§4.4)', all, () => findAll(all, list.size));
	const unknown = await request('no such list', contactsOf(UNKNOWN_LIST));
	add('Unknown list (§7)', unknown, () => findUnknownList(unknown));
	return rows;
}

type Elements = Array<Record<string, unknown>>;

/** What a list or its contacts are made of; empty where it is no array. */
const elementsOf = ({ failure, data }: Exchange): Elements =>
	!failure && Array.isArray(data) ? data.map((element) => Object(element) as never) : [];

/** The largest list, because it shows what a page is; none where there is no id. */
const largestOf = (lists: Elements) =>
	lists
		.map(({ id, contacts }) => ({ id: asText(id) ?? '', size: Number(asText(contacts)) || 0 }))
		.filter(({ id }) => id)
		.sort((one, another) => another.size - one.size)
		.at(0);

/** The node's words name the host: the report does not say whose service it is. */
const HOST = / (at|from|of) [^\s:]+(:\d+)?/;

function findLists(lists: Exchange): Finding {
	const { status, failure, seen } = lists;
	const { length } = elementsOf(lists);
	if (length > 0) return works(`${length} lists`);
	if (!failure) return open('no list', 'make a list with some contacts in it, and run this again');
	if (status === undefined) return open(seen, failure.message.replace(HOST, ''));
	if (status < 300)
		return other(
			seen,
			"another interface, which this node does not support: use n8n's HTTP Request node",
		);
	if (status < 400) return open(seen, 'it redirects: set Base URL to the address it redirects to');
	return NO_KEY.includes(status)
		? open(seen, 'the key is not valid, or Base URL is wrong: check both')
		: open(seen, 'the service is down, busy, or another one: run this again later');
}

function findContacts(entries: Elements): Finding {
	const isClear = (entry: Elements[number]) =>
		isGroupEntry(entry) || /^(false|0|)$/i.test(String(entry.is_group).trim());
	if (!entries.some(({ phone }) => asText(phone)))
		return other('no phone', 'the node needs "phone"');
	if (entries.every(isClear)) return works('as documented');
	return mind('no is_group', 'set Send To by hand: groups cannot be told from contacts');
}

function findPage({ failure, data, seen }: Exchange, all: number): Finding {
	if (failure) return mind(seen, 'turn Return All on in Get List Contacts');
	const { length } = Array.isArray(data) ? data : [];
	if (length > 0 && length >= all) return works(`all ${length} contacts`);
	const shown = length > 0 ? `a page of ${length}` : seen;
	return works(shown, 'for more, the node requests all contacts');
}

function findAll(all: Exchange, expected: number): Finding {
	if (all.failure) return other(all.seen, 'the node cannot read a list');
	const { length } = elementsOf(all);
	if (length >= expected) return works(`${length} contacts`);
	const means = 'in Never Send To and Only Send To, use Numbers: lists come incomplete';
	return mind(`${length} of ${expected}`, means);
}

function findUnknownList(unknown: Exchange): Finding {
	if (unknown.failure) return works(unknown.seen);
	if (elementsOf(unknown).length > 0)
		return other('contacts', 'the service does not look at the ID of a list');
	const means = 'keep every list that Never Send To names: without it, nobody is left out';
	return mind('an empty list', means);
}
