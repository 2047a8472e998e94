import { asText, digitsOf } from './text';
import { isSupportedCountry } from './phoneLibrary';

/**
 * What a value is. `phone`: one number of 8 to 15 digits; `digits`: one of fewer or more; `garbled` and `glued`: a
 * phone's characters or address, but not one number; `personId` and `channel`: what WhatsApp uses in place of a number;
 * `lost` and `hidden`: a spreadsheet or a mask has removed digits.
 */
export type Kind =
	| ('phone' | 'digits' | 'garbled' | 'glued' | 'several' | 'long' | 'amount' | 'date')
	| ('group' | 'personId' | 'channel' | 'link' | 'lost' | 'hidden' | 'empty' | 'other');

/** A value that somebody enters as a recipient, or on a list of recipients. */
interface Address {
	kind: Kind;
	/** Trimmed, without invisible characters, and with plain digits. */
	plain: string;
	/** As a phone, without the marks of phone books, spreadsheets and lists around it. */
	line: string;
	/** The digits of an address that contains an international number, e.g. `6281234567890@c.us`. */
	international?: string;
}

/** Longest writing, with invisible characters or the address of a link. A stranger may have entered it. */
const LONGEST_WRITING = 1000;
/** Longest number, separators included. */
const LONGEST_LINE = 64;

/** An emoji, but no box that may stand for a hidden digit. */
const EMOJI =
	'(?![\\u25A0-\\u25FF\\u26AA\\u26AB\\u2B1B\\u2B1C])[\\p{Extended_Pictographic}\\p{RI}\\p{Emoji_Modifier}]';
/** A single sign before a number, as in a list. Several may stand for hidden digits: `**** 5678`. */
const START = new RegExp(
	`^(?:[./\\s]|${EMOJI}|(?<!\\S)(?!${EMOJI})[^./\\s\\p{L}\\p{N}\\p{Sc}+([{](?=\\s))+(?=[+(\\d])`,
	'u',
);
/** Two dots or dashes may stand for hidden digits: `+62 812 3456 78--`. */
const END = new RegExp(`(?<=[\\d)\\]}+])(?:([.-])(?!\\1)|[,;/\\s]|${EMOJI})+$`, 'u');

/** Most phones, words, times and texts without digits have no such marks, so they skip the replacements. */
const PLAIN = /^(?:\+?\d[\d ()-]*\d|\D*|\p{L}(?!\p{L}\.\d)[^:]*|[\d-]+T[\d:.]+Z)$/u;

