import { InputError } from '../errors/failures';
import { asText, isObject, kindOf, namesIn, quote } from './input';
import {
	countryCodeOf,
	isCallingCode,
	isDialedAbroad,
	mobileLengthsOf,
	type NumberingPlan,
	numberingPlanOf,
	parseNumber,
	typeOf,
} from './numberingPlan';
import type { PhoneNumber } from './phoneLibrary';

const SET_COUNTRY = 'set Country Code in the credential';
const WITH_CODE = 'write it with + and the country code';
const CORRECT = 'correct the number';

/**
 * Converts a phone number as people write it into the service's format (§2.2): 8–15 digits,
 * country code first. The node sends it if it can be read as exactly one number.
 *
 * @param written text or a number, e.g. `+62 812-3456-7890`
 * @param countryCode of numbers without one, or `''`
 * @param isListed whether it comes from one of the service's own lists, in its format already
 * @throws InputError if it can be read as no number or as several, with the readings and the fix
 */
export function normalizePhone(written: unknown, countryCode = '', isListed = false): string {
	const text = asText(onlyValue(written)) ?? '';
	if (isListed && SENDABLE.test(text)) return text;
	const phone = readPhone(written);
	const plan = numberingPlanOf(countryCode);
	const readings = readingsOf(phone, plan);
	const isGlued = phone.withoutEnd && readingsOf(phone.withoutEnd, plan).length > 0;
	if (readings.length === 1 && !isGlued) return readings[0].digits;
	const problem = isGlued
		? `${GLUED}, or write all digits together`
		: problemOf(phone, readings, plan);
	throw new InputError(`Phone ${quote(text)} ${problem}`);
}

/** Whether reading the number needs a country: not with a +, and not for a WhatsApp address. */
export function needsCountry(written: unknown): boolean {
	try {
		return !readPhone(written).isInternational;
	} catch {
		return false;
	}
}

/** All numbers that a text may mean; none if it is not a phone number. */
export function readingsIn(written: unknown, countryCode: string): string[] {
	try {
		const phone = readPhone(written);
		const plan = numberingPlanOf(countryCode);
		const readings = [phone, phone.withoutEnd].flatMap((one) => (one ? readingsOf(one, plan) : []));
		return [...new Set(readings.map(({ digits }) => digits))];
	} catch {
		return [];
	}
}

/** Why a text has no reading, or several, and how to correct it. */
function problemOf(phone: WrittenPhone, readings: Reading[], plan?: NumberingPlan): string {
	const { digits, isInternational, withoutZero } = phone;
	const isMarked = isInternational || isNational(phone, plan);
	if (readings.length > 1) {
		const all = readings.map(({ code, digits }) => `+${code} ${digits.slice(code.length)}`);
		const fix = isMarked ? WITH_CODE : eitherWay(plan);
		return `could be ${all.join(' or ')}: ${withoutZero ? 'write it without brackets' : fix}`;
	}
	if (isInternational) {
		const code = countryCodeOf(digits);
		if (!code) return 'does not begin with a country code: write it like +6281234567890';
		const count = digits.slice(code.length).replace(/^0/, '').length;
		return wrongNumber(code, count, ` after +${code}`, CORRECT);
	}
	if (!plan) {
		if (!isMarked) return `is not a mobile number in any country: ${eitherWay()}`;
		const start = digits.startsWith('0') ? 'starts with 0' : 'begins with brackets';
		return `${start}: write it with the country code, e.g. +6281234567890, or ${SET_COUNTRY}`;
	}
	const { code, trunk } = plan;
	if (digits.startsWith('00'))
		return `is not a valid international number when dialed from +${code}: ${WITH_CODE}`;
	if (!isMarked && [digits, code + digits].some(internationalReading)) {
		return `is not a mobile number: ${eitherWay(plan)}`;
	}
	const prefix = [code, trunk].find((start) => start && digits.startsWith(start)) ?? '';
	const fix = isMarked ? CORRECT : `${CORRECT}, or write + before it if it has its country code`;
	return wrongNumber(code, digits.length - prefix.length, prefix && ` after ${prefix}`, fix);
}

/** How to show that a number has a country code, or none. Only a leading 0 shows that for any digits. */
function eitherWay(plan?: NumberingPlan): string {
	const own = plan?.trunk === '0' ? '0' : plan && `+${plan.code}`;
	return `write + before it, or ${own ?? SET_COUNTRY} if it has no country code`;
}

