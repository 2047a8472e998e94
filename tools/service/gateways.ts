import { isMarkup, isOfProxy, responseText } from '../../nodes/WhatsAppSender/errors/responseText';
import type { Exchange } from './client';
import type { Level } from './rows';

const OTHER = "which this node does not support: use n8n's HTTP Request node";

/** What other interfaces write in their responses, headers included; the first row that fits. */
const INTERFACES: Array<[writes: RegExp, why: string]> = [
	[
		/fbtrace_id|GraphMethodException/,
		"this is Meta's Graph API: use n8n's WhatsApp Business Cloud node",
	],
	[/twilio/i, "this is Twilio: use n8n's Twilio node"],
	[/must provide query|graphql/i, `this is a GraphQL API, ${OTHER}`],
	[/jsonapi|vnd\.api\+json/, `this is a JSON:API, ${OTHER}`],
	[
		/www-authenticate|\bauthorization\b|\bbearer\b|access.?token/i,
		`it wants the key in the header Authorization: another kind of gateway, ${OTHER}`,
	],
	[
		/\b(session|instance)s?\b/i,
		`it has a session or an instance in its addresses: another kind of gateway, ${OTHER}`,
	],
	[
		/(target|device|token)\b[^"]*\b(invalid|required|unknown|missing)|(invalid|unknown|missing) (device|token|user)/i,
		`it wants a token or a device as a form field: another kind of gateway, ${OTHER}`,
	],
	[
		/cannot get|no route|route .*not found|no such (route|endpoint)|unknown (path|url|endpoint|method)|\/lists/i,
		`it has no address /lists/: check Base URL; if it is right, it is another kind of gateway, ${OTHER}`,
	],
];

const LOGIN = /type=["']?password|\b(log|sign)[ -]?in\b/i;

/** Why `GET /lists/` brought no lists, with what to do. @param nowhere the response of an address that is not there */
export function whyNotLists(lists: Exchange, nowhere?: Exchange): [Level, string] {
	const { wire, response, error } = lists;
	const inOneSentence = (error?.message ?? '').replace(/^./, (first) => first.toLowerCase());
	if (!wire || !response) return ['open', inOneSentence];
	const { status } = response;
	const text = textOf(lists);
	if (status >= 300 && status < 400)
		return ['open', 'it redirects: set Base URL to the address it redirects to'];
	if (isOfProxy(status, wire.body))
		return ['open', 'a proxy answered: the service behind it is down, or check your proxy'];
	if (typeof wire.body === 'string' && isMarkup(wire.body) && status < 300) {
		const page = LOGIN.test(wire.body) ? 'a login page' : 'a website';
		return ['other', `this is ${page}: enter the address of the API, which often starts with api.`];
	}
	const known = INTERFACES.find(([writes]) => writes.test(text));
	if (known) return ['other', known[1]];
	if (status === 401 || status === 403) return ['open', 'the key was refused: check it'];
	if (status === 429) return ['open', 'too many requests: wait, and run this again'];
	if (status >= 500) return ['open', 'the service is down, or busy: run this again later'];
	if (status === 404) {
		return responseText(wire.body) === responseText(nowhere?.wire?.body)
			? [
					'open',
					'the key is not valid, or Base URL is wrong: it answers like an address that is not there',
				]
			: ['open', 'the key is not valid: check it'];
	}
	return ['other', `this is another kind of gateway, ${OTHER}`];
}

function textOf({ wire }: Exchange): string {
	const body = typeof wire?.body === 'string' ? wire.body : JSON.stringify(wire?.body ?? '');
	return `${Object.keys(wire?.headers ?? {}).join(' ')} ${wire?.headers['content-type']} ${body.slice(0, 5000)}`;
}