function lineOf(plain: string): string {
	if (PLAIN.test(plain)) return plain;
	return (
		plain
			.replace(/^=?"(.*)"$/s, '$1')
			.replace(/^(?:['‘’`]|=(?=\+?\d))/, '')
			.replace(/[\p{Pd}\u2212]/gu, '-')
			.replace(/[^\S\t\r\n\v\f\u2028\u2029]/g, ' ')
			.trim()
			.replace(START, '')
			.replace(END, '')
			// Meta writes `p:` before the numbers of its lead files, Twilio `whatsapp:` before international ones.
			.replace(/^(?:tel|sms|p):\s*/i, '')
			.replace(/^whatsapp:\s*(?=[+\d])/i, '+')
			// A number's own number in a list: `13: 612 34 35 60`.
			.replace(/^(\d{1,4}):(?=\s)/, '$1)')
			.replace(/^(\+?\d+)\.0{1,2}$/, '$1')
			// `++62…`, `+62+62…`
			.replace(/^\+\s*(?:(\d{1,3})\s*)?\++(?=\1)/, '+')
	);
}

/** Addresses of WhatsApp, which contain one international number; `.0` or `_1` is an agent, `:12` a device. */
const INTERNATIONAL = [
	/^\+?(\d+)(?:[._]\d+)?(?::\d+)?@(?:s\.whatsapp\.net|c\.us)$/i,
	/^(?:https?:\/\/)?(?:www\.)?wa\.me\/\+?(\d+)\/?(?:\?\S*)?$/i,
	/^(?:(?:https?:\/\/)?(?:api|web)\.whatsapp\.com|whatsapp:\/)\/send\/?\?(?:[^\s&]*&)*?phone=(?:\+|%2B)?(\d+)(?:&|$)/i,
];

/** A group's ID without its ending, in one of WhatsApp's two formats. */
export const BARE_GROUP_ID = '(?:120363\\d{12}|[1-9]\\d{7,14}-1[2-6]\\d{8})';

const YEAR = '(?:19|20)\\d\\d';
/** A day or a month. */
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const DAYS = `(?:${YEAR}([-./ ])${DAY}\\1${DAY}|${DAY}([-./ ])${DAY}\\2${YEAR}|${DAY}([-./])${DAY}\\3\\d\\d|${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01]))`;
const TIME = '[ T]+\\d{1,2}(?:[:.]?\\d\\d){0,2}(?:\\.\\d+)?(?: ?[ap]m|Z|[+-]\\d\\d:?\\d\\d)?';
export const DATE = new RegExp(`^${DAYS}(?:${TIME})?$`, 'i');

const SIGNS = '*#_?×•∙⋅⁎∗\\u2580-\\u25FF';
/** A sign in place of a hidden digit; an `x` not within a word. */
const MASK = `(?:[${SIGNS}]|\\.{3}|(?<!(?!x)\\p{L})x(?!(?!x)\\p{L}))`;
const MASKS = `(?:\\.{3}|${MASK}\\s*${MASK})`;
/** Masks beside a digit or without words, or one behind the last digit. */
const MASKED = new RegExp(
	`^(?=(?:\\P{L}|x)*$).*${MASKS}|\\d[\\s()-]{0,2}${MASKS}|${MASKS}[\\s()-]{0,2}\\d|\\d\\s*${MASK}$`,
	'iu',
);
/** Any other sign twice. */
const TWICE = /([^\p{L}\p{M}\p{N}\s()[\]{}/"'‘’“”`+,:])\s*\1/u;

/** Whether a doubled sign splits a number, with fewer than eight digits on each side: `0812----7890`. */
function hasGap(line: string): boolean {
	const total = digitsOf(line).length;
	let left = 0;
	const parts = line.split(TWICE).slice(0, -1);
	return total > 0 && parts.some((part) => (left += digitsOf(part).length) < 8 && total - left < 8);
}

/** Most values have no such sign, and none twice. */
const MAY_HIDE = new RegExp(`[${SIGNS}x]|([^\\p{L}\\p{N}\\s])\\s*\\1`, 'iu');

/** The first match decides. */
const KINDS: Array<[kind: Kind, is: RegExp | ((line: string) => boolean)]> = [
	['empty', /^$/],
	['group', new RegExp(`^(?:[^\\s,;:@]+@g\\.us|${BARE_GROUP_ID})$`, 'i')],
	['garbled', /@(?:s\.whatsapp\.net|c\.us)$/i],
	['personId', /^[^\s@]+@(?:lid|hosted|hosted\.lid)$/i],
	['personId', isPersonId],
	['channel', /^[^\s@]+@(?:newsletter|broadcast)$/i],
	['link', /:\/\/|^(?:www|wa\.me|chat\.whatsapp\.com)\b/i],
	['lost', /^[^\p{L}]*\de[+-]?\d+$/iu],
	['hidden', (line) => MAY_HIDE.test(line) && (MASKED.test(line) || hasGap(line))],
	['date', DATE],
	['amount', /^\+?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|[\d.]+,\d\d?)$/],
	// A + begins another number, but no country code behind one: `0812-3456-7890 +62`.
	['several', /^\D*\d[^\p{Cc},;|&]*[\p{Cc},;|&]\D*\d|\+(?<=(?:\d[^\d+]*){5}.)(?:[^\d+]*\d){5}/u],
	['long', ({ length }) => length > LONGEST_LINE],
	['other', /[^+\d\s\-./()[\]{}]/],
	// People write 00 without a space: `0 0812…` is no number abroad.
	['garbled', /^\D*0\D+0/],
	['garbled', (line) => !NUMBER.test(line)],
	['lost', (line) => isRounded(line)],
	['glued', /\d\D*[([{]\s*\d+\s*[)\]}]?\s*$|^[^.]*\.0+$/],
	['glued', (line) => line.includes('/') && !isGroupedBySlashes(line)],
	['phone', /^\D*(?:\d\D*){8,15}$/],
];

/** A number, with a + before it, or behind it as right-to-left text shows it. */
const NUMBER = /^(?:[\s([{]*\+(?!.*\+))?[\s([{]*\d(?:[\d\s\-./()[\]{}]*\d)?[\s)\]}]*\+?$/;

/** Whether it ends in six zeros. A spreadsheet rounds no text with a +. */
const isRounded = (line: string) => !line.includes('+') && /^0*[1-9]\d*0{6}$/.test(digitsOf(line));

/** Whether slashes only group digits: `06/12/34/56/78`. The part before a slash is too short to be a number itself. */
function isGroupedBySlashes(line: string): boolean {
	const [first, ...others] = line.split('/').map(digitsOf);
	const last = others.pop() ?? '';
	const hasCode = line.includes('+') || first.startsWith('00');
	const longestFirst = hasCode ? 7 : first.startsWith('0') ? 6 : 5;
	if (first.replace(/^00/, '').length > longestFirst || others.some(({ length }) => length > 5))
		return false;
	const arePairs = others.length > 0 && [...others, last].every(({ length }) => length <= 4);
	return last.length >= 6 || arePairs;
}

/** WhatsApp's ID of a person for a business: a country and a long number, `US.13491208655302741918`. */
function isPersonId(line: string): boolean {
	const country = /^([a-z]{2})\.\d{11,}$/i.exec(line)?.[1];
	return country !== undefined && isSupportedCountry(country.toUpperCase());
}

/** What a value is: Phone, Group ID, contacts and lists all decide by this. @param value text or a number */
export function addressOf(value: unknown): Address {
	const text = (asText(value) ?? '').trim();
	if (text.length > LONGEST_WRITING) return { kind: 'long', plain: text, line: text };
	const plain = withPlainDigits(text).trim();
	if (typeof value === 'number' && !Number.isSafeInteger(value))
		return { kind: Number.isInteger(value) ? 'lost' : 'other', plain, line: plain };
	const line = lineOf(plain);
	for (const pattern of INTERNATIONAL) {
		const international = pattern.exec(line)?.[1];
		if (international) return { kind: 'phone', plain, line, international };
	}
	const found = KINDS.find(([, is]) => (is instanceof RegExp ? is.test(line) : is(line)));
	return { kind: found?.[0] ?? 'digits', plain, line };
}

/** Identifies a group, however its ID is written. For comparing only. */
export const groupOf = (id: string): string =>
	withPlainDigits(id)
		.trim()
		.toLowerCase()
		.replace(/@g\.us$/, '');

/** A text without invisible characters, and with plain digits and signs in place of any script's. */
export function withPlainDigits(text: string): string {
	if (/^[\s!-~]*$/.test(text)) return text;
	const visible = text.replace(/(?!\s)[\p{Cc}\p{Cf}\p{DI}]/gu, '');
	// Not `²`, which is a footnote.
	const signs = visible.replace(/\P{No}+/gu, (part) => part.normalize('NFKC'));
	return signs.replace(/(?!\d)\p{Nd}/gu, plainDigit);
}

const PLAIN_DIGITS = new Map<string, string>();

/** The digit 0 to 9 of a digit in any script: Unicode has those of a script in a row. */
function plainDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	let value = 0;
	while (!PLAIN_DIGITS.has(digit)) {
		if (/\p{Nd}/u.test(String.fromCodePoint(code - ++value))) continue;
		PLAIN_DIGITS.set(digit, String((value - 1) % 10));
	}
	return PLAIN_DIGITS.get(digit) as string;
}