/** @param count of the digits without the country code, or what people dial before them: `after` */
function wrongNumber(code: string, count: number, after: string, fix: string): string {
	const lengths = mobileLengthsOf(code);
	if (lengths.includes(count)) return `is not a valid number in +${code}: ${fix}`;
	// `9 to 12`, `7 or 9`
	const [first, last] = [lengths[0], lengths[lengths.length - 1]];
	const isRow = lengths.length > 2 && lengths.length === last - first + 1;
	const right = isRow ? `${first} to ${last}` : lengths.join(' or ');
	return `has ${count} digits${after}, but mobile numbers in +${code} have ${right}: ${fix}`;
}

/** A number that a text may mean. */
interface Reading {
	/** In the format that the service accepts. */
	digits: string;
	code: string;
	isMobile: boolean;
	/** Makes another reading ambiguous, and is never sent itself. */
	isWeak?: boolean;
}

/** Format that the service accepts (§2.2). */
const SENDABLE = /^[1-9]\d{7,14}$/;

/**
 * All numbers that a text may mean.
 *
 * @param plan of the item's country, which decides if the text does not show a country code
 */
function readingsOf(phone: WrittenPhone, plan?: NumberingPlan): Reading[] {
	const { digits, isInternational, withoutZero } = phone;
	const found = isInternational ? [internationalReading(digits)] : localReadings(phone, plan);
	// `+39 (0)331 123456`: a landline of Italy, or a mobile number.
	if (withoutZero) found.push(internationalReading(withoutZero));
	const afterPlus = isInternational ? digits : after00(digits);
	if (afterPlus && !found.some(Boolean)) found.push(newNumber(afterPlus));
	const readings = found.flatMap((one) => (one && SENDABLE.test(one.digits) ? one : []));
	if (readings.every(({ isWeak }) => isWeak)) return [];
	return [...new Map(readings.map((one) => [one.digits, one])).values()];
}

/** The readings of a text that does not show whether it has a country code. */
function localReadings(phone: WrittenPhone, plan?: NumberingPlan): Array<Reading | undefined> {
	const { digits } = phone;
	const number = plan && parseNumber(digits, plan.region);
	const hasOwnCode = number?.number === `+${digits}`;
	// People do not dial the code of their own country.
	const dialed = number && !hasOwnCode ? dialedReading(number, phone, plan) : undefined;
	if (digits.startsWith('00')) return [dialed, ...readingsAfter00(digits, dialed, plan)];
	if (isNational(phone, plan)) return [dialed];
	const withCode = hasOwnCode ? readingOf(number) : internationalReading(digits);
	// A foreign landline is written with a +.
	return [dialed, withCode?.isMobile || withCode?.code === plan?.code ? withCode : undefined];
}

/** What follows 00. The library drops a 1 behind +1, so `0011 65 9234 5678` would go to the United States. */
const after00 = (digits: string): string | undefined => /^00(?!11)(.+)/.exec(digits)?.[1];

/** The readings of digits that begin with 00, where it is dialed before a number abroad, and where it is not. */
function readingsAfter00(
	digits: string,
	dialed?: Reading,
	plan?: NumberingPlan,
): Array<Reading | undefined> {
	const international = after00(digits);
	const reading = international ? internationalReading(international) : undefined;
	if (reading && plan && isDialedAbroad('00', plan, '')) return [reading];
	const elsewhere = dialedElsewhere(digits).filter(
		(one) => !reading || digits.startsWith('001') || (!plan && one?.isMobile),
	);
	const zero = zeroTooMany(digits, plan);
	const others = [...elsewhere, !reading || zero?.isMobile ? zero : undefined];
	// What people dial in the country is the longest: `0011`, not `001`, in Australia.
	const longest = dialed?.digits.length ?? 15;
	return [reading, ...others.filter((one) => one && one.digits.length <= longest)];
}

/** A number of the country with a second 0, where people do not dial 00 to go abroad: `0081223456789`. */
function zeroTooMany(digits: string, plan?: NumberingPlan): Reading | undefined {
	const number = plan && parseNumber(digits.slice(1), plan.region);
	const reading = number && readingOf(number);
	return reading?.code === plan?.code ? weak(reading) : undefined;
}

/** The numbers after what people in other countries dial before a number abroad: `001` in Singapore, `0014` in Australia. */
function dialedElsewhere(digits: string): Array<Reading | undefined> {
	const prefixes = [/^00[125-9]/, /^001[1-9]/].filter((prefix) => prefix.test(digits));
	const found = prefixes.map((prefix) => internationalReading(digits.replace(prefix, '')));
	return found.map(weak);
}

const weak = (reading?: Reading) => reading && { ...reading, isWeak: true };

/** Whether a text shows that it has no country code: by a leading 0, or by an area code in brackets. */
function isNational({ digits, brackets }: WrittenPhone, plan?: NumberingPlan): boolean {
	if (digits.startsWith('0') || !brackets) return digits.startsWith('0');
	const { prefix, area } = brackets;
	if (prefix && !isCallingCode(prefix)) return prefix === plan?.trunk;
	// `(55) 3123-4567` has an area code of Brazil, whose country code is 55, too.
	return !isCallingCode(prefix || area) || !internationalReading(digits);
}

