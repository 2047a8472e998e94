import { isMarkup, isOfProxy, responseText } from '../../nodes/WhatsAppSender/errors/responseText';
import type { Exchange } from './client';
import { open, other, seenOf, type Finding } from './rows';

const OTHER = "another interface, which this node does not support: use n8n's HTTP Request node";
const AUTHORIZATION = /www-authenticate|\bauthorization\b|\bbearer\b|access.?token/i;
const FIELD =
	/(token|device|target) (is )?(invalid|required|missing)|(invalid|unknown) (token|user)/i;
const ROUTER =
	/cannot get|no route|route .*not found|(no such|unknown) (route|endpoint|path)|\/lists/i;

/** What other interfaces write in their responses, names of headers included; the first row that fits. */
const INTERFACES: Array<[writes: RegExp, why: string]> = [
	[/fbtrace_id|GraphMethodException/, "Meta's Graph API: use n8n's WhatsApp Business Cloud node"],
	[/twilio/i, "Twilio: use n8n's Twilio node"],
	[/must provide query|graphql/i, `a GraphQL API: ${OTHER}`],
	[/jsonapi/, `a JSON:API: ${OTHER}`],
	[AUTHORIZATION, `it wants the key in the header Authorization: ${OTHER}`],
	[/\b(session|instance)s?\b/i, `it has a session or an instance in its addresses: ${OTHER}`],
	[FIELD, `it wants a token or a device as a form field: ${OTHER}`],
	[ROUTER, `it has no address /lists/: check Base URL; if it is right, it is ${OTHER}`],
];

/** In the node's words for what goes wrong on the way: the report does not say whose service it is. */
const HOST = / (at|from|of) [^\s:]+(:\d+)?/;
const LOGIN = /type=["']?password|\b(log|sign)[ -]?in\b/i;

/** Why `GET /lists/` brought no lists. @param nowhere the response of an address that is not there */
export function whyNotLists(lists: Exchange, nowhere?: Exchange): Finding {
	const [{ wire, response, error }, seen] = [lists, seenOf(lists)];
	if (!wire || !response) return open(seen, `${error?.message.replace(HOST, '')}`);
	const { status } = response;
	if (status >= 300 && status < 400)
		return open(seen, 'it redirects: set Base URL to the address it redirects to');
	if (isOfProxy(status, wire.body))
		return open(seen, 'a proxy answered: the service behind it is down, or check your proxy');
	const text = typeof wire.body === 'string' ? wire.body : JSON.stringify(wire.body ?? '');
	if (isMarkup(text) && status < 300) {
		const page = LOGIN.test(text) ? 'a login page' : 'a website';
		return other(seen, `${page}: enter the address of the API, which often starts with api.`);
	}
	const headers = Object.keys(wire.headers).join(' ');
	const known = INTERFACES.find(([writes]) => writes.test(`${headers} ${text.slice(0, 5000)}`));
	if (known) return other(seen, known[1]);
	if (status === 401 || status === 403) return open(seen, 'the key was refused: check it');
	if (status === 429) return open(seen, 'too many requests: wait, and run this again');
	if (status >= 500) return open(seen, 'the service is down, or busy: run this again later');
	if (status !== 404) return other(seen, OTHER);
	const isAlike = responseText(wire.body) === responseText(nowhere?.wire?.body);
	return open(
		seen,
		`the key is not valid${isAlike ? ', or Base URL is wrong: check both' : ': check it'}`,
	);
}
