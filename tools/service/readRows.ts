import { isGroupEntry } from '../../nodes/WhatsAppSender/service/lists';
import { asText } from '../../nodes/WhatsAppSender/values/checks';
import type { Exchange } from './client';
import { elementsOf, type Reads } from './reads';
import { mind, open, other, seenOf, works, type Finding, type Row } from './rows';

/** What the node takes for a key that is not accepted, before it sends. */
const NO_KEY = [401, 403, 404];
const OTHER = "another interface, which this node does not support: use n8n's HTTP Request node";

/** What the requests that only read have shown. */
export function readRows(reads: Reads): Row[] {
	const { lists, page, all, wrongKey, unknownList } = reads;
	if (lists.error) return [{ point: 'Lists (§4.3)', ...whyNot(lists) }];
	const entries = elementsOf(all);
	const findings: Array<[point: string, finding: Finding | undefined]> = [
		['Lists (§4.3)', findLists(elementsOf(lists).length)],
		['A contact (§2.5)', entries.length > 0 ? findContacts(entries) : undefined],
		['Page (§4.4)', page && findPage(page, entries.length)],
		['all=true (§4.4)', all && findAll(all, reads.expected)],
		['Wrong key (§5)', wrongKey && findWrongKey(wrongKey)],
		['Unknown list (§7)', unknownList && findUnknownList(unknownList)],
	];
	return findings.flatMap(([point, finding]) => (finding ? { point, ...finding } : []));
}

/** The node's words for what goes wrong on the way name the host: the report does not say whose service it is. */
const HOST = / (at|from|of) [^\s:]+(:\d+)?/;

/** Why `GET /lists/` brought no lists. */
function whyNot(lists: Exchange): Finding {
	const [{ wire, response, error }, seen] = [lists, seenOf(lists)];
	if (!wire || !response) return open(seen, `${error?.message.replace(HOST, '')}`);
	const { status } = response;
	if (status < 300) return other(seen, OTHER);
	if (status < 400) return open(seen, 'it redirects: set Base URL to the address it redirects to');
	if (NO_KEY.includes(status))
		return open(seen, 'the key is not valid, or Base URL is wrong: check both');
	return open(seen, 'the service is down, busy, or another one: run this again later');
}

function findLists(count: number): Finding {
	if (count > 0) return works(`${count} lists`);
	return open('no list', 'make a list with some contacts in it, and run this again');
}

function findContacts(entries: ReturnType<typeof elementsOf>): Finding {
	const isClear = (entry: (typeof entries)[number]) =>
		isGroupEntry(entry) || /^(false|0|)$/i.test(String(entry.is_group).trim());
	if (entries.every(({ phone }) => asText(phone) === undefined))
		return other('no phone', 'the node needs "phone"');
	return entries.every(isClear)
		? works('as documented')
		: mind('no is_group', 'set Send To by hand: groups cannot be told from contacts');
}

function findPage(page: Exchange, all: number): Finding {
	if (page.error) return mind(seenOf(page), 'turn Return All on in Get List Contacts');
	const data = page.response?.data;
	const isArray = Array.isArray(data);
	if (isArray && data.length >= all) return works(`all ${data.length} contacts`);
	const seen = isArray ? `a page of ${data.length}` : seenOf(page);
	return works(seen, 'for more, the node requests all contacts');
}

const again = (exchange: Exchange) => open(seenOf(exchange), 'run this again later');

function findAll(all: Exchange, expected = 0): Finding {
	if (!all.wire || (all.error && all.wire.statusCode >= 429)) return again(all);
	if (all.error) return other(seenOf(all), 'the node cannot read a list');
	const { length } = elementsOf(all);
	const means = 'in Never Send To and Only Send To, use Numbers: lists come incomplete';
	return length < expected ? mind(`${length} of ${expected}`, means) : works(`${length} contacts`);
}

function findWrongKey(exchange: Exchange): Finding {
	if (!exchange.wire) return again(exchange);
	if (!exchange.error) return other('your lists', 'the service does not look at the key');
	const isKnown = NO_KEY.includes(Number(exchange.response?.status));
	return works(seenOf(exchange), isKnown ? '' : 'errors do not say that it is the key');
}

function findUnknownList(exchange: Exchange): Finding {
	if (!exchange.wire) return again(exchange);
	if (exchange.error) return works(seenOf(exchange));
	const means = 'keep every list that Never Send To names: without it, nobody is left out';
	return elementsOf(exchange).length > 0
		? other('contacts', 'the service does not look at the ID of a list')
		: mind('an empty list', means);
}
