import { InputError } from '../errors/nodeErrors';
import { asText, quote } from './checks';
import {
	countryCodeOf,
	mobileLengthsOf,
	type NumberingPlan,
	numberingPlanOf,
} from './numberingPlan';
import {
	internationalReading,
	isNational,
	type Reading,
	readingsOf,
	SENDABLE,
} from './phoneReadings';
import { GLUED, readPhone, type WrittenPhone } from './writtenPhone';

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
	const text = asText(written) ?? '';
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
