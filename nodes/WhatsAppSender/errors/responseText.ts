const LONGEST_TEXT = 300;
/** How far to look for a title. */
const LONGEST_MARKUP = 5000;

/**
 * The text of an error response of any shape (§7 shows none): JSON `error` or `message`, plain text,
 * or the title of an HTML page; one line, at most 300 characters. Empty where there is none.
 */
export function responseText(body: unknown): string {
	return oneLine(textIn(body), LONGEST_TEXT);
}

function textIn(body: unknown, depth = 0): string {
	if (typeof body === 'number') return String(body);
	if (typeof body === 'string') return isMarkup(body) ? textOfMarkup(body) : body;
	if (typeof body !== 'object' || body === null || depth > 3) return '';
	const { error, message, data, statusText } = body as Record<string, unknown>;
	const texts = [error, message, data, statusText].map((part) => textIn(part, depth + 1));
	// A code says less than a text beside it.
	return texts.find((text) => text !== '' && !/^\d+$/.test(text)) ?? texts.find(Boolean) ?? '';
}

/** Whether a text is HTML or XML, as a wrong address or a proxy returns. */
export function isMarkup(text: string): boolean {
	return /^\s*<[!?/a-z]/i.test(text);
}

/** A proxy sends these without a response from the server behind it. */
const PROXY_STATUSES = [502, 504, 520, 522, 524];
/** What Envoy writes where the server behind it has gone away, also in the middle of a request. */
const PROXY_TEXT = /upstream connect error|no healthy upstream/i;

/**
 * Whether a response is a proxy's, which may have passed the request on: also 503 where it is a web
 * page, as a router writes it whose application has died, or a proxy's own text.
 */
export function isOfProxy(status: number, body: unknown): boolean {
	if (status !== 503) return PROXY_STATUSES.includes(status);
	return (typeof body === 'string' && isMarkup(body)) || PROXY_TEXT.test(responseText(body));
}

function textOfMarkup(markup: string): string {
	const start = markup.slice(0, LONGEST_MARKUP);
	const title = /<title[^>]*>([^<]*)/i.exec(start)?.[1].trim();
	if (title) return title;
	return /<(!doctype|html|body)\b/i.test(start) ? '' : start.replace(/<[^>]*>/g, ' ');
}

/**
 * Text as an error message shows it: on one line, without control and invisible characters, at
 * most `longest` characters with an ellipsis where it was cut, never in the middle of an emoji.
 */
export function oneLine(text: string, longest: number): string {
	const line = text
		.slice(0, longest * 20)
		.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
		.trim();
	if (line.length <= longest) return line;
	return line.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '') + '…';
}
