import { responseText } from '../../nodes/WhatsAppSender/errors/responseText';
import { asText } from '../../nodes/WhatsAppSender/values/checks';
import type { Validators } from '../../sandbox/validate';
import type { Exchange } from './client';
import { compareFields } from './fields';
import { whyNotLists } from './gateways';
import { elementsOf, type Reads } from './reads';
import { seenOf, shapeOf, type Finding, type Point } from './rows';

/** What the node takes for a key that is not accepted, before it sends (Check All Items First). */
const NO_KEY = [401, 403, 404];
const WORKS = 'works';

/** What the requests that only read show. */
export const readPoints = (validators: Validators): Array<Point<Reads>> => [
	['Lists (§4.3)', 'HTTP 200, data is an array', findLists],
	['Envelope (§2.1)', 'status, statusText, data, headers', ({ lists }) => findEnvelope(lists)],
	[
		'A list (§2.4)',
		'id, title, contacts, updated_at',
		({ lists }) => {
			const elements = elementsOf(lists);
			return elements.length > 0 ? compareFields(validators, 'getLists', elements) : undefined;
		},
	],
	[
		'A contact (§2.5)',
		'name, phone, is_group, id, created_at, updated_at',
		({ all }) => {
			const elements = elementsOf(all);
			return elements.length > 0
				? compareFields(validators, 'getListContacts', elements)
				: undefined;
		},
	],
	['Times (§2.4)', 'milliseconds', ({ lists }) => findTimes(elementsOf(lists)[0]?.updated_at)],
	['Page (§4.4)', 'not shown', findPage],
	['all=true (§4.4)', 'all contacts', findAll],
	['Wrong key (§5)', 'HTTP 404', findWrongKey],
	[
		'Unknown list (§7)',
		'HTTP 404',
		({ unknownList }) => unknownList && findUnknownList(unknownList),
	],
	['Error (§7)', 'not shown', findError],
	['Limits, version (§8, §9)', 'not shown', ({ lists }) => findHeaders(lists)],
];

function findLists({ lists, ...others }: Reads): Finding {
	if (lists.error) {
		const [level, why] = whyNotLists(lists, others.unknownPath);
		return [level, seenOf(lists), why];
	}
	const { length } = elementsOf(lists);
	if (length > 0) return [WORKS, `${length} lists`, WORKS];
	return ['open', 'no list', 'make a list with some contacts in it, and run this again'];
}

function findEnvelope({ wire, error }: Exchange): Finding | undefined {
	if (error) return undefined;
	const body = wire?.body as Record<string, unknown> | unknown[];
	if (Array.isArray(body)) return [WORKS, 'none: the array alone', WORKS];
	const missing = ['statusText', 'headers'].filter((field) => !(field in body));
	const seen = [
		typeof body.status !== 'number' && `status is a ${typeof body.status}`,
		missing.length > 0 && `without ${missing.join(', ')}`,
	].filter(Boolean);
	return [WORKS, seen.join('; ') || 'as documented', WORKS];
}

function findTimes(time: unknown): Finding | undefined {
	if (time === undefined) return undefined;
	const number = Number(asText(time));
	const unit = number > 1e11 ? 'milliseconds' : number > 1e8 ? 'seconds' : shapeOf(time);
	return [WORKS, unit, unit === 'milliseconds' ? WORKS : 'works; the node returns it unchanged'];
}

function findPage({ page, all }: Reads): Finding | undefined {
	if (!page) return undefined;
	if (page.error) return ['mind', statusOf(page), 'turn Return All on in Get List Contacts'];
	const { length } = elementsOf(page);
	const data = page.response?.data;
	if (!Array.isArray(data)) return [WORKS, shapeOf(data), 'works; the node requests all contacts'];
	return length < elementsOf(all).length
		? [WORKS, `a page of ${length}`, 'works; for more, the node requests all contacts']
		: [WORKS, `all ${length} contacts`, WORKS];
}

function findAll({ all, expected = 0 }: Reads): Finding | undefined {
	if (!all) return undefined;
	if (all.error) {
		const isDown = !all.wire || all.wire.statusCode >= 429;
		return isDown
			? ['open', seenOf(all), 'run this again later']
			: ['other', seenOf(all), 'the node cannot read a list'];
	}
	const { length } = elementsOf(all);
	return length < expected
		? [
				'mind',
				`${length} of ${expected}`,
				'in Never Send To and Only Send To, use Phone Numbers: lists come incomplete',
			]
		: [WORKS, `${length} contacts`, WORKS];
}

const statusOf = ({ wire, response }: Exchange) => {
	const [http, status] = [wire?.statusCode, response?.status];
	return `HTTP ${http}${status === http ? '' : `, status ${status} in it`}`;
};

function findWrongKey({ lists, wrongKey }: Reads): Finding | undefined {
	if (!wrongKey || lists.error) return undefined;
	if (!wrongKey.wire) return ['open', 'no response', 'run this again later'];
	if (!wrongKey.error) return ['other', 'your lists', 'the service does not look at the key'];
	return NO_KEY.includes(Number(wrongKey.response?.status))
		? [WORKS, statusOf(wrongKey), WORKS]
		: [WORKS, statusOf(wrongKey), 'works; errors do not say that it is the key'];
}

function findUnknownList(exchange: Exchange): Finding {
	if (!exchange.wire) return ['open', 'no response', 'run this again later'];
	if (exchange.error) return [WORKS, statusOf(exchange), WORKS];
	return elementsOf(exchange).length > 0
		? ['other', 'contacts', 'the service does not look at the ID of a list']
		: [
				'mind',
				'an empty list',
				'keep every list that Never Send To names: without it, nobody is left out',
			];
}

function findError({ lists, wrongKey, unknownList }: Reads): Finding | undefined {
	const failed = [wrongKey, unknownList].filter((exchange) => exchange?.error && exchange.wire);
	const bodies = failed.map((exchange) => exchange?.wire?.body);
	if (lists.error || bodies.length === 0) return undefined;
	const seen = [...new Set(bodies.map(shapeOf))].join('; ');
	const hasReason = bodies.every((body) => responseText(body) !== '');
	return [WORKS, seen, hasReason ? WORKS : 'works; errors come without a reason'];
}

/** Of headers only names that are known from other services: anything else could be about somebody. */
function findHeaders({ wire, error }: Exchange): Finding | undefined {
	if (error || !wire) return undefined;
	const usual =
		/^(x-)?(rate-?limit(-limit|-remaining|-reset|-policy)?|retry-after|(api-)?version)$/;
	const names = Object.keys(wire.headers).filter((name) => usual.test(name));
	const means = names.length > 0 ? 'the node does not use them' : 'set a delay between messages';
	return [WORKS, names.join(', ') || 'no header about it', means];
}
