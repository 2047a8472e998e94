/** Shorter secrets would match ordinary words. */
const SHORTEST_SECRET = 6;
const REDACTED = '•••';
/** Deeper levels of a response are dropped: n8n cannot store thousands of them. */
const DEEPEST = 100;
const DROPPED = '…';

/** The service's field names (§2.1, §2.4, §2.5) stay, even if a secret has the same text. */
const FIELDS = new Set(
	(
		'status statusText data headers content-length content-type ' +
		'id title contacts updated_at name phone is_group created_at'
	).split(' '),
);

/**
 * Replaces the request's secrets in a response if they are there as whole words: as they are, as JSON
 * inside a text, percent-encoded, as HTML entities, or in base64, also in names of fields.
 *
 * Drops everything that is nested more than 100 levels deep.
 *
 * @param response anything that JSON can hold
 * @param secrets also a login like `user:password`; those under 6 characters are not replaced
 * @returns the same object if there is nothing to redact
 */
export function redact<T>(response: T, secrets: string[]): T {
	const forms = secrets.filter(({ length }) => length >= SHORTEST_SECRET).flatMap(formsOf);
	// Built when first needed: most texts contain no secret.
	let pattern: RegExp | undefined;
	const textWithout = (text: string) => {
		if (!ESCAPES.test(text) && !forms.some((form) => text.includes(form))) return text;
		pattern ??= patternOf(forms);
		return text.replace(pattern, REDACTED);
	};
	const nameWithout = (name: string) => (FIELDS.has(name) ? name : textWithout(name));
	// A secret of digits alone may come back as a number.
	const numbers = forms.filter((form) => /^\d+$/.test(form)).map(Number);

	const mustChange = (value: unknown, level: number): boolean => {
		if (typeof value === 'string') return textWithout(value) !== value;
		if (typeof value === 'number') return numbers.includes(value);
		if (typeof value !== 'object' || value === null) return false;
		if (level > DEEPEST) return true;
		if (Array.isArray(value)) return value.some((inner) => mustChange(inner, level + 1));
		// This loop needs the least memory for lists of 100,000 contacts.
		for (const key in value) {
			if (nameWithout(key) !== key || mustChange((value as never)[key], level + 1)) return true;
		}
		return false;
	};
	const without = (value: unknown, level: number): unknown => {
		if (typeof value === 'string') return textWithout(value);
		if (typeof value === 'number') return numbers.includes(value) ? REDACTED : value;
		if (typeof value !== 'object' || value === null) return value;
		if (level > DEEPEST) return DROPPED;
		if (Array.isArray(value)) return value.map((inner) => without(inner, level + 1));
		const entries = Object.entries(value);
		return Object.fromEntries(
			entries.map(([key, inner]) => [nameWithout(key), without(inner, level + 1)]),
		);
	};
	return mustChange(response, 1) ? (without(response, 1) as T) : response;
}

/** JSON, addresses and HTML begin their escapes with these. */
const ESCAPES = /[\\%&]/;

/** A secret as it is, and in base64, with and without the padding. */
function formsOf(secret: string): string[] {
	const text = secret.toWellFormed();
	const base64 = Buffer.from(text, 'utf8').toString('base64');
	const forAddress = Buffer.from(text, 'utf8').toString('base64url');
	return [text, base64, base64.replace(/=+$/, ''), forAddress];
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
const ENDS_ESCAPED = `\\\\[bfnrt]|(?:\\\\u00|%(?:25)?)(?!3\\d|[46][1-9a-fA-F]|[57][\\daA])[\\da-fA-F]{2}`;

function wordOf(form: string): string {
	const before = isWord(form.charAt(0)) ? `(?:(?<!${WORD})|(?<=${ENDS_ESCAPED}))` : '';
	const after = isWord(form.slice(-1)) ? `(?!${WORD})` : '';
	const parts = form.match(/\\+|[^\\]/gu) ?? [];
	return before + parts.map(writingsOf).join('') + after;
}

/** HTML's names of characters that a key may have. */
const NAMES: Record<string, string> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
	'/': 'sol',
	'\\': 'bsol',
	'+': 'plus',
	'=': 'equals',
	_: 'lowbar',
	'.': 'period',
	':': 'colon',
	'%': 'percnt',
};

/**
 * How others write a character, also within JSON or an address that was escaped once more.
 *
 * @param part a character, or a run of backslashes, which could be read in very many ways one by one
 */
function writingsOf(part: string): string {
	const character = String.fromCodePoint(part.codePointAt(0) as number);
	const times = part.length / character.length;
	const units = character.split('').map((unit) => `\\\\{1,3}u${hex(unit.charCodeAt(0), 4)}`);
	const bytes = [...Buffer.from(character)].map((byte) => `%(?:25)?${hex(byte, 2)}`);
	const point = character.codePointAt(0) as number;
	const names = [`#0{0,4}${point}`, `#[xX]0{0,4}${hex(point, 1)}`, NAMES[character]];
	const entity = `&(?:amp;)?(?:${names.filter(Boolean).join('|')});`;
	const escaped = `(?:${units.join('')}|${bytes.join('')}|${entity}){${times}}`;
	if (character === '\\') return `(?:${escaped}|\\\\{${times},${4 * times}})`;
	const plain = isWord(character) ? character : `\\\\{0,3}${quoteLiteral(character)}`;
	// The escapes first: they may begin with the character itself.
	return `(?:${escaped}|${plain}${character === ' ' ? '|\\+' : ''})`;
}

const quoteLiteral = (character: string) => character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');

const hex = (code: number, digits: number) =>
	code
		.toString(16)
		.padStart(digits, '0')
		.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