/** The number that people in a country reach by dialing the digits: one of their own country, or one abroad. */
function dialedReading(
	number: PhoneNumber,
	phone: WrittenPhone,
	plan: NumberingPlan,
): Reading | undefined {
	const { digits, brackets } = phone;
	const { code, trunk } = plan;
	const reading = readingOf(number);
	// Within a country no number begins with 00.
	const isNumber = !digits.startsWith('00') || isDialedAbroad(digits, plan, reading?.digits ?? '');
	if (!reading || !isNumber) return undefined;
	const isMarked = isNational(phone, plan);
	// A number in its older writing has an area code of two digits: `11`, `011`.
	if (!number.isValid()) {
		return isMarked && /^(?:0?\d\d)?$/.test(brackets?.area ?? '') ? reading : undefined;
	}
	if (reading.code !== code || isMarked) return reading;
	const [, area] = number.formatInternational().match(/\d+/g) ?? [];
	// `(1) 767 447 0005` in Germany: 1 is no area code of the mobile number +49 176 74470005.
	if (brackets && brackets.area !== area) {
		return reading.isMobile ? weak(reading) : undefined;
	}
	const { nationalNumber } = number;
	const prefix = digits.slice(0, -nationalNumber.length);
	const isDialed = prefix !== '' && !isCallingCode(prefix);
	// In Argentina people leave out the 9 of a mobile number.
	const isWithout9 = code === '54' && parseNumber(`+549${nationalNumber}`)?.isValid();
	// In North America all people leave out the 1.
	if (reading.isMobile || isWithout9 || isDialed || !trunk || code === '1') return reading;
	// `4741234567` is a landline of Brazil as people print it, or a mobile number of Norway.
	const isPrinted = number.formatNational().replace(/\D/g, '') === digits;
	return isPrinted ? { ...reading, isWeak: !brackets } : undefined;
}

/** A valid number that begins with its country code. */
function internationalReading(digits: string): Reading | undefined {
	const number = parseNumber(`+${digits}`);
	return number && readingOf(number);
}

function readingOf(number: PhoneNumber): Reading | undefined {
	const type = typeOf(number);
	if (!type) return undefined;
	const { countryCallingCode: code } = number;
	return { digits: number.number.slice(1), code, isMobile: type.includes('MOBILE') };
}

/** A number as long as its country's mobile numbers that no plan contains yet: new ranges open every month. */
function newNumber(digits: string): Reading | undefined {
	const code = countryCodeOf(digits);
	const sent = parseNumber(`+${digits}`)?.number.slice(1) ?? digits;
	if (!code || !mobileLengthsOf(code).includes(sent.length - code.length)) return undefined;
	// It is a typo if a digit more or fewer makes it a mobile number.
	const others = [sent.slice(0, -1), ...Array.from('0123456789', (last) => sent + last)];
	const isTypo = others.some((one) => internationalReading(one)?.isMobile);
	return isTypo ? undefined : { digits: sent, code, isMobile: true };
}

