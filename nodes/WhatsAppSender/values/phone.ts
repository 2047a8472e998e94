import { InputError, WorkflowError } from '../errors/failures';
import { asText, digitsOf, quote } from './text';
import {
	type CountryCode,
	getCountryCallingCode,
	isSupportedCountry,
	/** Parses a number as people dial it in a country, or with + before it. */
	parsePhoneNumberFromString as parseNumber,
	type PhoneNumber,
	plans,
} from './phoneLibrary';
import { phoneError, phoneIn, readPhone, type WrittenPhone } from './writtenPhone';

const WITH_CODE = 'write it with + and its country code';

/**
 * Converts a phone number as people write it into the service's format (§2.2): 8–15 digits,
 * country code first. The node sends it if it can be read as exactly one number.
 *
 * @param written text or a number, e.g. `+62 812-3456-7890`
 * @param countryCode of numbers without one; `''` if none is set; nothing if each must be written with its own
 * @param isListed whether it comes from one of the service's own lists, in its format already
 * @throws InputError if it can be read as no number or as several, with the readings and the fix
 */
export function normalizePhone(written: unknown, countryCode?: string, isListed = false): string {
	if (isListed && SENDABLE.test(String(written))) return String(written);
	const plan = numberingPlanOf(countryCode ?? '');
	const phone = readPhone(written);
	const readings = readingsOf(phone, plan);
	const isGlued = phone.withoutEnd && readingsOf(phone.withoutEnd, plan).length > 0;
	if (readings.length === 1 && !isGlued) return readings[0].digits;
	const problem = isGlued
		? 'could be two numbers: remove everything after the first one, or write all digits together'
		: problemOf(phone, readings, countryCode);
	throw phoneError(String(written), problem);
}

/** Whether reading the number needs a country: not with a +, not for a WhatsApp address, and not as the service lists it. */
export function needsCountry(written: unknown, isListed = false): boolean {
	if (isListed && SENDABLE.test(String(written))) return false;
	const phone = phoneIn(written);
	return (phone?.withoutPlus ?? phone)?.isInternational === false;
}

/** All numbers that a text may mean; none if it is not a phone number. */
export function readingsIn(written: unknown, countryCode: string): string[] {
	const phone = phoneIn(written);
	const plan = numberingPlanOf(countryCode);
	const readings = [phone, phone?.withoutEnd].flatMap((one) => (one ? readingsOf(one, plan) : []));
	return [...new Set(readings.map(({ digits }) => digits))];
}

/** Why a text has no reading, or several, and how to correct it. */
function problemOf(phone: WrittenPhone, readings: Reading[], countryCode?: string): string {
	const { digits, isInternational, withoutZero } = phone;
	if (readings.length > 1) {
		const all = readings.map(({ code, digits }) => `+${code} ${digits.slice(code.length)}`);
		return `could be ${all.join(' or ')}: ${withoutZero ? 'write it without brackets' : WITH_CODE}`;
	}
	if (!isInternational && !countryCode) {
		const orSet = countryCode === undefined ? '' : ', or set Country Code in the credential';
		return `needs its country code: ${WITH_CODE}${orSet}`;
	}
	const code = isInternational ? countryCodeOf(digits) : countryCode;
	const place = code ? `in +${code}` : 'of any country';
	return `is not a valid number ${place}: correct it${isInternational ? '' : `, or ${WITH_CODE}`}`;
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
	const { digits, isInternational, withoutZero, withoutPlus, behindMark } = phone;
	const found = isInternational ? [internationalReading(digits)] : localReadings(phone, plan);
	// `+39 (0)331 123456`: a landline of Italy, or a mobile number.
	if (withoutZero) found.push(internationalReading(withoutZero.digits));
	const afterPlus = isInternational ? digits : after00(digits);
	if (afterPlus && !found.some(Boolean)) found.push(newNumber(afterPlus));
	// `81270699361+` in Indonesia: the digits alone are a number of the country.
	if (withoutPlus && found.some(Boolean)) found.push(...localReadings(withoutPlus, plan));
	// `13) 612 34 35 60` in Spain is +34 612343560, or +1 3612343560.
	if (behindMark && !isInternational)
		found.push(...localReadings(behindMark, plan).filter((one) => one?.code === plan?.code));
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
	// In Australia people dial 0011, so 001 begins no number there.
	const longest = (digits.startsWith('0011') && dialed?.digits.length) || 15;
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
	return [/^00[125-9]/, /^001[1-9]/].map((prefix) =>
		weak(internationalReading(digits.replace(prefix, ''))),
	);
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
	const reading = readingOf(number);
	// Within a country no number begins with 00.
	const isNumber = !digits.startsWith('00') || isDialedAbroad(digits, plan, reading?.digits ?? '');
	if (!reading || !isNumber) return undefined;
	const isMarked = isNational(phone, plan);
	// A number in its older writing has an area code of two digits: `11`, `011`.
	if (!number.isValid()) {
		return isMarked && /^(?:0?\d\d)?$/.test(brackets?.area ?? '') ? reading : undefined;
	}
	return reading.code !== plan.code || isMarked
		? reading
		: unmarkedReading(reading, number, phone, plan);
}

