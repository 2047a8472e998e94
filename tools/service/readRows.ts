import { responseText } from '../../nodes/WhatsAppSender/errors/responseText';
import { isGroupEntry } from '../../nodes/WhatsAppSender/service/lists';
import { asText } from '../../nodes/WhatsAppSender/values/checks';
import type { Validators } from '../../sandbox/validate';
import type { Exchange } from './client';
import { whyNotLists } from './whyNot';
import { elementsOf, type Reads } from './reads';
import { mind, open, other, row, seenOf, shapeOf, works, type Finding, type Row } from './rows';

/** What the node takes for a key that is not accepted, before it sends. */
const NO_KEY = [401, 403, 404];
/** Names of headers that are usual: any other could be about somebody. */
const HEADER = /^(x-)?(rate-?limit(-limit|-remaining|-reset|-policy)?|retry-after|(api-)?version)$/;

/** Elements that are looked at: the others are alike. */
const MOST = 200;

type Element = Record<string, unknown>;

/** What the requests that only read have shown. */
export function readRows(reads: Reads, rules: Validators): Row[] {
	const { lists, page, all, wrongKey, unknownList, unknownPath } = reads;
	if (lists.error)
		return row('Lists (§4.3)', 'HTTP 200, an array', whyNotLists(lists, unknownPath));
	const [elements, headers] = [elementsOf(lists), Object.keys(lists.wire?.headers ?? {})];
	return [
		row('Lists (§4.3)', 'HTTP 200, an array', findLists(elements.length)),
		row('Envelope (§2.1)', 'status, statusText, data, headers', findEnvelope(lists.wire?.body)),
		row('A list (§2.4)', 'its fields', compareFields(rules, 'getLists', elements)),
		row('A contact (§2.5)', 'its fields', compareFields(rules, 'getListContacts', elementsOf(all))),
		row('Page (§4.4)', 'not shown', page && findPage(page, elementsOf(all).length)),
		row('all=true (§4.4)', 'all contacts', all && findAll(all, reads.expected)),
		row('Wrong key (§5)', 'HTTP 404', wrongKey && findWrongKey(wrongKey)),
		row('Unknown list (§7)', 'HTTP 404', unknownList && findUnknownList(unknownList)),
		row('Error (§7)', 'not shown', findError([wrongKey, unknownList])),
		row('Limits, version (§8, §9)', 'not shown', findHeaders(headers)),
	].flat();
}

const findLists = (count: number) =>
	count > 0
		? works(`${count} lists`)
		: open('no list', 'make a list with some contacts in it, and run this again');

function findEnvelope(body: unknown): Finding {
	if (Array.isArray(body)) return works('none: the array alone');
	const { status, ...others } = body as Record<string, unknown>;
	if (typeof status !== 'number') return works(`status is a ${typeof status}`);
	const missing = ['statusText', 'headers'].filter((field) => !(field in others));
	return works(missing.length > 0 ? `without ${missing.join(', ')}` : 'as documented');
}

/** Compares lists (§2.4) or contacts (§2.5) with the interface's rules; names documented fields only. */
function compareFields(
	{ json }: Validators,
	operation: 'getLists' | 'getListContacts',
	all: Element[],
): Finding | undefined {
	const elements = all.slice(0, MOST);
	if (elements.length === 0) return undefined;
	const differences = new Set<string>();
	const { errors } = json.validateResponse(elements, operation, 200);
	for (const { keyword, params, instancePath } of errors ?? []) {
		const [, index, field] = instancePath.split('/');
		// Without an index it is about the envelope, which these have been taken out of.
		if (index === undefined) continue;
		if (keyword === 'required') differences.add(`no ${params.missingProperty}`);
		else differences.add(field ? `another ${field}` : 'more fields');
	}
	const seen = [...differences].join(', ') || 'as documented';
	const lacks = (name: string) => elements.every((element) => asText(element[name]) === undefined);
	const needed = operation === 'getLists' ? 'id' : 'phone';
	if (lacks(needed)) return other(seen, `the node needs "${needed}"`);
	if (operation === 'getLists') return works(seen, lacks('title') ? 'the drop-down shows IDs' : '');
	const isClear = (entry: Element) =>
		isGroupEntry(entry) || /^(false|0|)$/i.test(String(entry.is_group).trim());
	return elements.every(isClear)
		? works(seen)
		: mind(seen, 'set Send To by hand: groups cannot be told from contacts');
}

function findPage(page: Exchange, all: number): Finding {
	if (page.error) return mind(statusOf(page), 'turn Return All on in Get List Contacts');
	const data = page.response?.data;
	if (!Array.isArray(data)) return works(shapeOf(data), 'the node requests all contacts');
	return data.length < all
		? works(`a page of ${data.length}`, 'for more, the node requests all contacts')
		: works(`all ${data.length} contacts`);
}

function findAll(all: Exchange, expected = 0): Finding {
	if (!all.wire || (all.error && all.wire.statusCode >= 429)) return again(all);
	if (all.error) return other(seenOf(all), 'the node cannot read a list');
	const { length } = elementsOf(all);
	const means = 'in Never Send To and Only Send To, use Phone Numbers: lists come incomplete';
	return length < expected ? mind(`${length} of ${expected}`, means) : works(`${length} contacts`);
}

const again = (exchange: Exchange) => open(seenOf(exchange), 'run this again later');

function statusOf({ wire, response }: Exchange): string {
	const [http, status] = [wire?.statusCode, response?.status];
	return `HTTP ${http}${status === http ? '' : `, status ${status} in it`}`;
}

function findWrongKey(exchange: Exchange): Finding {
	if (!exchange.wire) return again(exchange);
	if (!exchange.error) return other('your lists', 'the service does not look at the key');
	const isKnown = NO_KEY.includes(Number(exchange.response?.status));
	return works(statusOf(exchange), isKnown ? '' : 'errors do not say that it is the key');
}

function findUnknownList(exchange: Exchange): Finding {
	if (!exchange.wire) return again(exchange);
	if (exchange.error) return works(statusOf(exchange));
	const means = 'keep every list that Never Send To names: without it, nobody is left out';
	return elementsOf(exchange).length > 0
		? other('contacts', 'the service does not look at the ID of a list')
		: mind('an empty list', means);
}

function findError(exchanges: Array<Exchange | undefined>): Finding | undefined {
	const failed = exchanges.filter((exchange) => exchange?.error && exchange.wire);
	const bodies = failed.map((exchange) => exchange?.wire?.body);
	const seen = [...new Set(bodies.map(shapeOf))].join('; ');
	const hasReason = bodies.every((body) => responseText(body) !== '');
	return seen ? works(seen, hasReason ? '' : 'errors come without a reason') : undefined;
}

function findHeaders(headers: string[]): Finding {
	const names = headers.filter((name) => HEADER.test(name));
	return names.length > 0
		? works(names.join(', '), 'the node does not use them')
		: works('no header about it', 'set a delay between messages');
}
