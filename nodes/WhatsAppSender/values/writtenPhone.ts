import { InputError } from '../errors/errors';
import { asText, kindOf, quoted } from './checks';
import { keepsZero } from './countryCode';

/** A phone number as somebody wrote it, without what people put around and between its digits. */
export interface WrittenPhone {
	/** Without a leading + or 00. */
	digits: string;
	/** Whether the writer says that it begins with the country code. */
	isInternational: boolean;
	/** The first digits where they are in brackets, as an area code is: `(479) 812-3456`. */
	inBrackets?: string;
	/** Whether brackets after the first digits begin with 0: `62 (0812) 3456 789`. */
	hasZeroInBrackets?: boolean;
}

/** Characters of a line that are looked at: a number with all that people put around it has fewer. */
const LONGEST_LINE = 64;

const EXAMPLE = 'enter a phone number with its country code, e.g. 6281234567890';
const GLUED =
	'could be read as another number: remove what follows the number, or write it without';

/** Addresses of WhatsApp itself, which hold one international number. */
const ADDRESSES = [
	/^(\d+)@(?:s\.whatsapp\.net|c\.us)$/i,
	/^(?:https?:\/\/)?(?:www\.)?wa\.me\/\+?(\d+)\/?(?:\?\S*)?$/i,
];

const YEAR = '(?:19|20)\\d\\d';
const MONTH = '(?:0?[1-9]|1[0-2])';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const DATE = new RegExp(
	`^(?:${YEAR}([-./ ])${MONTH}\\1${DAY}|${DAY}([-./ ])${MONTH}\\2${YEAR}|${MONTH}([-./ ])${DAY}\\3${YEAR}|${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01]))$`,
);

const matches = (pattern: RegExp) => (line: string) => pattern.test(line);
const hasDigits = matches(/\d/);

