import {
	ALL_CONTACTS,
	contactsOf,
	isGroupEntry,
	LISTS,
} from '../../nodes/WhatsAppSender/service/lists';
import { asText } from '../../nodes/WhatsAppSender/values/checks';
import type { Client, Exchange, Finding, Row } from './client';

const UNKNOWN_LIST = '00000000-0000-4000-8000-000000000000';
/** What the node takes for a key that is not accepted. */
const NO_KEY = [401, 403, 404];
/** The node's words name the host: the report does not say whose service it is. */
const HOST = / (at|from|of) [^\s:]+(:\d+)?/;

/** Makes all requests that only read; the first alone where it brings no lists. */
export async function read(request: Client): Promise<Row[]> {
	const lists = await request('all your lists', LISTS);
	const rows: Row[] = [['Lists (§4.3)', ...findLists(lists)]];
	// The largest one, because it shows what a page is.
	const [list] = elementsOf(lists)
		.map(({ id, contacts }) => ({ id: asText(id), size: Number(asText(contacts)) || 0 }))
		.sort((one, another) => another.size - one.size);
	if (!list?.id) return rows;
	const one = contactsOf(list.id);
	const page = await request('a list', one, { name: 'page', listId: list.id });
	const all = await request('the same, all of it', { ...one, qs: ALL_CONTACTS });
	const unknown = await request('no such list', contactsOf(UNKNOWN_LIST));
	if ([page, all, unknown].some(({ status }) => !status))
		return [...rows, ['Its contacts (§4.4)', 'open', 'no response', 'run this again later']];
	const contacts = elementsOf(all);
	if (contacts.length > 0) rows.push(['A contact (§2.5)', ...findContacts(contacts)]);
	rows.push(['Page (§4.4)', ...findPage(page)], ['all=true (§4.4)', ...findAll(all, list.size)]);
	rows.push(['Unknown list (§7)', ...findUnknownList(unknown)]);
	return rows;
}

type Elements = Array<Record<string, unknown>>;

/** What a list or its contacts are made of; empty where it is no array. */
const elementsOf = ({ failure, data }: Exchange): Elements =>
	!failure && Array.isArray(data) ? data.map((element) => Object(element) as never) : [];

function findLists(lists: Exchange): Finding {
	const { status, failure, seen } = lists;
	const { length } = elementsOf(lists);
	if (length > 0) return ['works', `${length} lists`, ''];
	if (!failure) return ['open', 'no list', 'make a list with contacts in it, and run this again'];
	if (!status) return ['open', seen, failure.message.replace(HOST, '')];
	const another =
		"another interface, which this node does not support: use n8n's HTTP Request node";
	if (status < 300) return ['other', seen, another];
	if (status < 400)
		return ['open', seen, 'it redirects: set Base URL to the address it redirects to'];
	return NO_KEY.includes(status)
		? ['open', seen, 'the key is not valid, or Base URL is wrong: check both']
		: ['open', seen, 'the service is down, busy, or another one: run this again later'];
}

function findContacts(contacts: Elements): Finding {
	const isClear = (contact: Elements[number]) =>
		isGroupEntry(contact) || /^(false|0|)$/i.test(String(contact.is_group).trim());
	if (!contacts.some(({ phone }) => asText(phone)))
		return ['other', 'no phone', 'the node needs "phone"'];
	if (contacts.every(isClear)) return ['works', 'as documented', ''];
	return ['mind', 'no is_group', 'set Send To by hand: groups cannot be told from contacts'];
}

function findPage(page: Exchange): Finding {
	const { failure, seen } = page;
	if (failure) return ['mind', seen, 'turn Return All on in Get List Contacts'];
	const { length } = elementsOf(page);
	const shown = length > 0 ? `a page of ${length}` : seen;
	return ['works', shown, 'works; for more, the node requests all contacts'];
}

function findAll(all: Exchange, expected: number): Finding {
	if (all.failure) return ['other', all.seen, 'the node cannot read a list'];
	const { length } = elementsOf(all);
	if (length >= expected) return ['works', `${length} contacts`, ''];
	const means = 'in Never Send To and Only Send To, use Numbers: lists come incomplete';
	return ['mind', `${length} of ${expected}`, means];
}

function findUnknownList({ failure, seen }: Exchange): Finding {
	if (failure) return ['works', seen, ''];
	const means = 'keep every list that Never Send To names: without it, nobody is left out';
	return ['mind', seen, means];
}
