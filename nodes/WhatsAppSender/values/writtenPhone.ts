import { InputError } from '../errors/failures';
import { asText, isObject, kindOf, namesIn, quote } from './text';
import { namesPhone } from './columns';
import { type Address, addressOf, withPlainDigits } from './address';

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
	/** Without a + at its end, which right-to-left text shows there: `966512345678+`. */
	withoutPlus?: WrittenPhone;
}

/** Longest writing, with invisible characters or the address of a link. A stranger may have entered it. */
const LONGEST_WRITING = 1000;
/** Fields of an object that an error looks at. */
const MOST_FIELDS = 100;
/** Longest number, separators included. */
const LONGEST_LINE = 64;

const ENTER_PHONE = 'enter a phone number with its country code, e.g. 6281234567890';
const AS_TEXT = 'format the column of the spreadsheet as text';
const GLUED = 'could be two numbers: remove everything after the first one';
const TOO_LONG = `is too long for a phone number: ${ENTER_PHONE}`;
const IS_A_GROUP = 'is the ID of a group: set Send To to Group';
const IS_AN_ID = "is WhatsApp's own ID, not a phone number: enter the phone number";
const ONE_PER_ROW = 'enter one per row';
const NO_PHONE = `is not a phone number: ${ENTER_PHONE}`;

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

/** Texts that are not a phone number, or ambiguous; the first match decides. */
const REFUSED: Array<
	[is: Address['kind'] | RegExp | ((line: string) => boolean), problem: string]
> = [
	[/^$/, `is empty: ${ENTER_PHONE}`],
	['group', IS_A_GROUP],
	['personId', IS_AN_ID],
	['channel', IS_AN_ID],
	['date', `is a date: ${ENTER_PHONE}`],
	[/^\+?\d+([.,]\d+)?e[+-]?\d+$/i, `has lost digits: ${AS_TEXT}, and enter it again`],
	['lost', `ends in six zeros, so it has probably lost digits: ${AS_TEXT}, or write + before it`],
	[/^\+?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|[\d.]+,\d\d?)$/, `is formatted as an amount: ${AS_TEXT}`],
	[/\t/, `contains a tab: remove it, or ${ONE_PER_ROW}`],
	[
		(line) => line.split(/[\p{Cc},;|&]|(?=\+)/u).filter((part) => /\d/.test(part)).length > 1,
		`contains more than one number: ${ONE_PER_ROW}`,
	],
	[({ length }) => length > LONGEST_LINE, TOO_LONG],
	[
		// People write 00 without a space: `0 0812…` is no number abroad.
		(line) =>
			/^\D*0\D+0/.test(line) ||
			!/^[\s([{]*\+?[\s([{]*\d(?:[\d\s\-./()[\]{}]*\d)?[\s)\]}]*$/.test(line),
		NO_PHONE,
	],
	[/\d\D*[([{]\s*\d+\s*[)\]}]?\s*$|^[^.]*\.0+$/, GLUED],
	[(line) => line.includes('/') && !isGroupedBySlashes(line), GLUED],
];

/**
 * Reads the digits of a phone number in any common way of writing.
 *
 * @param entered text or a number, e.g. `+62 812-3456-7890`
 * @throws InputError if the text is not a phone number, or could be two
 */
export function readPhone(entered: unknown): WrittenPhone {
	// Some services give a list even for one number.
	const value = (Array.isArray(entered) && entered.length === 1 ? entered[0] : entered) ?? '';
	if (typeof value === 'number' && !(Number.isSafeInteger(value) && value >= 0)) {
		const isGroup = addressOf(String(value)).kind === 'group';
		throw phoneError(value, isGroup ? IS_A_GROUP : `is not a whole number: ${ENTER_PHONE}`);
	}
	const text = asText(value)?.trim();
	if (text === undefined) throw phoneError('', typeProblem(value));
	if (text.length > LONGEST_WRITING) throw phoneError(value, TOO_LONG);
	const plain = plainLine(text);
	const { international } = addressOf(plain);
	if (international) return { digits: international, isInternational: true };
	const written = plain
		// Meta writes `p:` before the numbers of its lead files.
		.replace(/^(?:tel|sms|whatsapp|p):\s*/i, '')
		.replace(/^(\+?\d+)\.0{1,2}$/, '$1')
		// `++62…`, `+62+62…`
		.replace(/^\+\s*(?:(\d{1,3})\s*)?\++(?=\1)/, '+');
	const isPlusBehind = /^[^+]+\+$/.test(written);
	const line = isPlusBehind ? `+${written.slice(0, -1)}` : written;
	const { kind } = addressOf(line);
	const problem = REFUSED.find(([is]) => {
		if (typeof is === 'function') return is(line);
		return typeof is === 'string' ? is === kind : is.test(line);
	})?.[1];
	if (problem) throw phoneError(value, problem);

	// People write a 0 in brackets after a country code only.
	const withoutZero = line.replace(/(\d\D*)[([{]\s*0\s*[)\]}]/, '$1');
	const hasZero = withoutZero !== line;
	const isInternational = hasZero || line.includes('+');
	const digitsOf = (text: string) =>
		text.replace(/\D/g, '').replace(isInternational ? /^00(?!11)/ : '', '');
	const brackets = bracketsIn(written);
	const withoutEnd = SHORT_END.exec(line)?.[1];
	return {
		digits: digitsOf(line),
		isInternational,
		brackets,
		withoutZero: hasZero ? digitsOf(withoutZero) : undefined,
		withoutEnd: withoutEnd
			? { digits: digitsOf(withoutEnd), isInternational, brackets }
			: undefined,
		withoutPlus: isPlusBehind
			? { digits: line.replace(/\D/g, ''), isInternational: false, brackets }
			: undefined,
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
	const names = isObject(value) ? Object.keys(value).slice(0, MOST_FIELDS) : [];
	const fields = names.map((name) => [name, Object(value)[name]] as const);
	const named = fields.filter(([name]) => namesPhone(name));
	const [name] =
		[named, fields]
			.map((some) => some.find(([, field]) => isReadable(field)) ?? some[0])
			.find(Boolean) ?? [];
	if (name === undefined) return `is ${kindOf(value)}, not a phone number: ${ENTER_PHONE}`;
	const access = /^[\w$]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
	return `is an object with ${namesIn(Object(value))}: add the right one, e.g. ${access}`;
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
	return found ? { prefix: found[1], area: found[2].replace(/\D/g, '') } : undefined;
}

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

/** A number without the marks of phone books, spreadsheets and lists around it. */
const plainLine = (text: string): string =>
	withPlainDigits(text)
		.trim()
		.replace(/^=?"(.*)"$/s, '$1')
		.replace(/^(?:['‘’`]|=(?=\+?\d))/, '')
		.replace(/[\p{Pd}\u2212]/gu, '-')
		.replace(/[^\S\t\r\n\v\f\u2028\u2029]/g, ' ')
		.trim()
		.replace(START, '')
		.replace(END, '');
