import { InputError } from '../errors/nodeErrors';
import { asText, quote } from './checks';

/** A phone number as entered, split into its parts. */
export interface WrittenPhone {
	digits: string;
	/** Whether a +, an address of WhatsApp, or a 0 in brackets says that it begins with the country code. */
	isInternational: boolean;
	/** Digits in its first brackets, and before them: `(479) 812-3456`, `8 (912) 345-67-89`. */
	brackets?: { prefix: string; area: string };
	/** Without a 0 in brackets: `+44 (0)7911 123456`. */
	withoutZero?: string;
	/** Without a short last group, which may be the end of a second number: `9123 4567-8`. */
	withoutEnd?: WrittenPhone;
}

/** Longest number, separators included. */
const LONGEST_LINE = 64;

const EXAMPLE = 'enter a phone number with its country code, e.g. 6281234567890';
const AS_TEXT = 'format the column of the spreadsheet as text';
export const GLUED = 'could be two numbers: remove everything after the first one';

/** Addresses of WhatsApp itself, which contain one international number; `:12` is one of its devices. */
const ADDRESSES = [
	/^(\d+)(?::\d+)?@(?:s\.whatsapp\.net|c\.us)$/i,
	/^whatsapp:\+?(\d+)$/i,
	/^(?:https?:\/\/)?(?:www\.)?wa\.me\/\+?(\d+)\/?(?:\?\S*)?$/i,
	/^(?:(?:https?:\/\/)?(?:api|web)\.whatsapp\.com|whatsapp:\/)\/send\/?\?(?:[^\s&]*&)*?phone=(?:\+|%2B)?(\d+)(?:&|$)/i,
];

/** IDs that WhatsApp uses in place of a number. */
const WHATSAPP_ID = /@(?:lid|hosted|hosted\.lid|newsletter|broadcast)$|^[A-Z]{2}\.\d+$/i;

const YEAR = '(?:19|20)\\d\\d';
/** A day or a month. */
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const TIME = '(?:[ T]+\\d{1,2}(?:[:.]?\\d{2}){0,2})?';
const DATE = new RegExp(
	`^(?:${YEAR}([-./ ])${DAY}\\1${DAY}|${DAY}([-./ ])${DAY}\\2${YEAR}|${DAY}([-./])${DAY}\\3\\d\\d|${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01]))${TIME}$`,
);

/** Whether slashes only group digits: `06/12/34/56/78`. The part before a slash is too short to be a number itself. */
function isGroupedBySlashes(line: string): boolean {
	const [first, ...others] = line.split('/').map((group) => group.replace(/\D/g, ''));
	const last = others.pop() ?? '';
	const hasCode = line.includes('+') || first.startsWith('00');
	const longestFirst = hasCode ? 7 : first.startsWith('0') ? 6 : 5;
	if (first.replace(/^00/, '').length > longestFirst || others.some(({ length }) => length > 5))
		return false;
	const arePairs = others.length > 0 && [...others, last].every(({ length }) => length <= 4);
	return last.length >= 6 || arePairs;
}

/** A last group of one digit, or of two behind four or more; the rest is the number. */
const SHORT_END = /^(.*(?:\d(?=\D+\d\D*$)|\d{4}(?=\D+\d\d\D*$)))/;

const matches = (pattern: RegExp) => (line: string) => pattern.test(line);
const hasAnyDigit = matches(/\d/);

