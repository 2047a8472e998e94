import type { IDataObject } from 'n8n-workflow';
import { oneLine } from '../values/text';

const LONGEST_REASON = 300;
/** Characters of a page in which to look for its title. */
const LONGEST_MARKUP = 5000;
/** Levels of objects to look into, and elements or objects of each. */
const DEEPEST = 3;
const MOST_PARTS = 30;
/** Fields of an object to look at. */
const MOST_FIELDS = 1000;

/** Fields that contain the text of an error, the likeliest first. */
const TEXT_FIELDS =
	'error message reason detail msg description errors error_message title pesan mensagem mensaje'.split(
		' ',
	);

/** Texts that say no more than HTTP's status. */
const GENERAL = new RegExp(
	`^(\\d{3} )?(${[
		'bad request|unauthorized|unauthorised|payment required|forbidden|not found|method not allowed',
		'request time-?out|conflict|gone|payload too large|unprocessable (entity|content)',
		'too many requests|internal (server )?error|not implemented|bad gateway',
		'service (temporarily )?unavailable|gateway time-?out',
		'(an? )?(unknown |validation |server |api |request )?(error|fail(ed|ure)?)( occurred)?',
		'something went wrong|request failed with status code|ok|null',
		'(the )?(given |provided |submitted )?(request|data|input|parameters?) (is|was|are|were) (invalid|not valid)',
		'invalid (request|data|input|parameters?|payload)|one or more validation errors occurred',
	].join('|')})( \\d{3})?[.!]?$`,
	'i',
);

/**
 * The text of an error response of any shape (§7 shows none): of the usual fields, also one level down,
 * plain text, or the title of an HTML page. A specific text wins over "Bad Request" and the like.
 *
 * @param body an array contains several parts, the likeliest first
 * @returns one line, at most 300 characters; empty if there is none
 */
export function responseText(body: unknown): string {
	const texts = textsIn(body).map((text) => oneLine(text, LONGEST_REASON));
	const worded = texts.filter((text) => text !== '' && !/^\d+$/.test(text));
	const specific = worded.find((text) => !GENERAL.test(text.replaceAll('_', ' ')));
	return specific ?? worded[0] ?? texts.find(Boolean) ?? '';
}

/** The first fields of an object. Some services write `Status` or `Message`. */
export const withLowerCaseNames = (object: object): IDataObject =>
	Object.fromEntries(
		Object.keys(object)
			.slice(0, MOST_FIELDS)
			.map((name) => [name.toLowerCase(), Reflect.get(object, name) as IDataObject]),
	);

/** All texts of a response, the likeliest first. */
function textsIn(value: unknown, depth = 0, isOfError = false): string[] {
	if (typeof value === 'number') return [String(value)];
	if (typeof value === 'string') return [isMarkup(value) ? textOfMarkup(value) : value];
	if (Array.isArray(value)) {
		return value.slice(0, MOST_PARTS).flatMap((part) => textsIn(part, depth, isOfError));
	}
	if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
	const object = withLowerCaseNames(value);
	const texts = TEXT_FIELDS.flatMap((field) => textsIn(object[field], depth + 1, true));
	// `{ errors: { phone: ['is required'] } }`
	if (isOfError && texts.length === 0) {
		const words = Object.values(object).filter((part) => typeof part !== 'number');
		return words.slice(0, MOST_PARTS).flatMap((part) => textsIn(part, depth + 1, true));
	}
	// Another field is no error text, but an object in it may contain one.
	const objects = Object.entries(object)
		.filter(([name]) => !TEXT_FIELDS.includes(name))
		.filter(([, part]) => typeof part === 'object' && !Array.isArray(part))
		.slice(0, MOST_PARTS);
	return [...texts, ...objects.flatMap(([, part]) => textsIn(part, Math.max(depth + 1, DEEPEST)))];
}

/** Whether a text is HTML or XML, as a wrong address or a proxy returns. */
export const isMarkup = (text: string): boolean => /^\s*<[!?/a-z]/i.test(text);

/** A proxy sends these in place of the response of the server behind it. */
const PROXY_STATUSES = [408, 499, 502, 504, 520, 522, 524];
/** What proxies write with 503 (Envoy, Traefik, Kong, Varnish, Cloudflare), also in the middle of a request. */
const PROXY_TEXT =
	/\bupstream\b|no available server|backend fetch failed|ring-balancer|error code: 5\d\d/i;

/** Whether a proxy answered, which may have passed the request on: also 503 with a web page or a proxy's own text. */
export function isOfProxy(status: number, body: unknown): boolean {
	if (status !== 503) return PROXY_STATUSES.includes(status);
	return (typeof body === 'string' && isMarkup(body)) || PROXY_TEXT.test(responseText(body));
}

function textOfMarkup(markup: string): string {
	const start = markup.slice(0, LONGEST_MARKUP);
	const title = /<title[^<>]*>([^<]*)/i.exec(start)?.[1].trim();
	if (title) return title;
	return /<(!doctype|html|body)/i.test(start) ? '' : start.replace(/<[^<>]*>/g, ' ');
}