/** What is no phone number, or could be read in two ways; the first row that fits. */
const REFUSED: Array<[when: (line: string) => boolean, problem: string]> = [
	[(line) => line === '', `is empty: ${EXAMPLE}, or check the expression`],
	[matches(/@g\.us$/i), 'is the ID of a group: set Send To to Group'],
	[
		matches(/^\+?\d+([.,]\d+)?e[+-]?\d+$/i),
		'has lost digits: format the column of the spreadsheet as text, and enter it again',
	],
	[matches(DATE), `is a date: ${EXAMPLE}`],
	[matches(/(?![0-9])\p{Nd}/u), 'is not a phone number: use the digits 0 to 9'],
	[
		(line) => line.split(/[\p{Cc},;|&]|(?=\+)/u).filter(hasDigits).length > 1,
		'holds more than one number: enter one per item',
	],
	[({ length }) => length > LONGEST_LINE, `is too long for a phone number: ${EXAMPLE}`],
	[
		(line) => !/^[\s([{]*\+?[\s([{]*\d(?:[\d\s\-./()[\]{}]*\d)?[\s)\]}]*$/.test(line),
		`is not a phone number: ${EXAMPLE}`,
	],
	[
		(line) => /[()[\]{}]/.test(line.replace(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g, '')),
		`is not a phone number, because a bracket is missing: ${EXAMPLE}`,
	],
	[matches(/\d[^\d]*[([{]\s*(?:\d+\s*|0\s*[^)]*)[)\]}]\s*$/), `${GLUED} brackets`],
	[matches(/\d[^\d]*[([{]\s*0\s*[)\]}]/), `${GLUED} (0)`],
	[matches(/^[^.]*\.0+$/), `${GLUED} .0`],
	[(line) => !isSlashOfAreaCode(line), `${GLUED} /`],
	[hasGluedEnd, `${GLUED} spaces, dashes and dots`],
];

/** `+49 171/1234567`: a short beginning with a country code or a 0, and a long rest. */
function isSlashOfAreaCode(line: string): boolean {
	const [before, after, ...more] = line.split('/');
	if (after === undefined) return true;
	const start = before.replace(/^[\s([{]*(\+|00)/, '');
	const digits = start.replace(/\D/g, '');
	const isStart = start === before ? /^0\d{0,5}$/.test(digits) : digits.length <= 7;
	const isRest =
		after.replace(/\D/g, '').length >= 6 && !(digits[0] === '0' && /^\s*0/.test(after));
	return more.length === 0 && isStart && isRest;
}

/** The end of a second number, as in `9123 4567-8`, or a second number. No country writes its own so. */
function hasGluedEnd(line: string): boolean {
	const lengths = (line.match(/\d+/g) ?? []).map((group) => group.length);
	const [beforeLast, last] = lengths.slice(-2);
	if (last === undefined) return false;
	const isTwoNumbers = lengths.length === 2 && beforeLast >= 7 && last >= 7;
	return last === 1 || (last === 2 && beforeLast >= 4) || isTwoNumbers;
}

/**
 * Reads the digits of a phone number in any common way of writing. Whatever could be read in two
 * ways is refused: a message to a stranger cannot be taken back.
 *
 * @param written text or a number, e.g. `+62 812-3456-7890`
 */
export function readPhone(written: unknown): WrittenPhone {
	const refuse = (problem: string) => new InputError(`Phone ${quoted(written ?? '')} ${problem}`);
	if (typeof written === 'number' && !(Number.isSafeInteger(written) && written >= 0)) {
		throw refuse(`is not a whole number: ${EXAMPLE}`);
	}
	const text = asText(written ?? '');
	if (text === undefined) {
		throw new InputError(`Phone is ${kindOf(written)}, not a number: ${EXAMPLE}`);
	}
	// What most lists hold; eight digits could be a date.
	if (/^[1-9]\d{8,14}$/.test(text)) return { digits: text, isInternational: false };
	const entered = onePlainLine(text);
	for (const address of ADDRESSES) {
		const digits = address.exec(entered)?.[1];
		if (digits) return { digits, isInternational: true };
	}
	const spreadsheet = entered.replace(/^tel:/i, '').replace(/^(\+?\d+)\.0{1,2}$/, '$1');
	const [line, code] = withoutTrunkZero(spreadsheet);
	if (code && keepsZero(code)) {
		throw refuse(`has (0) after ${code}, where some numbers keep the 0: write it without brackets`);
	}
	const problem = REFUSED.find(([when]) => when(line))?.[1];
	if (problem) throw refuse(problem);

	const groups = line.match(/\d+/g) as string[];
	const digits = groups.join('');
	if (line.includes('+')) return { digits, isInternational: true };
	if (groups[0].startsWith('00')) return { digits: digits.slice(2), isInternational: true };
	if (digits.startsWith('00')) throw refuse(`is not a phone number: ${EXAMPLE}`);
	const inBrackets = /^[\s([{]*[([{]([^)\]}]+)[)\]}]\D*\d/.exec(line)?.[1].replace(/\D/g, '');
	const hasZeroInBrackets = /\d\D*[([{]\s*0/.test(line);
	return { digits, isInternational: code !== undefined, inBrackets, hasZeroInBrackets };
}

/** Without the marks of phone books and spreadsheets, with plain spaces and dashes. */
function onePlainLine(text: string): string {
	return text
		.replace(/\p{Cf}/gu, '')
		.trim()
		.replace(/^['‘’`]/, '')
		.replace(/[\p{Pd}\u2212]/gu, '-')
		.replace(/[^\S\t\r\n\v\f\u2028\u2029]/g, ' ')
		.trim();
}

/** `+44 (0)7911 123456` without its `(0)`, and the country code before it. */
function withoutTrunkZero(line: string): [line: string, code?: string] {
	const found = /^((?:\+|00)?[\s([{]*([1-9]\d{0,2})[\s)\]}.-]*)[([]\s*0\s*[)\]]/.exec(line);
	return found ? [`${found[1]} ${line.slice(found[0].length)}`, found[2]] : [line];
}