/** Texts that are not a phone number, or ambiguous; the first match decides. */
const REFUSED: Array<[when: (line: string) => boolean, problem: string]> = [
	[(line) => line === '', `is empty: ${EXAMPLE}, or check the expression`],
	[matches(/@g\.us$/i), 'is the ID of a group: set Send To to Group'],
	[matches(WHATSAPP_ID), "is WhatsApp's own ID, not a phone number: enter the phone number"],
	[matches(/^\+?\d+([.,]\d+)?e[+-]?\d+$/i), `has lost digits: ${AS_TEXT}, and enter it again`],
	[matches(DATE), `is a date: ${EXAMPLE}`],
	[
		// A spreadsheet calculates with no text that begins with +.
		(line) => !line.includes('+') && /0{6}$/.test(line.replace(/\D/g, '')),
		`ends in six zeros, so it has probably lost digits: ${AS_TEXT}, or write + before it`,
	],
	[
		(line) => line.split(/[\p{Cc},;|&]|(?=\+)/u).filter(hasAnyDigit).length > 1,
		'contains more than one number: enter one per item',
	],
	[({ length }) => length > LONGEST_LINE, `is too long for a phone number: ${EXAMPLE}`],
	[
		// People write 00 without a space: `0 0812…` is no number abroad.
		(line) =>
			/^\D*0\D+0/.test(line) ||
			!/^[\s([{]*\+?[\s([{]*\d(?:[\d\s\-./()[\]{}]*\d)?[\s)\]}]*$/.test(line),
		`is not a phone number: ${EXAMPLE}`,
	],
	[matches(/\d\D*[([{]\s*\d+\s*[)\]}]?\s*$|^[^.]*\.0+$/), GLUED],
	[(line) => line.includes('/') && !isGroupedBySlashes(line), GLUED],
];

/**
 * Reads the digits of a phone number in any common way of writing.
 *
 * @param written text or a number, e.g. `+62 812-3456-7890`
 * @throws InputError if the text is not a phone number, or could be two
 */
export function readPhone(written: unknown): WrittenPhone {
	const errorFor = (problem: string) => new InputError(`Phone ${quote(written ?? '')} ${problem}`);
	if (typeof written === 'number' && !(Number.isSafeInteger(written) && written >= 0)) {
		throw errorFor(`is not a whole number: ${EXAMPLE}`);
	}
	const text = asText(written ?? '');
	if (text === undefined) throw errorFor(`is not a phone number: ${EXAMPLE}`);
	// Most lists contain this format. Eight digits could be a date.
	if (/^[1-9]\d{8,14}$/.test(text) && !text.endsWith('000000'))
		return { digits: text, isInternational: false };
	const entered = plainLine(text);
	const address = ADDRESSES.map((pattern) => pattern.exec(entered)?.[1]).find(Boolean);
	if (address) return { digits: address, isInternational: true };
	// Meta's lead ads write `p:`.
	const line = entered.replace(/^(?:tel|whatsapp|p):/i, '').replace(/^(\+?\d+)\.0{1,2}$/, '$1');
	const problem = REFUSED.find(([when]) => when(line))?.[1];
	if (problem) throw errorFor(problem);

	// People write a 0 in brackets after a country code only.
	const withoutZero = line.replace(/(\d\D*)[([{]\s*0\s*[)\]}]/, '$1');
	const hasZero = withoutZero !== line;
	const isInternational = hasZero || line.includes('+');
	const digitsOf = (text: string) =>
		text.replace(/\D/g, '').replace(isInternational ? /^00/ : '', '');
	const brackets = bracketsIn(line);
	const withoutEnd = SHORT_END.exec(line)?.[1];
	return {
		digits: digitsOf(line),
		isInternational,
		brackets,
		withoutZero: hasZero ? digitsOf(withoutZero) : undefined,
		withoutEnd: withoutEnd
			? { digits: digitsOf(withoutEnd), isInternational, brackets }
			: undefined,
	};
}

/** The first brackets before other digits. */
function bracketsIn(line: string): WrittenPhone['brackets'] {
	const found = /^(\d*)[\s([{./-]*[([{]([^)\]}]+)[)\]}]\D*\d/.exec(line);
	return found ? { prefix: found[1], area: found[2].replace(/\D/g, '') } : undefined;
}

/** The text without the marks of phone books, spreadsheets and lists, with plain spaces and dashes. */
const plainLine = (text: string): string =>
	text
		.replace(/(?!\s)[\p{Cc}\p{Cf}\p{DI}]/gu, '')
		.trim()
		.replace(/^=?"(.*)"$/s, '$1')
		.replace(/^(?:['‘’`]|=(?=\+?\d))/, '')
		.replace(/\uFF0B/g, '+')
		.replace(/[\p{Pd}\u2212]/gu, '-')
		.replace(/[^\S\t\r\n\v\f\u2028\u2029]/g, ' ')
		.trim()
		.replace(/^[./\s]+(?=[+(\d])|(?<=[\d)\]}])[,;./\s-]+$/g, '');
