import { endsOf, readingsAt } from './escapes';

/** Shorter ones would be found in ordinary words. */
const SHORTEST_SECRET = 6;
const REDACTED = '•••';
/** Levels of a response that are kept: n8n cannot store what is nested thousands of times. */
const DEEPEST = 100;
const DROPPED = '…';

/** The service's own fields (§2.1, §2.4, §2.5), which stay where a secret is called so. */
const FIELDS = new Set(
	(
		'status statusText data headers content-length content-type ' +
		'id title contacts updated_at name phone is_group created_at'
	).split(' '),
);

/**
 * A response without the secrets that the request carried, wherever the other side repeats them as
 * whole words: as they are, escaped as in JSON, addresses and HTML, in base64, or as misread UTF-8.
 * In names of fields too: what is stored cannot be taken back, and a field that is missing is seen.
 *
 * What is nested more than 100 levels deep is dropped.
 *
 * @param response anything that JSON can hold; returned unchanged where there is nothing to redact
 * @param secrets also a login like `user:password`; those under 6 characters stay
 */
export function redact<T>(response: T, secrets: string[]): T {
	const forms = formsOf(secrets);
	const beginning = beginningOf(forms);
	const textWithout = (text: string) => withoutForms(text, forms, beginning);
	const nameWithout = (name: string) => (FIELDS.has(name) ? name : textWithout(name));
	// A secret of digits alone may come back as a number.
	const numbers = forms.filter((form) => /^\d+$/.test(form)).map(Number);

	const mustChange = (value: unknown, level: number): boolean => {
		if (typeof value === 'string') return textWithout(value) !== value;
		if (typeof value === 'number') return numbers.includes(value);
		if (typeof value !== 'object' || value === null) return false;
		if (level > DEEPEST) return true;
		if (Array.isArray(value)) return value.some((inner) => mustChange(inner, level + 1));
		// The loop that needs the least memory, for lists of 100,000 contacts.
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

const quote = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** All that is looked for: a header like `Bearer X` also as `X`. */
function formsOf(secrets: string[]): string[] {
	const tokens = secrets.map((secret) => secret.replace(/^[^\s:]+[ \t]+(?=\S+$)/, ''));
	const forms = [...secrets, ...tokens].flatMap(writingsOf);
	return [...new Set(forms)].filter(({ length }) => length >= SHORTEST_SECRET);
}

/** A secret as it is, in base64, for addresses, and as misread UTF-8. */
function writingsOf(secret: string): string[] {
	if (secret.length < SHORTEST_SECRET) return [];
	const text = secret.toWellFormed();
	const [utf8, latin1] = [Buffer.from(text, 'utf8'), Buffer.from(text, 'latin1')];
	return [text, utf8.toString('latin1'), utf8.toString('base64'), latin1.toString('base64')]
		.flatMap((form) => [form, form.replaceAll(' ', '+'), form.replace(/[+/]/g, forAddress)])
		.flatMap((form) => [form, form.replace(/=+$/, '')]);
}

const forAddress = (character: string) => (character === '+' ? '-' : '_');

/** Where a form may begin in a text: nearly all texts have no such place, and are left at that. */
function beginningOf(forms: string[]): RegExp {
	const starts = forms.map((form) => quote(form.charAt(0)));
	const codes = forms.map((form) => form.charCodeAt(0).toString(16));
	const plain = forms.map((form, at) => `${starts[at]}(?=[\\\\%&]|${quote(form.charAt(1))})`);
	const escaped = [
		`\\\\(?=\\\\{0,7}(?:[%&u]|${starts.join('|')}))`,
		`%(?=(?:25){0,3}(?:26|5c|${codes.join('|')}))`,
		'&(?=[#%a-z])',
	];
	return new RegExp(forms.length > 0 ? [...plain, ...escaped].join('|') : '(?!)', 'gi');
}

function withoutForms(text: string, forms: string[], beginning: RegExp): string {
	let [kept, done] = ['', 0];
	beginning.lastIndex = 0;
	while (beginning.test(text)) {
		const place = beginning.lastIndex - 1;
		const end = endOfForm(text, place, forms);
		if (end === 0) continue;
		kept += text.slice(done, place) + REDACTED;
		beginning.lastIndex = done = end;
	}
	return kept + text.slice(done);
}

/** Where the longest form that begins at a place ends; 0 where none does, or only in a word. */
function endOfForm(text: string, place: number, forms: string[]): number {
	const readings = readingsAt(text, place);
	let longest = 0;
	for (const form of forms) {
		if (!readings.some(([written]) => form.startsWith(written))) continue;
		for (const end of endsOf(form, text, place)) {
			if (!isInWord(form, text, place, end)) longest = Math.max(longest, end);
		}
	}
	return longest;
}

function isInWord(form: string, text: string, place: number, end: number): boolean {
	if (isWord(form.slice(-1)) && isWord(text.charAt(end))) return true;
	if (!isWord(form.charAt(0)) || !isWord(text.charAt(place - 1))) return false;
	return !ENDS_ESCAPED.test(text.slice(Math.max(0, place - 12), place));
}

const isWord = (character: string) => /^[\p{L}\p{N}]$/u.test(character);

/** An escape of neither a letter nor a digit, although its own last character is one. */
const ENDS_ESCAPED =
	/(?:(?:\\|%5c)(?:[bfnrt]|u00(?!3\d|[46][1-9a-f]|[57][\da])..)|%(?:25)?(?!3\d|[46][1-9a-f]|[57][\da])[\da-f]{2})$/i;
