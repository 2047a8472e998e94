import { InputError } from '../errors/errors';
import { asText, quoted } from './checks';
import {
	countryCodeOf,
	formatLengths,
	hasLength,
	lengthsLike,
	type NumberingPlan,
	planOf,
} from './countryCode';
import { readPhone, type WrittenPhone } from './writtenPhone';

const GLUED = 'could be read as another number: remove what follows the number';
const WITH_CODE = 'write it with + and the country code';

/** A number of the world's numbering plans that a writing can stand for. */
interface Reading {
	code: string;
	/** Without the country code, as it is sent after it. */
	national: string;
	isMobile: boolean;
}

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

function resolve({ digits, isInternational, areaCode }: WrittenPhone, code: string): Resolved {
	if (isInternational) return internationalNumber(digits);
	if (/^(011|810)/.test(digits) && internationalReading(digits.slice(3))) {
		const problem = `starts with ${digits.slice(0, 3)}, which some countries dial before the country code: write + instead`;
		return { problem };
	}
	const startsWithZero = digits.startsWith('0');
	const isNational = startsWithZero || isAreaCode(areaCode, code);
	if (isNational && !code) {
		const start = startsWithZero ? 'starts with 0' : 'begins with brackets';
		const problem = `${start}: write it with the country code, e.g. +6281234567890, or set Default Country Code under Options`;
		return { problem };
	}
	const readings = readingsOf(digits, code, isNational);
	if (readings.length === 1) return { digits: readings[0].code + readings[0].national };
	const isAmbiguous = readings.length > 1;
	return { problem: isAmbiguous ? ambiguous(readings, code) : unreadable(code, isNational) };
}

/** Digits in brackets, alone or after what is dialed before a number: `(415)`, `8 (912)`. */
function isAreaCode([before, inBrackets]: string[] = [], countryCode: string): boolean {
	if (before === '') return inBrackets !== countryCode;
	return planOf(countryCode)?.trunks.includes(before) ?? false;
}

function internationalNumber(digits: string): Resolved {
	const code = countryCodeOf(digits);
	const plan = planOf(code);
	if (!plan) return { problem: 'does not begin with a country code: write it like +6281234567890' };
	const national = digits.slice(code.length);
	if (national.startsWith('0') && !plan.beginsWithZero) {
		return { problem: `has a 0 after the country code ${code}: remove the 0` };
	}
	const counted = withoutExtra(code, national);
	const { mobile, other } = lengthsLike(counted, plan);
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

function unreadable(countryCode: string, isNational: boolean): string {
	if (isNational) return `is no number in +${countryCode}: ${WITH_CODE}`;
	const own = countryCode ? `+${countryCode}` : 'set Default Country Code under Options';
	return `is no number of any country: write + before it, or ${own} if it has no country code`;
}

/**
 * Numbers that are written in two ways and are one account of WhatsApp, and what is left out of the
 * longer one. Sources: WhatsApp's help, "About international phone number format" (Argentina and
 * Mexico); Anatel's Resolution 553/2010, which put a 9 before the mobile numbers of Brazil. Eight
 * digits from 2 to 5 on are fixed lines there, and someone else's.
 */
const TWO_WRITINGS: Array<[country: string, longer: RegExp, shorter: string]> = [
	['Argentina', /^549(\d{10})$/, '54$1'],
	['Brazil', /^55(\d\d)9([6-9]\d{7})$/, '55$1$2'],
	['Mexico', /^521(\d{10})$/, '52$1'],
];

/** The shorter writing of an international number, to compare by: what is sent stays as it was written. */
export const shortWriting = (digits: string) =>
	TWO_WRITINGS.reduce((short, [, longer, shorter]) => short.replace(longer, shorter), digits);

/**
 * What a number can be read as: as mobile numbers if there are any, else as others (a shop's landline).
 *
 * @param countryCode of numbers without one, or `''`
 * @param isNational whether it shows that it has no country code
 */
function readingsOf(digits: string, countryCode: string, isNational: boolean): Reading[] {
	const plan = planOf(countryCode);
	const trunks = plan?.trunks.filter((trunk) => digits.startsWith(trunk)) ?? [];
	const found = ['', ...trunks].map((trunk) => plan && reading(plan, digits.slice(trunk.length)));
	if (!isNational) found.push(internationalReading(digits));
	const all = found.filter((one) => one !== undefined);
	// Where nothing is dialed before them, landlines are written like mobile numbers.
	const isPlain = ({ code }: Reading) => code === countryCode && plan?.trunks.length === 0;
	const best = all.some(({ isMobile }) => isMobile)
		? all.filter((one) => one.isMobile || isPlain(one))
		: all;
	// With 1, `1 415…` is one number in both ways.
	const numbers = best.map(({ code, national }) => `${code} ${national}`);
	return best.filter((_, at) => numbers.indexOf(numbers[at]) === at);
}

function internationalReading(digits: string): Reading | undefined {
	const plan = planOf(countryCodeOf(digits));
	return plan && reading(plan, digits.slice(plan.code.length));
}

function reading(plan: NumberingPlan, national: string): Reading | undefined {
	const { code } = plan;
	for (const written of [national, withoutExtra(code, national)]) {
		const { mobile, other } = lengthsLike(written, plan);
		const isMobile = hasLength(mobile, written.length);
		if (isMobile || hasLength(other, written.length)) return { code, national, isMobile };
	}
	return undefined;
}

/** In the shorter writing: Mexico's numbers with a 1 after the country code are in no plan any more. */
const withoutExtra = (code: string, national: string) =>
	shortWriting(code + national).slice(code.length);
