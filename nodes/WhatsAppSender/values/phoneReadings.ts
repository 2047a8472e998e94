import {
	countryCodeOf,
	isCallingCode,
	mobileLengthsOf,
	type NumberingPlan,
	parseNumber,
	typeOf,
} from './numberingPlan';
import type { PhoneNumber } from './phoneLibrary';
import type { WrittenPhone } from './writtenPhone';

/** A number that a text may mean. */
export interface Reading {
	/** In the format that the service accepts. */
	digits: string;
	code: string;
	isMobile: boolean;
	/** Makes another reading ambiguous, and is never sent itself. */
	isWeak?: boolean;
}

/** Format that the service accepts (§2.2). */
export const SENDABLE = /^[1-9]\d{7,14}$/;

/**
 * All numbers that a text may mean.
 *
 * @param plan of the item's country, which decides if the text does not show a country code
 */
export function readingsOf(phone: WrittenPhone, plan?: NumberingPlan): Reading[] {
	const { digits, isInternational, withoutZero } = phone;
	const found = isInternational ? [internationalReading(digits)] : localReadings(phone, plan);
	// `+39 (0)331 123456`: a landline of Italy, or a mobile number.
	if (withoutZero) found.push(internationalReading(withoutZero));
	const afterPlus = isInternational ? digits : /^00(.+)/.exec(digits)?.[1];
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
	if (digits.startsWith('00')) {
		const after00 = [dialed, internationalReading(digits.slice(2))];
		if (!after00.some(Boolean)) return dialedElsewhere(digits);
		return plan ? after00 : [...after00, ...dialedElsewhere(digits).filter((one) => one.isMobile)];
	}
	if (isNational(phone, plan)) return [dialed];
	const withCode = hasOwnCode ? readingOf(number) : internationalReading(digits);
	// A foreign landline is written with a +.
	return [dialed, withCode?.isMobile || withCode?.code === plan?.code ? withCode : undefined];
}

/** The numbers after what people in other countries dial before a number abroad: `001` in Singapore, `0014` in Australia. */
function dialedElsewhere(digits: string): Reading[] {
	const prefixes = [/^00[125-9]/, /^001[1-9]/].filter((prefix) => prefix.test(digits));
	const found = prefixes.map((prefix) => internationalReading(digits.replace(prefix, '')));
	return found.flatMap((one) => (one ? { ...one, isWeak: true } : []));
}

/** Whether a text shows that it has no country code: by a leading 0, or by an area code in brackets. */
export function isNational({ digits, brackets }: WrittenPhone, plan?: NumberingPlan): boolean {
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
	if (!reading || (digits.startsWith('00') && !digits.endsWith(reading.digits))) return undefined;
	const isMarked = isNational(phone, plan);
	// A number in its older writing has an area code of two digits: `11`, `011`.
	if (!number.isValid()) {
		return isMarked && /^(?:0?\d\d)?$/.test(brackets?.area ?? '') ? reading : undefined;
	}
	if (reading.code !== code || isMarked) return reading;
	const [, area] = number.formatInternational().match(/\d+/g) ?? [];
	// `(1) 767 447 0005` in Germany: 1 is no area code of the mobile number +49 176 74470005.
	if (brackets && brackets.area !== area) {
		return reading.isMobile ? { ...reading, isWeak: true } : undefined;
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
export function internationalReading(digits: string): Reading | undefined {
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
