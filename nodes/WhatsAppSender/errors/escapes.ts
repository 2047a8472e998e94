/** What is written at a place of a text (a unit of UTF-16, two for an emoji in HTML), and where it ends. */
type Reading = [written: string, end: number];

/** JSON, addresses and HTML begin their escapes with these. */
const SIGNS = '\\%&';
/** Escapes in one another that are read: an address in JSON, JSON in JSON. */
const MOST_ESCAPES = 2;

const UNIT = /u([\da-f]{4})/iy;
/** Of UTF-8, which makes misread text. */
const BYTE = /([\da-f]{2})/iy;
const ENTITY = /(?:(?:#|%23)(?:(\d{1,7})|x([\da-f]{1,6}))|([a-z]{2,7}))(?:;|%3b)/iy;

const JSON_ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
/** HTML's names of the characters that a key may have. */
const NAMED =
	'!excl"quot#num$dollar%percnt&amp\'apos(lpar)rpar*ast+plus,comma.period/sol:colon;semi>gt<lt=equals' +
	'?quest@commat[lsqb[lbrack\\bsol]rsqb]rbrack^Hat_lowbar`grave{lcub{lbrace|vert|verbar}rcub}rbrace';
const ENTITIES = new Map(
	[...NAMED.matchAll(/([^a-z])([a-z]+)/gi)].map(([, character, name]) => [name, character]),
);

const fromHex = (code: string) => String.fromCharCode(Number.parseInt(code, 16));

const isSign = (character: string) => SIGNS.includes(character);

/** All ways to read what begins at a place: as it is, and without its escapes. */
export function readingsAt(text: string, place: number, escapes = MOST_ESCAPES): Reading[] {
	if (place >= text.length) return [];
	const plain: Reading = [text.charAt(place), place + 1];
	if (escapes === 0 || !isSign(plain[0])) return [plain];
	const readings = escapedAfter(plain, text, escapes - 1);
	const signs = escapes > 1 ? readings.filter(([written]) => isSign(written)) : [];
	return [plain, ...readings, ...signs.flatMap((sign) => escapedAfter(sign, text, escapes - 1))];
}

/** What the sign of an escape and the text behind it stand for. */
function escapedAfter([sign, place]: Reading, text: string, escapes: number): Reading[] {
	if (sign === '\\' && !/u/i.test(text.charAt(place))) {
		const readings = readingsAt(text, place, escapes);
		return readings.map(([written, end]) => [JSON_ESCAPES[written] ?? written, end]);
	}
	const pattern = sign === '\\' ? UNIT : sign === '%' ? BYTE : ENTITY;
	pattern.lastIndex = place;
	const found = pattern.exec(text);
	const written = found && (sign === '&' ? characterOf(found) : fromHex(found[1]));
	return written ? [[written, pattern.lastIndex]] : [];
}

function characterOf([, code, hex, name]: RegExpExecArray): string {
	if (name) return ENTITIES.get(name) ?? '';
	const point = code ? Number(code) : Number.parseInt(hex, 16);
	return point > 0x10ffff ? '' : String.fromCodePoint(point);
}

/** Where a form that begins at a place of a text ends, however it is escaped; all of these places. */
export function endsOf(form: string, text: string, place: number): number[] {
	// Most texts differ from the form before anything is escaped.
	for (let at = 0; at < form.length && !isSign(text.charAt(place + at)); at++) {
		if (text.charAt(place + at) !== form.charAt(at)) return [];
	}
	const ends: Array<Set<number> | undefined> = [new Set([place])];
	for (let at = 0; at < form.length; at++) {
		for (const from of ends[at] ?? []) {
			for (const [written, end] of readingsAt(text, from)) {
				if (form.startsWith(written, at)) (ends[at + written.length] ??= new Set()).add(end);
			}
		}
	}
	return [...(ends[form.length] ?? [])];
}
