const LONGEST_TEXT = 300;

/**
 * The other side's own words for what went wrong, from an error body of any shape (§7 shows none):
 * JSON `error` or `message`, plain text, or the title of an HTML page; one line, at most 300
 * characters. Empty where it said nothing.
 */
export function responseText(body: unknown): string {
	const text = textOf(body)
		.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
		.trim();
	return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
}

function textOf(body: unknown, depth = 0): string {
	if (typeof body === 'number') return String(body);
	if (typeof body === 'string') return isHtml(body) ? titleOf(body) : body;
	if (typeof body !== 'object' || body === null || depth > 3) return '';
	const { error, message, data, statusText } = body as Record<string, unknown>;
	for (const part of [error, message, data, statusText]) {
		const text = textOf(part, depth + 1);
		if (text) return text;
	}
	return '';
}

/** Whether a text is a web page, as a wrong address or a proxy answers. */
export function isHtml(text: string): boolean {
	return /^\s*(<!--.*?-->\s*)*<(!doctype|html|head|body)\b/is.test(text.slice(0, 1000));
}

function titleOf(html: string): string {
	const title = /<title[^>]*>([^<]*)/i.exec(html.slice(0, 20_000))?.[1].trim();
	return title ? `a web page titled "${title}"` : 'a web page';
}