/** A valid number of the country in a text that does not show that it is national. */
function unmarkedReading(
	reading: Reading,
	number: PhoneNumber,
	{ digits, brackets }: WrittenPhone,
	plan: NumberingPlan,
): Reading | undefined {
	const [, area] = number.formatInternational().match(/\d+/g) ?? [];
	// `(1) 767 447 0005` in Germany: 1 is no area code of the mobile number +49 176 74470005.
	if (brackets && brackets.area !== area) {
		return reading.isMobile ? weak(reading) : undefined;
	}
	if (reading.isMobile || isDialedUnmarked(number, digits, plan)) return reading;
	// `4741234567` is a landline of Brazil as people print it, or a mobile number of Norway.
	const isPrinted = digitsOf(number.formatNational()) === digits;
	return isPrinted ? { ...reading, isWeak: !brackets } : undefined;
}

/** Whether people dial a landline so from anywhere in its country. */
function isDialedUnmarked(
	{ nationalNumber }: PhoneNumber,
	digits: string,
	{ code, trunk }: NumberingPlan,
): boolean {
	const prefix = digits.slice(0, -nationalNumber.length);
	if (prefix !== '' && !isCallingCode(prefix)) return true;
	// In North America all people leave out the 1; in Argentina they leave out the 9 of a mobile number.
	const isWithout9 = code === '54' && parseNumber(`+549${nationalNumber}`)?.isValid();
	return !trunk || code === '1' || isWithout9 === true;
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
	if (!code) return undefined;
	const { numberingPlan } = plans.selectNumberingPlan(code);
	const lengths = (numberingPlan.type('MOBILE') ?? numberingPlan).possibleLengths();
	const sent = parseNumber(`+${digits}`)?.number.slice(1) ?? digits;
	if (!lengths?.includes(sent.length - code.length)) return undefined;
	// It is a typo if a digit more or fewer makes it a mobile number.
	const others = [sent.slice(0, -1), ...Array.from('0123456789', (last) => sent + last)];
	const isTypo = others.some((one) => internationalReading(one)?.isMobile);
	return isTypo ? undefined : { digits: sent, code, isMobile: true };
}

/** How the numbers of a calling code are written. */
interface NumberingPlan {
	code: string;
	/** The main country of the code: GB for 44, which Jersey uses, too. */
	region: CountryCode;
	/** What people dial before a number within the country: `0`, `8`, `06`, …; empty if they dial nothing. */
	trunk: string;
	/** A pattern of what people dial before a number abroad: `00`, `00[89]`. */
	abroad: string;
}

/** The plan of a calling code; none for satellites and other codes of no country. */
function numberingPlanOf(code: string): NumberingPlan | undefined {
	const region = /^\d/.test(code) ? plans.getCountryCodeForCallingCode(code) : undefined;
	if (!region) return undefined;
	const { numberingPlan } = plans.selectNumberingPlan(code);
	// Samoa and Cape Verde have `0`, and mean 00.
	const abroad = numberingPlan.IDDPrefix().replace(/^0$/, '00');
	return { code, region, trunk: numberingPlan.nationalPrefix() || '', abroad };
}

