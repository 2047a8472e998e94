import { CONTACTS, isGroupEntry, LISTS } from '../../nodes/WhatsAppSender/service/service';
import { asText } from '../../nodes/WhatsAppSender/values/text';
import type { Client, Exchange, Finding, Row } from './client';

const UNKNOWN_LIST = '00000000-0000-4000-8000-000000000000';
/** The node reads these as "the API key was not accepted". */
const KEY_REFUSED = [401, 403, 404];
/** The node's errors name the host. The report must not say whose service it is. */
const HOST = / (at|from|of) [^\s:]+(:\d+)?/;

/** Makes the three requests that only read, or the first one alone if it returns no lists. */
export async function read(request: Client): Promise<Row[]> {
	const lists = await request('all your lists', LISTS);
	const rows: Row[] = [['Lists (§4.3)', ...findLists(lists)]];
	// The largest list shows whether the service returns all contacts.
	const [list] = elementsOf(lists)
		.map(({ id, contacts }) => ({ id: asText(id), size: Number(asText(contacts)) || 0 }))
		.sort((one, another) => another.size - one.size);
	if (!list?.id) return rows;
	const all = await request(
		'your largest list',
		{ ...CONTACTS, id: list.id },
		{ qs: { all: 'true' } },
	);
	const unknown = await request('a list that does not exist', { ...CONTACTS, id: UNKNOWN_LIST });
	if (!all.status || !unknown.status)
		return [...rows, ['Contacts (§4.4)', 'unknown', 'no response', 'run this again later']];
	rows.push(['Contacts (§4.4)', ...findContacts(all, list.size)]);
	return [...rows, ['Unknown list (§7)', ...findUnknownList(unknown)]];
}

type Elements = Array<Record<string, unknown>>;

/** The lists or contacts in a response; empty if it contains no array. */
const elementsOf = ({ failure, data }: Exchange): Elements =>
	!failure && Array.isArray(data) ? data.map((element) => Object(element) as never) : [];

function findLists(lists: Exchange): Finding {
	const { status, failure, seen } = lists;
	const { length } = elementsOf(lists);
	if (length > 0) return ['works', `${length} lists`, ''];
	if (!failure)
		return ['unknown', 'no list', 'make a list with contacts in it, and run this again'];
	if (!status) return ['unknown', seen, failure.message.replace(HOST, '')];
	if (status < 300) return ['otherApi', seen, "use n8n's HTTP Request node instead of this node"];
	return KEY_REFUSED.includes(status)
		? ['unknown', seen, 'the API key is not valid, or Base URL is wrong: check both']
		: ['unknown', seen, 'check Base URL, or run this again later'];
}

function findContacts(all: Exchange, expected: number): Finding {
	if (all.failure) return ['otherApi', all.seen, 'the node cannot read a list'];
	const contacts = elementsOf(all);
	const size = `${contacts.length} of ${expected} contacts`;
	if (!contacts.some(({ phone }) => asText(phone)))
		return ['otherApi', `${size}, no phone`, 'the node needs "phone"'];
	if (contacts.length < expected)
		return [
			'needsSetting',
			size,
			'use Numbers in Never Send To and Only Send To: lists are incomplete',
		];
	const isClear = (contact: Elements[number]) =>
		isGroupEntry(contact) || /^(false|0|)$/i.test(String(contact.is_group).trim());
	return contacts.every(isClear)
		? ['works', size, '']
		: [
				'needsSetting',
				`${size}, no is_group`,
				'do not use Contact From a List: groups look like contacts',
			];
}

function findUnknownList({ failure, seen }: Exchange): Finding {
	if (failure) return ['works', seen, ''];
	return [
		'needsSetting',
		seen,
		'never delete a list that Never Send To names: the node would read it as empty',
	];
}
