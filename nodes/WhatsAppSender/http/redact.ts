import { yielder } from '../values/promises';

/** Shorter secrets would match ordinary words. */
const SHORTEST_SECRET = 6;
const REDACTED = '•••';
/** Deeper levels of a response are dropped: n8n cannot store thousands of them. */
const DEEPEST_LEVEL = 100;
const DROPPED = '…';
/** Values between two looks at the clock. */
const VALUES_AT_ONCE = 1000;

/** A text as services and n8n write it. PHP escapes slashes, and Python all that is not ASCII. */
function writingsOf(text: string): string[] {
	const json = JSON.stringify(text).slice(1, -1);
	const address = encodeURIComponent(text.toWellFormed());
	return [
		text,
		json,
		json.replaceAll('/', '\\/'),
		json.replace(/[^\0-\x7f]/g, (unit) => `\\u${hexOf(unit)}`),
		address,
		address.replace(/%../g, (byte) => byte.toLowerCase()),
		new URLSearchParams([['', text]]).toString().slice(1),
	];
}

const hexOf = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0');

/** A secret as it is and in base64, with and without the padding, in all writings. */
function formsOf(secret: string): string[] {
	if (secret.length < SHORTEST_SECRET) return [];
	const bytes = Buffer.from(secret.toWellFormed());
	const base64 = bytes.toString('base64');
	const texts = [secret, base64, base64.replace(/={1,2}$/, ''), bytes.toString('base64url')];
	return texts.flatMap(writingsOf);
}

/** A letter or digit that is no part of the word before it: of a line break in JSON, or of `%3D` in an address. */
const WORD_START = '(?:(?<![A-Za-z\\d])|(?<=%[\\dA-Fa-f]{2}|\\\\(?:[bfnrt]|u[\\dA-Fa-f]{4})))';
const WORD_END = '(?![A-Za-z\\d])';

/** All forms as whole words, the longest first, because one may be a part of another. Other scripts have no spaces. */
function patternOf(forms: Set<string>): RegExp {
	const words = [...forms]
		.sort((one, other) => other.length - one.length)
		.map((form) => {
			const literal = form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
			const start = /^[a-z\d]/i.test(form) ? WORD_START : '';
			return start + literal + (/[a-z\d]$/i.test(form) ? WORD_END : '');
		});
	return new RegExp(words.join('|') || '(?!)', 'g');
}

/** The last search: nearly all responses have the same secrets, and building it takes longer than a short response. */
let last = { key: '', forms: new Set<string>(), pattern: patternOf(new Set()) };

function search(secrets: string[]): typeof last {
	const key = JSON.stringify(secrets);
	if (key !== last.key) {
		const forms = new Set(secrets.flatMap(formsOf));
		last = { key, forms, pattern: patternOf(forms) };
	}
	return last;
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
	const { forms, pattern } = search(secrets);
	const root = { response };
	const pause = yielder();
	let values = 0;
	let parents: object[] = [root];
	for (let level = 0; parents.length > 0; level++) {
		const children: object[] = [];
		const redactValue = (value: unknown): unknown => {
			if (typeof value === 'string') return value.replace(pattern, REDACTED);
			// A secret of digits alone may come back as a number.
			if (typeof value === 'number') return forms.has(String(value)) ? REDACTED : value;
			if (typeof value !== 'object' || value === null) return value;
			if (level >= DEEPEST_LEVEL) return DROPPED;
			children.push(value);
			return value;
		};
		for (const parent of parents) {
			for (const name of Object.keys(parent)) {
				if (++values % VALUES_AT_ONCE === 0) await pause();
				const value: unknown = Reflect.get(parent, name);
				const [newName, newValue] = [name.replace(pattern, REDACTED), redactValue(value)];
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
export async function redactError(error: unknown, secrets: string[]): Promise<void> {
	if (!(error instanceof Error)) return;
	error.message = await redact(error.message, secrets);
	for (const secret of secrets) {
		for (let end = secret.length; end >= SHORTEST_SECRET; end--)
			error.message = error.message.replaceAll(`${secret.slice(0, end)}…`, `${REDACTED}…`);
	}
}
