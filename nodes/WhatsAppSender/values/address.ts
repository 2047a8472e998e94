import { asText } from './text';
import { isSupportedCountry } from './phoneLibrary';

/** A value that somebody enters as a recipient, or on a list of recipients. */
export interface Address {
	/**
	 * `phone`: 8 to 15 digits in a phone's characters, or an address that contains an international number;
	 * `personId` and `channel`: what WhatsApp uses in place of a number; `lost` and `hidden`: a spreadsheet or a
	 * mask has removed digits.
	 */
	kind: 'phone' | 'group' | 'personId' | 'channel' | 'link' | 'lost' | 'hidden' | 'date' | 'other';
	/** Trimmed, without invisible characters, and with plain digits. */
	plain: string;
	/** The digits of an address that contains an international number, e.g. `6281234567890@c.us`. */
	international?: string;
}

/** Longest writing, with the address of a link. A stranger may have entered it. */
const LONGEST_WRITING = 1000;

/** Addresses of WhatsApp itself, which contain one international number; `:12` is one of its devices. */
const INTERNATIONAL = [
	/^\+?(\d[\d .-]*)(?::\d+)?@(?:s\.whatsapp\.net|c\.us)$/i,
	/^whatsapp:\+?(\d+)$/i,
	/^(?:https?:\/\/)?(?:www\.)?wa\.me\/\+?(\d+)\/?(?:\?\S*)?$/i,
	/^(?:(?:https?:\/\/)?(?:api|web)\.whatsapp\.com|whatsapp:\/)\/send\/?\?(?:[^\s&]*&)*?phone=(?:\+|%2B)?(\d+)(?:&|$)/i,
];

/** A group's ID without its ending, in one of WhatsApp's two formats. */
export const BARE_GROUP_ID = '(?:120363\\d{12}|[1-9]\\d{7,14}-1[2-6]\\d{8})';

const YEAR = '(?:19|20)\\d\\d';
/** A day or a month. */
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const DATE = `(?:${YEAR}([-./ ])${DAY}\\1${DAY}|${DAY}([-./ ])${DAY}\\2${YEAR}|${DAY}([-./])${DAY}\\3\\d\\d|${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01]))`;
const TIME = '[ T]+\\d{1,2}(?:[:.]?\\d\\d){0,2}(?:\\.\\d+)?(?: ?[ap]m|Z|[+-]\\d\\d:?\\d\\d)?';

/** Signs in place of hidden digits: several, because a single one may group digits. */
const HIDDEN = '(?:[*•●∙⋅×#_■□▪?]{2,}|x{2,}|\\.{3,})';

/** The first match decides. */
const KINDS: Array<[kind: Address['kind'], pattern: RegExp]> = [
	['group', new RegExp(`^(?:[^\\s,;:@]+@g\\.us|${BARE_GROUP_ID})$`, 'i')],
	['personId', /^[^\s@]+@(?:lid|hosted|hosted\.lid)$/i],
	['channel', /^[^\s@]+@(?:newsletter|broadcast)$/i],
	['link', /:\/\/|^(?:www|wa\.me|chat\.whatsapp\.com)\b/i],
	['lost', /^[^\p{L}]*\de[+-]?\d+$/iu],
	['hidden', new RegExp(`(?<=\\d[\\s()-]{0,2})${HIDDEN}(?=[\\s()-]{0,2}\\d)`, 'i')],
	['hidden', new RegExp(`^(?=[\\d\\s+().x*•●∙⋅×#_■□▪?-]+$).*${HIDDEN}`, 'i')],
	['date', new RegExp(`^${DATE}(?:${TIME})?$`, 'i')],
];

/** What a value is: Phone, Group ID, contacts and lists all decide by this. @param value text or a number */
export function addressOf(value: unknown): Address {
	const plain = withPlainDigits(asText(value) ?? '').trim();
	if (plain.length > LONGEST_WRITING) return { kind: 'other', plain };
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) return { kind: 'lost', plain };
	for (const pattern of INTERNATIONAL) {
		const international = pattern.exec(plain)?.[1].replace(/\D/g, '');
		if (international) return { kind: 'phone', plain, international };
	}
	if (isPersonId(plain)) return { kind: 'personId', plain };
	return {
		kind: KINDS.find(([, pattern]) => pattern.test(plain))?.[0] ?? kindOfNumber(plain),
		plain,
	};
}

function kindOfNumber(plain: string): Address['kind'] {
	if (!/^\+?[\d\s\-./()[\]{}]+$/.test(plain)) return 'other';
	const digits = plain.replace(/\D/g, '');
	// A spreadsheet rounds no text that begins with +.
	if (!plain.startsWith('+') && /[1-9]/.test(digits) && digits.endsWith('000000')) return 'lost';
	return digits.length >= 8 && digits.length <= 15 ? 'phone' : 'other';
}

/** WhatsApp's ID of a person for a business: a country and a long number, `US.13491208655302741918`. */
function isPersonId(plain: string): boolean {
	const country = /^([a-z]{2})\.\d{11,}$/i.exec(plain)?.[1];
	return country !== undefined && isSupportedCountry(country.toUpperCase());
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

/** The digit 0 to 9 of a digit in any script: Unicode has those of a script in a row. */
function plainDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	let value = 0;
	while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
	return String(value % 10);
}
