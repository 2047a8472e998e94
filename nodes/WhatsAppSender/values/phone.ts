import { InputError } from '../errors/nodeErrors';
import { asText, quoted } from './checks';
import {
	countryCodeOf,
	formatLengths,
	hasLength,
	lengthsNear,
	type NumberingPlan,
	planOf,
	PREFIXES_ABROAD,
} from './countryCode';
import { planWriting } from './otherWritings';
import { internationalReading, isNational, type Reading, readingsOf, trunkOf } from './readings';
import { readPhone, type WrittenPhone } from './writtenPhone';

const SET_COUNTRY = 'set Country Code in the credential';
const GLUED = 'could be read as another number: remove what follows the number';
const WITH_CODE = 'write it with + and the country code';

type Resolved = { digits: string } | { problem: string };

/**
 * Converts a phone number as people write it into the service's format (§2.2): 8–15 digits,
 * country code first. It is sent where it can be read as one number of the world's numbering plans.
 *
 * @param written text or a number, e.g. `+62 812-3456-7890`
 * @param countryCode of numbers without one, or `''`
 * @param isListed whether it comes from one of the service's own lists, in its format already
 * @throws InputError where it can be read as no number or as several, with the readings and the fix
 */
export function normalizePhone(written: unknown, countryCode = '', isListed = false): string {
	const text = asText(written) ?? '';
	if (isListed && /^[1-9]\d{7,14}$/.test(text)) return text;
	const phone = readPhone(written);
	if (isListed && /^[1-9]\d{7,14}$/.test(phone.digits)) return phone.digits;
	const { withoutEnd } = phone;
	const isGlued = withoutEnd && 'digits' in resolve({ ...phone, digits: withoutEnd }, countryCode);
	const resolved = isGlued ? { problem: GLUED } : resolve(phone, countryCode);
	if ('digits' in resolved) return resolved.digits;
	throw new InputError(`Phone ${quoted(text)} ${resolved.problem}`);
}

function resolve(phone: WrittenPhone, code: string): Resolved {
	const { digits } = phone;
	if (phone.isInternational) return internationalNumber(digits);
	const isAtHome = isNational(phone, planOf(code));
	const readings = readingsOf(phone, code, isAtHome);
	const isOwn = readings.some((reading) => !code || reading.code === code);
	const prefix = isOwn ? undefined : prefixAbroad(digits, code);
	if (prefix) {
		const orNational = code ? '' : `, or ${SET_COUNTRY} if it has no country code`;
		return {
			problem: `starts with ${prefix}, which some countries dial before the country code: write + instead${orNational}`,
		};
	}
	if (digits.startsWith('00')) return internationalNumber(digits.slice(2));
	const codeBefore0 = isAtHome ? undefined : codeBeforeZero(digits);
	if (codeBefore0) return { problem: zeroAfter(codeBefore0) };
	if (readings.length === 1) return { digits: readings[0].code + readings[0].national };
	if (readings.length > 1) return { problem: ambiguous(readings, code) };
	return { problem: unreadable(phone, code, isAtHome) };
}

/** What is dialed before a number abroad, beside `00`, where such a number follows it. */
function prefixAbroad(digits: string, countryCode: string): string | undefined {
	const dialed = (prefixes: string[], isNumber: (rest: string) => boolean) =>
		prefixes.find((one) => digits.startsWith(one) && isNumber(digits.slice(one.length)));
	const own = dialed(
		planOf(countryCode)?.abroad ?? [],
		(rest) => 'digits' in internationalNumber(rest),
	);
	// Within a country, 001 of another one is 00 and a 1, where that gives a number.
	const isOpen = digits.startsWith('00') && !internationalReading(digits.slice(2));
	if (own || (countryCode && !isOpen)) return own;
	return dialed(PREFIXES_ABROAD, (rest) => internationalReading(rest)?.isMobile ?? false);
}

