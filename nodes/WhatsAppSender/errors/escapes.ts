/** A way to escape characters in a text. */
export interface Escapes {
	/** Each escape begins with it. */
	sign: string;
	escape: RegExp;
	unescape: (escape: string, ...groups: string[]) => string;
}

const JSON_ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
/** HTML's names of the characters that a key may have. */
const NAMED =
	'!excl"quot#num$dollar%percnt&amp\'apos(lpar)rpar*ast+plus,comma.period/sol:colon;semi>gt<lt=equals' +
	'?quest@commat[lsqb[lbrack\\bsol]rsqb]rbrack^Hat_lowbar`grave{lcub{lbrace|vert|verbar}rcub}rbrace';
const ENTITIES = new Map(
	[...NAMED.matchAll(/([^a-z])([a-z]+)/gi)].map(([, character, name]) => [name, character]),
);

const fromHex = (code: string) => String.fromCharCode(Number.parseInt(code, 16));

/** How JSON, addresses and HTML do it. */
export const ESCAPES: Escapes[] = [
	{
		sign: '\\',
		escape: /\\(?:u([\da-f]{4})|([^]))/gi,
		unescape: (_, unit, other) => (unit ? fromHex(unit) : (JSON_ESCAPES[other] ?? other)),
	},
	{
		sign: '%',
		escape: /%([\da-f]{2})/gi,
		// Bytes of UTF-8, which make misread text.
		unescape: (_, byte) => fromHex(byte),
	},
	{
		sign: '&',
		escape: /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,7}));/gi,
		unescape(escape, code, hex, name) {
			if (name) return ENTITIES.get(name) ?? escape;
			const point = code ? Number(code) : Number.parseInt(hex, 16);
			return point > 0x10ffff ? escape : String.fromCodePoint(point);
		},
	},
];

/** Where something begins in a text, and where it ends. */
export type Place = [start: number, end: number];

/** Places in a text of what was found in it without its escapes. */
export function inEscaped(
	text: string,
	{ escape, unescape }: Escapes,
	found: readonly Place[],
): Place[] {
	const starts: number[] = [];
	let end = 0;
	for (const match of text.matchAll(escape)) {
		while (end < match.index) starts.push(end++);
		const [written, ...groups] = match;
		for (let unit = 0; unit < unescape(written, ...groups).length; unit++) starts.push(end);
		end = match.index + written.length;
	}
	while (end <= text.length) starts.push(end++);
	return found.map(([from, to]) => [starts[from], starts[to]]);
}
