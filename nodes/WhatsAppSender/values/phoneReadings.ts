import { countryCodeOf } from './countryCode';
import {
	isCallingCode,
	isMobileNumber,
	isValidNumber,
	mobileLengthsOf,
	type NumberingPlan,
	parseNumber,
} from './numberingPlan';
import { planWriting } from './person';
import type { WrittenPhone } from './writtenPhone';

/** A number that a writing can stand for. */
export interface Reading {
	/** As the node sends it. */
	digits: string;
	code: string;
	isMobile: boolean;
	/** Whether it makes another reading doubtful, and is too doubtful to be sent itself. */
	isWeak?: boolean;
}

/** What the service takes (§2.2). */
export const SENDABLE = /^[1-9]\d{7,14}$/;

/**
 * All numbers that a writing can stand for.
 *
 * @param plan of the item's country, which decides where the writing does not show a country code
 */
export function readingsOf(phone: WrittenPhone, plan?: NumberingPlan): Reading[] {
	const { digits, isInternational, withoutZero } = phone;
	// `+39 (0)331 123456`: a landline of Italy, or a mobile number.
	const other = withoutZero && internationalReading(withoutZero);
	const valid = [...validReadings(phone, plan), ...(other ? [other] : [])];
	const afterPlus = isInternational ? digits : /^00(.+)/.exec(digits)?.[1];
	const found = valid.some(Boolean) || !afterPlus ? valid : [newNumber(afterPlus)];
	const readings = found.filter((one) => one && SENDABLE.test(one.digits)) as Reading[];
	if (readings.every(({ isWeak }) => isWeak)) return [];
	return [...new Map(readings.map((one) => [one.digits, one])).values()];
}

function validReadings(phone: WrittenPhone, plan?: NumberingPlan): Array<Reading | undefined> {
	const { digits, isInternational } = phone;
	if (isInternational) return [internationalReading(digits)];
	const dialed = plan && dialedReading(phone, plan);
	if (digits.startsWith('00')) {
		const after00 = [dialed, internationalReading(digits.slice(2))];
		if (!after00.some(Boolean)) return dialedElsewhere(digits);
		return plan ? after00 : [...after00, ...dialedElsewhere(digits).filter((one) => one.isMobile)];
	}
	if (isNational(phone, plan)) return [dialed];
	const withCode = internationalReading(digits);
	// People write a landline abroad with a +.
	return [dialed, withCode?.isMobile || withCode?.code === plan?.code ? withCode : undefined];
}

/** Behind what other countries dial before a number abroad: `001` in Singapore, `0014` in Australia. */
function dialedElsewhere(digits: string): Reading[] {
	const prefixes = [/^00[125-9]/, /^001[1-9]/].filter((prefix) => prefix.test(digits));
	const found = prefixes.map((prefix) => internationalReading(digits.replace(prefix, '')));
	return found.flatMap((one) => (one ? { ...one, isWeak: true } : []));
}

/** Whether a writing shows that it has no country code: by a 0, or by an area code in brackets. */
export function isNational({ digits, brackets }: WrittenPhone, plan?: NumberingPlan): boolean {
	if (digits.startsWith('0') || !brackets) return digits.startsWith('0');
	const { before, inside } = brackets;
	if (before && !isCallingCode(before)) return before === plan?.trunk;
	// `(55) 3123-4567` has an area code of Brazil, whose country code is 55, too.
	return !isCallingCode(before || inside) || !internationalReading(digits);
}

/** As people dial it in a country: a number of its own, or one abroad behind what they dial for it. */
function dialedReading(phone: WrittenPhone, plan: NumberingPlan): Reading | undefined {
	const { code, region, trunk } = plan;
	const { digits, brackets } = phone;
	const number = parseNumber(withoutOldTrunk(code, digits), region);
	const sent = number?.number.slice(1) ?? digits;
	// With its country code it is not dialed. Within a country no number begins with 00.
	if (!number || sent === digits || (digits.startsWith('00') && !digits.endsWith(sent))) return;
	const { countryCallingCode, nationalNumber } = number;
	const reading = { digits: sent, code: countryCallingCode, isMobile: isMobileNumber(number) };
	const isMarked = isNational(phone, plan);
	if (!isValidNumber(number))
		return isMarked && isOldMobile(sent, brackets?.inside) ? reading : undefined;
	if (countryCallingCode !== code || isMarked) return reading;
	const [, area] = number.formatInternational().match(/\d+/g) ?? [];
	// `(1) 767 447 0005` in Germany: 1 is no area code of the mobile number +49 176 74470005.
	if (brackets && brackets.inside !== area) {
		return reading.isMobile ? { ...reading, isWeak: true } : undefined;
	}
	const before = digits.slice(0, -nationalNumber.length);
	const isDialed = before !== '' && !isCallingCode(before);
	// In Argentina people leave out the 9 of a mobile number.
	const isWithout9 = code === '54' && parseNumber(`+549${nationalNumber}`)?.isValid();
	// In North America all people leave out the 1.
	if (reading.isMobile || isWithout9 || isDialed || !trunk || code === '1') return reading;
	// `4741234567` is a landline of Brazil as people print it, or a mobile number of Norway.
	const isPrinted = number.formatNational().replace(/\D/g, '') === digits;
	return isPrinted ? { ...reading, isWeak: !brackets } : undefined;
}

/** Without Mexico's prefixes of mobile numbers until 2019, which the library does not know any more. */
const withoutOldTrunk = (code: string, digits: string) =>
	code === '52' ? digits.replace(/^(?:01|04[45])(\d{10})$/, '$1') : digits;

/** Whether it is a mobile number of Mexico or Brazil in its older writing. @param area in brackets: `11`, `011` */
function isOldMobile(digits: string, area?: string): boolean {
	const inPlan = planWriting(digits);
	const isArea = !area || /^0?\d\d$/.test(area);
	return isArea && inPlan !== digits && Boolean(parseNumber(`+${inPlan}`)?.isValid());
}

/** A valid number that begins with its country code. */
export function internationalReading(digits: string): Reading | undefined {
	const number = parseNumber(`+${digits}`);
	if (!number) return undefined;
	const sent = number.number.slice(1);
	const isOld = !isValidNumber(number) && isOldMobile(sent);
	if (!isOld && !isValidNumber(number)) return undefined;
	return {
		digits: sent,
		code: number.countryCallingCode,
		isMobile: isOld || isMobileNumber(number),
	};
}

/** A number that no plan has yet, as long as its country's mobile numbers: new ranges open every month. */
function newNumber(digits: string): Reading | undefined {
	const code = countryCodeOf(digits);
	const sent = parseNumber(`+${digits}`)?.number.slice(1) ?? digits;
	if (!code || !mobileLengthsOf(code).includes(sent.length - code.length)) return undefined;
	return mobileNear(sent) ? undefined : { digits: sent, code, isMobile: true };
}

/** A mobile number that begins like this one and has a digit more or fewer: a typo, and no new range. */
export function mobileNear(digits: string): string | undefined {
	const others = [digits.slice(0, -1), ...Array.from('0123456789', (last) => digits + last)];
	return others.find((one) => internationalReading(one)?.isMobile);
}