/** The country code of a mobile number that is written with it and with a 0, too: `49 0171 1234567`. */
function codeBeforeZero(digits: string): string | undefined {
	const code = countryCodeOf(digits);
	const national = digits.slice(code.length);
	if (!national.startsWith('0') || planOf(code)?.beginsWithZero) return undefined;
	return internationalReading(code + national.slice(1))?.isMobile ? code : undefined;
}

const zeroAfter = (code: string) => `has a 0 after the country code ${code}: remove the 0`;

function internationalNumber(digits: string): Resolved {
	const code = countryCodeOf(digits);
	const plan = planOf(code);
	if (!plan) return { problem: 'does not begin with a country code: write it like +6281234567890' };
	const national = digits.slice(code.length);
	if (national.startsWith('0') && !plan.beginsWithZero) return { problem: zeroAfter(code) };
	const counted = planWriting(digits).slice(code.length);
	const { mobile, other } = lengthsNear(counted, plan);
	// Of numbers that begin like no mobile one only the length is looked at: new ranges open every month.
	const ofStart = mobile && mobile | other;
	if (hasLength(ofStart || plan.lengths, counted.length)) return { digits };
	const isOthers = hasLength(plan.lengths, counted.length);
	const which = isOthers ? `mobile numbers with ${counted.slice(0, 2)}` : 'numbers';
	const have = formatLengths(ofStart || plan.lengths);
	return { problem: `has ${national.length} digits after +${code}, where ${which} have ${have}` };
}

function ambiguous(readings: Reading[], countryCode: string): string {
	const all = readings.map(({ code, national }) => `+${code} ${national}`).join(' or ');
	// Only a 0 says of any digits that they have no country code.
	const own = planOf(countryCode)?.trunks[0] === '0' ? '0' : `+${countryCode}`;
	const isAbroad = readings.some(({ code }) => code !== countryCode);
	return `could be ${all}: ${isAbroad ? `write + before it, or ${own} if it has no country code` : WITH_CODE}`;
}

function unreadable(phone: WrittenPhone, countryCode: string, isAtHome: boolean): string {
	const { digits, brackets } = phone;
	const plan = planOf(countryCode);
	if (!plan && (digits.startsWith('0') || brackets?.before === '')) {
		const start = digits.startsWith('0') ? 'starts with 0' : 'begins with brackets';
		return `${start}: write it with the country code, e.g. +6281234567890, or ${SET_COUNTRY}`;
	}
	const own = plan ? `+${countryCode}` : SET_COUNTRY;
	const fix = isAtHome ? WITH_CODE : `write + before it, or ${own} if it has no country code`;
	if (!isAtHome && [digits, countryCode + digits].some(internationalReading)) {
		return `is no mobile number: ${fix}`;
	}
	const miscounted = plan && wrongLength(digits, plan);
	if (miscounted) return `${miscounted}: ${fix}`;
	return `is no number ${isAtHome ? `in +${countryCode}` : 'of any country'}: ${fix}`;
}

/** How many digits there are, where a country has numbers that begin like this one, but of other lengths. */
function wrongLength(digits: string, plan: NumberingPlan): string | undefined {
	const trunk = trunkOf(digits, plan);
	const national = digits.slice(trunk.length);
	const { mobile, other } = lengthsNear(national, plan);
	const lengths = mobile | other;
	if (!lengths || hasLength(lengths, national.length)) return undefined;
	const after = trunk && ` after ${trunk}`;
	const start = national.slice(0, 2);
	const have = formatLengths(lengths);
	return `has ${national.length} digits${after} and is no number in +${plan.code}, where those with ${start} have ${have}`;
}

/** SHIM until the library is there. */
export const needsCountry = (written: unknown): boolean => !/^\s*\+|@/.test(String(written));

export function readingsIn(written: unknown, countryCode: string): string[] {
	try {
		return [normalizePhone(written, countryCode)];
	} catch {
		return [];
	}
}
