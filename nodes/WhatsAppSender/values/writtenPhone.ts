import { InputError } from '../errors/failures';
import { asText, digitsOf, isObject, kindOf, namesIn, quote } from './text';
import { namesPhone } from './columns';
import { addressOf, type Kind } from './address';

/** A phone number as entered, split into its parts. */
export interface WrittenPhone {
	digits: string;
	/** Whether a +, an address of WhatsApp, or a 0 in brackets says that it begins with the country code. */
	isInternational: boolean;
	/** Digits in its first brackets, and before them: `(479) 812-3456`, `8 (912) 345-67-89`. */
	brackets?: { prefix: string; area: string };
	/** Without a 0 in brackets: `+44 (0)7911 123456`. */
	withoutZero?: WrittenPhone;
	/** Without a short last group, which may be the end of a second number: `9123 4567-8`. */
	withoutEnd?: WrittenPhone;
	/** Without a + at its end, which right-to-left text shows there: `966512345678+`. */
	withoutPlus?: WrittenPhone;
	/** Behind what may be its number in a list: `13) 612 34 35 60`. */
	behindMark?: WrittenPhone;
}

/** Fields of an object that an error looks at. */
const MOST_FIELDS = 100;

const ENTER_PHONE = 'enter a phone number with its country code, e.g. 6281234567890';
const AS_TEXT = 'format the column of the spreadsheet as text';
const IS_AN_ID = "is WhatsApp's own ID, not a phone number: enter the phone number";
const ONE_PER_ROW = 'enter one per row';

/** Why a value of a kind is not one phone number. */
const PROBLEMS: Partial<Record<Kind, string>> = {
	empty: `is empty: ${ENTER_PHONE}`,
	group: 'is the ID of a group: set Send To to Group',
	personId: IS_AN_ID,
	channel: IS_AN_ID,
	date: `is a date: ${ENTER_PHONE}`,
	lost: `has lost digits, or ends in six zeros: ${AS_TEXT}, and enter it again, or write + before it`,
	amount: `is formatted as an amount: ${AS_TEXT}`,
	several: `contains more than one number: ${ONE_PER_ROW}`,
	long: `is too long for a phone number: ${ENTER_PHONE}`,
	glued: 'could be two numbers: remove everything after the first one',
};

/** A last group of one digit, or of two behind four or more; the rest is the number. */
const SHORT_END = /^(.*(?:\d(?=\D+\d\D*$)|\d{4}(?=\D+\d\d\D*$)))/;

/**
 * Reads the digits of a phone number in any common way of writing.
 *
 * @param entered text or a number, e.g. `+62 812-3456-7890`
 * @throws InputError if the text is not a phone number, or could be two
 */
export function readPhone(entered: unknown): WrittenPhone {
	// Some services give a list even for one number.
	const value = (Array.isArray(entered) && entered.length === 1 ? entered[0] : entered) ?? '';
	if (asText(value) === undefined) throw phoneError('', typeProblem(value));
	const { kind, line, international } = addressOf(value);
	if (international) return { digits: international, isInternational: true };
	if (kind === 'phone' || kind === 'digits') return split(line);
	throw phoneError(value, PROBLEMS[kind] ?? `is not a phone number: ${ENTER_PHONE}`);
}

/** The parts of a line with a phone's characters. */
function split(line: string): WrittenPhone {
	// People write a 0 in brackets after a country code only.
	const withoutZero = line.replace(/(\d\D*)[([{]\s*0\s*[)\]}]/, '$1');
	const hasZero = withoutZero !== line;
	const isInternational = hasZero || line.includes('+');
	const brackets = bracketsIn(line);
	const part = (text: string, hasCode: boolean): WrittenPhone => {
		const digits = digitsOf(text).replace(hasCode ? /^00(?!11)/ : '', '');
		return { digits, isInternational: hasCode, brackets };
	};
	const withoutEnd = SHORT_END.exec(line)?.[1];
	const mark = /^\d{1,4}(?:\s?[).\-/\]}]{1,2}\s|\s[).\-/\]}]{1,2})(?=.*\d)/.exec(line)?.[0];
	return {
		...part(line, isInternational),
		withoutZero: hasZero ? part(withoutZero, true) : undefined,
		withoutEnd: withoutEnd ? part(withoutEnd, isInternational) : undefined,
		withoutPlus: line.endsWith('+') ? part(line, false) : undefined,
		behindMark: mark ? split(line.slice(mark.length)) : undefined,
	};
}

/**
 * The error of a phone that is not exactly one number. A model would dial any number that it reads in an error, so its
 * words contain only the one that it has entered.
 *
 * @param problem with the fix behind a colon
 */
export function phoneError(written: unknown, problem: string): InputError {
	const quoted = quote(written) === '""' ? '' : ` ${quote(written)}`;
	const [what] = problem.split(': ');
	const advice = problem.includes(ONE_PER_ROW)
		? 'call this tool once for each'
		: 'ask for the number, do not invent one';
	const forModel = /\d/.test(what) ? 'cannot be read as exactly one number' : what;
	const error = new InputError(`Phone${quoted} ${problem}`);
	error.forModel = `Phone${quoted} ${forModel}: ${advice}`;
	return error;
}

/** How to take a number from a list or an object. */
function typeProblem(value: unknown): string {
	if (Array.isArray(value) && value.length > 1) {
		return `is a list of ${value.length}: ${ONE_PER_ROW}, or add [0] for the first one`;
	}
	const fields = Object(value) as Record<string, unknown>;
	const names = isObject(value) ? Object.keys(fields).slice(0, MOST_FIELDS) : [];
	const score = (name: string) => 2 * Number(namesPhone(name)) + Number(isReadable(fields[name]));
	const [name] = names.sort((one, other) => score(other) - score(one));
	if (name === undefined) return `is ${kindOf(value)}, not a phone number: ${ENTER_PHONE}`;
	const access = /^[\w$]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
	return `is an object with ${namesIn(fields)}: add the right one, e.g. ${access}`;
}

/** A number as entered; nothing if it is not a phone number. */
export function phoneIn(written: unknown): WrittenPhone | undefined {
	try {
		return readPhone(written);
	} catch {
		return undefined;
	}
}

/** Whether the field of an object may be a phone number. */
const isReadable = (field: unknown) =>
	asText(field) !== undefined && Number(phoneIn(field)?.digits.length) >= 7;

/** The first brackets before other digits. */
function bracketsIn(line: string): WrittenPhone['brackets'] {
	const found = /^(\d*)[\s([{./-]*[([{]([^)\]}]+)[)\]}]\D*\d/.exec(line);
	return found ? { prefix: found[1], area: digitsOf(found[2]) } : undefined;
}
