/** Shorter ones would be found in ordinary words. */
const SHORTEST_SECRET = 6;
const REDACTED = '•••';
/** Levels of a response that are kept: n8n cannot store what is nested thousands of times. */
const DEEPEST = 100;
const DROPPED = '…';
/** Escapes in one another that are read: an address in JSON, JSON in JSON. */
const MOST_ESCAPES = 2;
/** Characters of a text in which escapes are read; a longer one holds n8n up for seconds. */
const LONGEST_ESCAPED = 1_000_000;

const JSON_ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
/** HTML's names of the characters that a key may have. */
const NAMED =
	'!excl"quot#num$dollar%percnt&amp\'apos(lpar)rpar*ast+plus,comma.period/sol:colon;semi>gt<lt=equals' +
	'?quest@commat[lsqb[lbrack\\bsol]rsqb]rbrack^Hat_lowbar`grave{lcub{lbrace|vert|verbar}rcub}rbrace';
const ENTITIES = new Map(
	[...NAMED.matchAll(/([^a-z])([a-z]+)/gi)].map(([, character, name]) => [name, character]),
);

type Read = (escape: string, ...groups: string[]) => string;
const fromHex = (code: string) => String.fromCharCode(Number.parseInt(code, 16));

/** How JSON, addresses and HTML escape a character, and the sign that begins it. */
const ESCAPES: Array<[sign: string, escape: RegExp, read: Read]> = [
	[
		'\\',
		/\\(?:u([\da-f]{4})|([^]))/gi,
		(_, unit, other) => (unit ? fromHex(unit) : (JSON_ESCAPES[other] ?? other)),
	],
	// Bytes of UTF-8, which make misread text.
	['%', /%([\da-f]{2})/gi, (_, byte) => fromHex(byte)],
	[
		'&',
		/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,7}));/gi,
		(escape, code, hex, name) => {
			if (name) return ENTITIES.get(name) ?? escape;
			const point = code ? Number(code) : Number.parseInt(hex, 16);
			return point > 0x10ffff ? escape : String.fromCodePoint(point);
		},
	],
];

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
	// A secret of digits alone may come back as a number.
	const numbers = forms.filter((form) => /^\d+$/.test(form)).map(Number);

	const mustChange = (value: unknown, level: number): boolean => {
		if (typeof value === 'string') return placesOf(value, forms).length > 0;
		if (typeof value === 'number') return numbers.includes(value);
		if (typeof value !== 'object' || value === null) return false;
		if (level > DEEPEST) return true;
		if (Array.isArray(value)) return value.some((inner) => mustChange(inner, level + 1));
		// The loop that needs the least memory, for lists of 100,000 contacts.
		for (const key in value) {
			if (mustChange(key, level) || mustChange((value as never)[key], level + 1)) return true;
		}
		return false;
	};
	const without = (value: unknown, level: number): unknown => {
		if (typeof value === 'string') return textWithout(value, forms);
		if (typeof value === 'number') return numbers.includes(value) ? REDACTED : value;
		if (typeof value !== 'object' || value === null) return value;
		if (level > DEEPEST) return DROPPED;
		if (Array.isArray(value)) return value.map((inner) => without(inner, level + 1));
		const entries = Object.entries(value);
		return Object.fromEntries(
			entries.map(([key, inner]) => [textWithout(key, forms), without(inner, level + 1)]),
		);
	};
	return mustChange(response, 1) ? (without(response, 1) as T) : response;
}

/** All that is looked for, the longest first: a header like `Bearer X` also as `X`. */
function formsOf(secrets: string[]): string[] {
	const tokens = secrets.map((secret) => secret.replace(/^[a-z]+ +(?=\S+$)/i, ''));
	return [...new Set([...secrets, ...tokens].flatMap(writingsOf))]
		.filter(({ length }) => length >= SHORTEST_SECRET)
		.sort((a, b) => b.length - a.length);
}

/** A secret as it is, in base64, for addresses, and as misread UTF-8. */
function writingsOf(secret: string): string[] {
	if (secret.length < SHORTEST_SECRET) return [];
	const text = secret.toWellFormed();
	const utf8 = Buffer.from(text, 'utf8');
	const misread = utf8.toString('latin1');
	const codes = [text, utf8.toString('base64'), Buffer.from(text, 'latin1').toString('base64')];
	return [
		...codes.flatMap((code) => [code, code.replaceAll('+', '-').replaceAll('/', '_')]),
		...[text, misread].flatMap((plain) => [plain, plain.replaceAll(' ', '+')]),
	].flatMap((form) => [form, form.replace(/=+$/, '')]);
}

/** Where something begins in a text, and where it ends. */
type Place = [start: number, end: number];
const NONE: readonly Place[] = [];

/** Where a text has one of the forms, escaped or not. */
function placesOf(text: string, forms: string[], escapes = 0): readonly Place[] {
	if (text.length < (forms.at(-1)?.length ?? Infinity)) return NONE;
	const places: Place[] = [];
	for (const form of forms) {
		for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
			const end = at + form.length;
			if (!isInWord(text, at) && !isInWord(text, end)) places.push([at, end]);
		}
	}
	if (escapes === MOST_ESCAPES || text.length > LONGEST_ESCAPED) return places;
	for (const [sign, escape, read] of ESCAPES) {
		const plain = text.includes(sign) ? text.replace(escape, read) : text;
		const found = plain === text ? NONE : placesOf(plain, forms, escapes + 1);
		if (found.length === 0) continue;
		for (const place of inEscaped(text, escape, read, found)) places.push(place);
	}
	return places;
}

const isInWord = (text: string, at: number) =>
	/^[\p{L}\p{N}]{2}$/u.test(text.charAt(at - 1) + text.charAt(at));

/** Places in a text of what was found in it without its escapes. */
function inEscaped(text: string, escape: RegExp, read: Read, found: readonly Place[]): Place[] {
	const starts: number[] = [];
	let end = 0;
	for (const match of text.matchAll(escape)) {
		while (end < match.index) starts.push(end++);
		const [written, ...groups] = match;
		for (let unit = 0; unit < read(written, ...groups).length; unit++) starts.push(end);
		end = match.index + written.length;
	}
	while (end <= text.length) starts.push(end++);
	return found.map(([from, to]) => [starts[from], starts[to]]);
}

function textWithout(text: string, forms: string[]): string {
	const kept: string[] = [];
	let end = 0;
	for (const [from, to] of [...placesOf(text, forms)].sort(([a], [b]) => a - b)) {
		if (from >= end) kept.push(text.slice(end, from), REDACTED);
		end = Math.max(end, to);
	}
	return kept.join('') + text.slice(end);
}