/** Whether digits are an international number behind what people dial before it in a country. */
const isDialedAbroad = (digits: string, { abroad }: NumberingPlan, number: string) =>
	new RegExp(`^(?:${abroad})${number}$`).test(digits);

const isCallingCode = (digits: string) => plans.hasCallingCode(digits) === true;

/** The country code that an international number begins with; `''` if there is no such code. */
export const countryCodeOf = (digits: string): string =>
	[1, 2, 3].map((length) => digits.slice(0, length)).find(isCallingCode) ?? '';

/**
 * The country that the user has set, as the digits of its calling code: `62`, `(+62)`, `0062`, `62.0` and `ID` are the same.
 *
 * @param field the label of its field
 * @param advice where to correct the one of the credential
 * @returns `''` if none is set
 */
export function normalizeCountryCode(
	written: unknown,
	field = 'Country Code',
	advice?: string,
): string {
	const text = asText(written ?? '')?.replace(/[\s\p{Cf}()]/gu, '') ?? 'none';
	const digits = text.replace(/^(\+|00)|\.0+$/g, '');
	if (text === '' || numberingPlanOf(digits)) return digits;
	const region = text.toUpperCase().replace(/^UK$/, 'GB');
	if (isSupportedCountry(region)) return getCountryCallingCode(region);
	const message = `${field} ${quote(written)} is not a country: enter its calling code, e.g. 62, or its two letters, e.g. ID`;
	// The country of the credential is no data of an item.
	throw advice ? new WorkflowError(message, advice) : new InputError(message);
}

/** The UK's range for fictional numbers. People try workflows with it, but no numbering plan contains it. */
const FICTION = /^\+447700900\d{3}$/;

/** The type of a number: `MOBILE`, `FIXED_LINE_OR_MOBILE` as in the United States, …; none if it is invalid. */
const typeOf = (number: PhoneNumber) =>
	number.getType() ??
	(FICTION.test(number.number) || isOldMobile(number.number) ? 'MOBILE' : undefined);

/** Whether a number that is sent is one of a fixed line, which seldom has WhatsApp. */
export const isLandline = (digits: string): boolean =>
	parseNumber(`+${digits}`)?.getType() === 'FIXED_LINE';

/** Whether it is a mobile number of Mexico or Brazil in its older writing. */
function isOldMobile(number: string): boolean {
	const inPlan = number
		.replace(/^\+521(\d{10})$/, '+52$1')
		.replace(/^\+55(\d\d)([6-9]\d{7})$/, '+55$19$2');
	return inPlan !== number && Boolean(parseNumber(inPlan)?.isValid());
}

/** The national form of a number with its leading 0, e.g. `081234567890`; `undefined` if its country has none. */
export function nationalFormWithZero(digits: string): string | undefined {
	const number = parseNumber(`+${digits}`);
	if (!number || numberingPlanOf(number.countryCallingCode)?.trunk !== '0') return undefined;
	const written = digitsOf(number.formatNational());
	return written.startsWith('0') ? written : undefined;
}

/**
 * Maps the two spellings of a number with one WhatsApp account to the shorter one. Sources:
 * WhatsApp's help, "About international phone number format" (the 9 of Argentina, the 1 of Mexico); Anatel's
 * Resolution 553/2010, which put a 9 before Brazil's mobile numbers: numbers there that begin with 2 to 5 are fixed lines.
 */
export const personOfPhone = (digits: string) =>
	digits
		.replace(/^549(\d{10})$/, '54$1')
		.replace(/^55(\d\d)9([6-9]\d{7})$/, '55$1$2')
		.replace(/^521(\d{10})$/, '52$1');

/**
 * How a person's number ends in any writing: without its country code, unless it has few digits; in Argentina also with
 * 15 behind the area code.
 */
export function endingsOf(person: string): string[] {
	const code = countryCodeOf(person);
	const national = person.slice(code.length);
	const with15 = code === '54' ? [-6, -7].map((end) => `15${person.slice(end)}`) : [];
	return [national.length < 7 ? person : national, ...with15];
}
