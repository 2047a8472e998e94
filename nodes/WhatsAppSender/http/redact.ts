/** Shorter secrets would match ordinary words. */
const SHORTEST_SECRET = 6;
const REDACTED = '•••';
/** Deeper levels of a response are dropped: n8n cannot store thousands of them. */
const DEEPEST = 100;
const DROPPED = '…';

/**
 * Replaces secrets in a response, wherever they are whole words: plain, JSON-escaped, percent-encoded or in
 * base64, also in field names.
 *
 * Drops everything that is nested more than 100 levels deep.
 *
 * @param response any value of JSON
 * @param secrets also a login like `user:password`; those under 6 characters are not replaced
 */
export function redact<T>(response: T, secrets: string[]): T {
	const forms = secrets.flatMap(formsOf);
	// Built when first needed: most texts contain no secret.
	let pattern: RegExp | undefined;
	const redactText = (text: string) => {
		if (text.length < SHORTEST_SECRET) return text;
		if (!ESCAPES.test(text) && !forms.some((form) => text.includes(form))) return text;
		pattern ??= patternOf(forms);
		return text.replace(pattern, REDACTED);
	};
	const redactValue = (value: unknown, level: number): unknown => {
		if (typeof value === 'string') return redactText(value);
		// A secret of digits alone may come back as a number.
		if (typeof value === 'number') return forms.includes(String(value)) ? REDACTED : value;
		if (typeof value !== 'object' || value === null) return value;
		if (level > DEEPEST) return DROPPED;
		if (Array.isArray(value)) return value.map((inner) => redactValue(inner, level + 1));
		const entries = Object.entries(value);
		return Object.fromEntries(
			entries.map(([name, inner]) => [redactText(name), redactValue(inner, level + 1)]),
		);
	};
	return redactValue(response, 1) as T;
}

/** JSON and addresses begin their escapes with these. */
const ESCAPES = /[\\%]/;

/** A secret as it is, and in base64, with and without the padding. */
function formsOf(secret: string): string[] {
	if (secret.length < SHORTEST_SECRET) return [];
	const bytes = Buffer.from(secret.toWellFormed());
	const base64 = bytes.toString('base64');
	return [bytes.toString(), base64, base64.replace(/=+$/, ''), bytes.toString('base64url')];
}

/** All forms as whole words, the longest first, because one may be a part of another. */
function patternOf(forms: string[]): RegExp {
	const words = [...new Set(forms)].sort((one, other) => other.length - one.length).map(wordOf);
	return new RegExp(words.length > 0 ? words.join('|') : '(?!)', 'g');
}

/** A character of a word. Other scripts are left out, because they write without spaces. */
const WORD = '[A-Za-z\\d]';
const isWord = (character: string) => /^[a-z\d]$/i.test(character);
/** An escape that ends in a letter or a digit, but stands for another character. */
const ENDS_ESCAPED = `\\\\[bfnrt]|(?:\\\\u00|%)(?!3\\d|[46][1-9a-fA-F]|[57][\\daA])[\\da-fA-F]{2}`;

function wordOf(form: string): string {
	const start = isWord(form.charAt(0)) ? `(?:(?<!${WORD})|(?<=${ENDS_ESCAPED}))` : '';
	const end = isWord(form.slice(-1)) ? `(?!${WORD})` : '';
	return start + [...form].map(writingsOf).join('') + end;
}

/** How JSON and addresses write a character. */
function writingsOf(character: string): string {
	const units = character.split('').map((unit) => `\\\\u${hex(unit.charCodeAt(0), 4)}`);
	const bytes = [...Buffer.from(character)].map((byte) => `%${hex(byte, 2)}`);
	const escaped = `${units.join('')}|${bytes.join('')}`;
	const plain = isWord(character) ? character : `\\\\?${quoteLiteral(character)}`;
	// The escapes first: they may begin with the character itself.
	return `(?:${escaped}|${plain}${character === ' ' ? '|\\+' : ''})`;
}

const quoteLiteral = (character: string) => character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');

const hex = (code: number, digits: number) =>
	code
		.toString(16)
		.padStart(digits, '0')
		.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