/** A phone number as entered, split into its parts. */
interface WrittenPhone {
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
const GLUED = 'could be two numbers: remove everything after the first one';
const NO_PHONE = `is not a phone number: ${EXAMPLE}`;

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

/** Names the words before and after a number, as in `Tel. 0812-3456-7890 (WA)`. */
function wordsProblem(line: string): string {
	const start = line.search(/[+(]*\d/);
	const [number] = /^[+(]*\d[\d\s\-./()]*(?<=[\d)])/.exec(line.slice(start)) ?? [''];
	const around = [line.slice(0, start), line.slice(start + number.length)];
	const words = around.map((part) => part.trim()).filter(Boolean);
	const isPhone = number.replace(/\D/g, '').length >= 7 && words.some(matches(/\p{L}/u));
	return isPhone ? `is not a phone number: remove ${words.map(quote).join(' and ')}` : NO_PHONE;
}

/** Texts that are not a phone number, or ambiguous; the first match decides. */
const REFUSED: Array<[when: (line: string) => boolean, problem: string | typeof wordsProblem]> = [
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
		'contains more than one number: enter one per row',
	],
	[({ length }) => length > LONGEST_LINE, `is too long for a phone number: ${EXAMPLE}`],
	[
		// People write 00 without a space: `0 0812…` is no number abroad.
		(line) =>
			/^\D*0\D+0/.test(line) ||
			!/^[\s([{]*\+?[\s([{]*\d(?:[\d\s\-./()[\]{}]*\d)?[\s)\]}]*$/.test(line),
		wordsProblem,
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
function readPhone(written: unknown): WrittenPhone {
	const value = onlyValue(written) ?? '';
	const quoted = quote(value).replace('""', '');
	const errorFor = (problem: string) =>
		new InputError(['Phone', quoted, problem].filter(Boolean).join(' '));
	if (typeof value === 'number' && !(Number.isSafeInteger(value) && value >= 0)) {
		throw errorFor(`is not a whole number: ${EXAMPLE}`);
	}
	const text = asText(value);
	if (text === undefined) throw new InputError(`Phone ${kindProblem(value)}`);
	// Most lists contain this format. Eight digits could be a date.
	if (/^[1-9]\d{8,14}$/.test(text) && !text.endsWith('000000'))
		return { digits: text, isInternational: false };
	const entered = plainLine(text);
	const address = ADDRESSES.map((pattern) => pattern.exec(entered)?.[1]).find(Boolean);
	if (address) return { digits: address, isInternational: true };
	// Meta's lead ads write `p:`.
	const line = entered
		.replace(/^(?:tel|sms|whatsapp|p):/i, '')
		.replace(/^(\+?\d+)\.0{1,2}$/, '$1')
		// `++62…`, `+62+62…`
		.replace(/^\+\s*(?:(\d{1,3})\s*)?\++(?=\1)/, '+');
	const problem = REFUSED.find(([when]) => when(line))?.[1];
	if (problem) throw errorFor(typeof problem === 'string' ? problem : problem(line));

	// People write a 0 in brackets after a country code only.
	const withoutZero = line.replace(/(\d\D*)[([{]\s*0\s*[)\]}]/, '$1');
	const hasZero = withoutZero !== line;
	const isInternational = hasZero || line.includes('+');
	const digitsOf = (text: string) =>
		text.replace(/\D/g, '').replace(isInternational ? /^00(?!11)/ : '', '');
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

/** Some services give a list even for one number. */
const onlyValue = (written: unknown): unknown =>
	Array.isArray(written) && written.length === 1 ? written[0] : written;

/** How to take a number from a list or an object. */
function kindProblem(value: unknown): string {
	if (Array.isArray(value) && value.length > 1) {
		return `is a list of ${value.length}: enter one number per row, or add [0] to the expression for the first one`;
	}
	const [name] = isObject(value) ? Object.keys(value) : [];
	if (!isObject(value) || name === undefined) return `is ${kindOf(value)}, ${NO_PHONE.slice(3)}`;
	const access = /^[\w$]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
	return `is an object with ${namesIn(value)}: add the right one to the expression, e.g. ${access}`;
}

/** The first brackets before other digits. */
function bracketsIn(line: string): WrittenPhone['brackets'] {
	const found = /^(\d*)[\s([{./-]*[([{]([^)\]}]+)[)\]}]\D*\d/.exec(line);
	return found ? { prefix: found[1], area: found[2].replace(/\D/g, '') } : undefined;
}

/** An emoji, but no box that may stand for a hidden digit. */
const EMOJI =
	'(?![\\u25A0-\\u25FF\\u26AA\\u26AB])[\\p{Extended_Pictographic}\\p{RI}\\p{Emoji_Modifier}]';
/** A single sign before a number, as in a list. Several may stand for hidden digits: `**** 5678`. */
const START = new RegExp(
	`^(?:[./\\s]|${EMOJI}|(?<!\\S)[^\\p{L}\\p{N}\\p{Sc}+([{](?=\\s))+(?=[+(\\d])`,
	'u',
);
/** Two dots or dashes may stand for hidden digits: `+62 812 3456 78--`. */
const END = new RegExp(`(?<=[\\d)\\]}])(?:([.-])(?!\\1)|[,;/\\s]|${EMOJI})+$`, 'u');

/** The text without the marks of phone books, spreadsheets and lists, with plain digits, spaces and dashes. */
const plainLine = (text: string): string =>
	text
		.replace(/(?!\s)[\p{Cc}\p{Cf}\p{DI}]/gu, '')
		.trim()
		.replace(/^=?"(.*)"$/s, '$1')
		.replace(/^(?:['‘’`]|=(?=\+?\d))/, '')
		// Not `²`, which is a footnote.
		.replace(/\P{No}+/gu, (part) => part.normalize('NFKC'))
		.replace(/(?!\d)\p{Nd}/gu, plainDigit)
		.replace(/[\p{Pd}\u2212]/gu, '-')
		.replace(/[^\S\t\r\n\v\f\u2028\u2029]/g, ' ')
		.trim()
		.replace(START, '')
		.replace(END, '');

/** The digit 0 to 9 of a digit in any script: Unicode has those of a script in a row. */
function plainDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	let value = 0;
	while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
	return String(value % 10);
}
