import { yielder } from '../values/promises';

/** Shorter secrets would match ordinary words. */
const SHORTEST_SECRET = 6;
const REDACTED = '•••';
/** Deeper levels of a response are dropped: n8n cannot store thousands of them. */
const DEEPEST_LEVEL = 100;
const DROPPED = '…';
/** After so many values, and so many characters of a long text, n8n can do other work. */
const VALUES_AT_ONCE = 1000;
const CHARACTERS_AT_ONCE = 100_000;

const hexOf = (code: number, digits = 1) => code.toString(16).padStart(digits, '0');

/** A character of a secret: as it is, or as JSON, an address, a form or HTML escapes it, in either case. */
function characterPattern(character: string): string {
	const code = character.codePointAt(0)!;
	const units = character.split('').map((unit) => `\\\\u${hexOf(unit.charCodeAt(0), 4)}`);
	const bytes = Array.from(Buffer.from(character), (byte) => `%${hexOf(byte, 2)}`);
	const html = `&#(?:0{0,4}${code}|x0{0,4}${hexOf(code)});`;
	const escapes = [units.join(''), bytes.join(''), html].join('|');
	const inEitherCase = escapes.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
	// PHP escapes slashes in JSON, and a form writes `+` for a space.
	const itself = { '/': '\\\\?/', ' ': ' |\\+' }[character] ?? character.replace(/\W/g, '\\$&');
	// HTML 5 has a name for each sign: `&amp;`, `&lowbar;`
	const name = /[\W_]/.test(character) ? '|&[A-Za-z]{2,8};' : '';
	return `(?:${inEitherCase}${name}|${itself})`;
}

/** A secret as it is, as JSON escapes its quotes and backslashes, and in base64, also as addresses have that. */
function formsOf(secret: string): string[] {
	const text = secret.toWellFormed();
	const json = JSON.stringify(text).slice(1, -1);
	const base64 = Buffer.from(text).toString('base64').replaceAll('=', '');
	const signs = { '+': `(?:-|${characterPattern('+')})`, '/': `(?:_|${characterPattern('/')})` };
	const inBase64 = base64.replace(/[+/]/g, (sign) => signs[sign as '+' | '/']);
	const written = [...new Set([json, text])].map((one) =>
		asWord(one, Array.from(one, characterPattern).join('')),
	);
	return [...written, asWord(base64, `${inBase64}${characterPattern('=')}{0,2}`)];
}

/** The start of a word, also right after an escape such as `\n` in JSON or `%3D` in an address. */
const WORD_START = '(?:(?<![A-Za-z\\d])|(?<=%[\\dA-Fa-f]{2}|\\\\(?:[bfnrt]|u[\\dA-Fa-f]{4})))';
const WORD_END = '(?![A-Za-z\\d])';

/** A word that is no part of a longer one. Other scripts have no spaces. */
function asWord(text: string, pattern: string): string {
	const start = /^[a-z\d]/i.test(text) ? WORD_START : '';
	return start + pattern + (/[a-z\d]$/i.test(text) ? WORD_END : '');
}

/** What finds some secrets. */
interface Search {
	secrets: Set<string>;
	pattern: RegExp;
	/** The fewest and the most characters that one takes. */
	shortest: number;
	longest: number;
}

/** Credentials alternate, and building a pattern takes longer than a short response. */
const MOST_SEARCHES = 20;
const searches = new Map<string, Search>();

function searchFor(all: string[]): Search {
	const secrets = all.filter(({ length }) => length >= SHORTEST_SECRET);
	const key = JSON.stringify(secrets);
	const known = searches.get(key);
	if (known) return known;
	// The longest first, because one may be a part of another.
	const words = secrets.sort((one, other) => other.length - one.length).flatMap(formsOf);
	const pattern = new RegExp(words.join('|') || '(?!)', 'g');
	const shortest = secrets.at(-1)?.length ?? Infinity;
	const search = { secrets: new Set(secrets), pattern, shortest, longest: pattern.source.length };
	if (searches.size >= MOST_SEARCHES) searches.clear();
	searches.set(key, search);
	return search;
}

/** A text without secrets. A long one is searched in pieces, and a secret may lie on the border of two. */
async function redactLong(
	text: string,
	{ pattern, longest }: Search,
	pause: () => Promise<void>,
): Promise<string> {
	let redacted = '';
	let shown = 0;
	for (let start = 0; start < text.length; start += CHARACTERS_AT_ONCE) {
		const from = Math.max(0, start - longest);
		const end = start + CHARACTERS_AT_ONCE;
		const piece = text.slice(from, end + longest);
		pattern.lastIndex = Math.max(shown, start) - from;
		for (let found = pattern.exec(piece); found && from + found.index < end;) {
			redacted += text.slice(shown, from + found.index) + REDACTED;
			shown = from + pattern.lastIndex;
			found = pattern.exec(piece);
		}
		await pause();
	}
	return redacted + text.slice(shown);
}

/**
 * Replaces secrets in a response, wherever they are whole words: plain, JSON-escaped, percent-encoded or in
 * base64, also in field names. Changes the response itself, and lets n8n do other work in between.
 *
 * Drops everything that is nested more than 100 levels deep.
 *
 * @param response any value of JSON
 * @param secrets also a login like `user:password`; those under 6 characters are not replaced
 */
export async function redact<T>(response: T, secrets: string[]): Promise<T> {
	const search = searchFor(secrets);
	const root = { response };
	const pause = yielder();
	let values = 0;
	let parents: object[] = [root];
	for (let level = 0; parents.length > 0; level++) {
		const children: object[] = [];
		const redactText = (text: string) => {
			if (text.length < search.shortest) return text;
			if (text.length > CHARACTERS_AT_ONCE) return redactLong(text, search, pause);
			return text.replace(search.pattern, REDACTED);
		};
		const redactValue = (value: unknown): unknown => {
			if (typeof value === 'string') return redactText(value);
			// A secret of digits alone may come back as a number.
			if (typeof value === 'number') return search.secrets.has(String(value)) ? REDACTED : value;
			if (typeof value !== 'object' || value === null) return value;
			if (level >= DEEPEST_LEVEL) return DROPPED;
			children.push(value);
			return value;
		};
		for (const parent of parents) {
			for (const name of Object.keys(parent)) {
				if (++values % VALUES_AT_ONCE === 0) await pause();
				const value: unknown = Reflect.get(parent, name);
				const [newName, newValue] = [await redactText(name), await redactValue(value)];
				// Defining every field again would take twice the time.
				if (newName === name && newValue === value) continue;
				if (newName !== name) Reflect.deleteProperty(parent, name);
				// A response may have a field `__proto__`, which an assignment would not set.
				const field = { value: newValue, configurable: true, enumerable: true, writable: true };
				Reflect.defineProperty(parent, newName, field);
			}
		}
		parents = children;
	}
	return root.response;
}

/**
 * The same for the message of an error, which may quote a value of the item. A long value is cut, and shows only the
 * beginning of a secret before `…`.
 */
export async function redactError(error: Error, secrets: string[]): Promise<void> {
	error.message = await redact(error.message, secrets);
	for (const secret of secrets) {
		for (let end = secret.length; end >= SHORTEST_SECRET; end--)
			error.message = error.message.replaceAll(`${secret.slice(0, end)}…`, `${REDACTED}…`);
	}
}
