import { InputError } from '../errors/nodeErrors';
import { asText, quoted } from './checks';
import { NUMBERING_PLANS } from './numberingPlans';

/** How the numbers of a country code are written, see the table in numberingPlans.ts. */
export interface NumberingPlan {
	code: string;
	/** What is dialed before a number within the country: `0`, `8`, `06`, … */
	trunks: string[];
	/** What is dialed there before a number abroad, beside `00`. */
	abroad: string[];
	/** Whether its mobile numbers are also written with a 0 in place of the country code. */
	writesZero: boolean;
	/** Whether numbers themselves may begin with 0, as in Italy. */
	beginsWithZero: boolean;
	/** Which numbers of digits there are, as bits: by the three leading digits, and of all numbers. */
	mobile: Uint16Array;
	other: Uint16Array;
	lengths: number;
}

const plans = new Map(NUMBERING_PLANS.trim().split('\n').map(planOfLine));

function planOfLine(line: string): [code: string, plan: NumberingPlan] {
	const [head, ...types] = line.split('|');
	const [code, written, dialedAbroad] = head.split(' ');
	const [mobile, other] = types.map(lengthsByStart);
	const trunks = written.match(/\d+/g) ?? [];
	const abroad = dialedAbroad ? prefixesIn(dialedAbroad) : [];
	const writesZero = written.split('/')[0] === '0';
	const groups = [...line.matchAll(/:(\S+)/g)];
	const lengths = groups.reduce((all, [, some]) => all | bitsOf(some), 0);
	const beginsWithZero = [mobile, other].some((types) => types.subarray(0, 100).some(Boolean));
	return [code, { code, trunks, abroad, writesZero, beginsWithZero, mobile, other, lengths }];
}

/** `71-79,85:9-11`: two leading digits, or three, and how many digits there are. */
function lengthsByStart(written: string): Uint16Array {
	const byStart = new Uint16Array(1000);
	for (const [, starts, lengths] of written.matchAll(/(\S+):(\S+)/g)) {
		const bits = bitsOf(lengths);
		const each = /^\d{3}/.test(starts) ? 1 : 10;
		for (const start of numbersIn(starts)) {
			for (let at = start * each; at < (start + 1) * each; at++) byStart[at] |= bits;
		}
	}
	return byStart;
}

function bitsOf(lengths: string): number {
	return numbersIn(lengths).reduce((all, length) => all | (1 << length), 0);
}

function numbersIn(ranges: string): number[] {
	return ranges.split(',').flatMap((range) => {
		const [from, to = from] = range.split('-').map(Number);
		return Array.from({ length: to - from + 1 }, (_, at) => from + at);
	});
}

/** `001,008-009`: as many digits as the first one of a range. */
function prefixesIn(ranges: string): string[] {
	return ranges.split(',').flatMap((range) => {
		const width = range.split('-')[0].length;
		return numbersIn(range).map((prefix) => String(prefix).padStart(width, '0'));
	});
}

/** What is dialed anywhere before a number abroad; two digits begin too many other numbers. */
export const PREFIXES_ABROAD = [
	...new Set([...plans.values()].flatMap(({ abroad }) => abroad)),
].filter((prefix) => prefix.length > 2);

/** The country code that an international number begins with; `''` where there is no such code. */
export function countryCodeOf(digits: string): string {
	let length = 1;
	while (length <= 3 && !plans.has(digits.slice(0, length))) length++;
	return length <= 3 ? digits.slice(0, length) : '';
}

export const planOf = (countryCode: string) => plans.get(countryCode);

/** Whether a plan has numbers of this kind with the same three leading digits and as many digits. */
export const isIn = (plan: NumberingPlan, national: string, kind: 'mobile' | 'other') =>
	hasLength(plan[kind][Number(national.slice(0, 3))], national.length);

/** Which numbers with the same two leading digits there are, as bits of their lengths: what an error can say. */
export function lengthsNear(national: string, { mobile, other }: NumberingPlan) {
	const start = Number(national.slice(0, 2)) * 10;
	const unionOf = (bits: Uint16Array) =>
		bits.subarray(start, start + 10).reduce((all, some) => all | some, 0);
	return { mobile: unionOf(mobile), other: unionOf(other) };
}

export const hasLength = (lengths: number, length: number) => (lengths & (1 << length)) !== 0;

/** `9 to 12`, `7 or 9` */
export function formatLengths(lengths: number): string {
	const all = [...Array(16).keys()].filter((length) => hasLength(lengths, length));
	const isRow = all.length > 2 && all.length === all[all.length - 1] - all[0] + 1;
	return isRow ? `${all[0]} to ${all[all.length - 1]}` : all.join(' or ');
}

/**
 * A country code that the user has set, a `+` or `00` before it forgiven.
 *
 * @param field the label of its field
 * @param advice what else the user can do about it
 * @returns `''` where none is set
 */
export function normalizeCountryCode(
	written: unknown,
	field = 'Country Code',
	advice?: string,
): string {
	const digits = asText(written ?? '')
		?.replace(/[\s\p{Cf}]/gu, '')
		.replace(/^(\+|00)/, '');
	if (digits === '' || (digits && plans.has(digits))) return digits;
	throw new InputError(
		`${field} ${quoted(written)} is not a country code: enter its digits only, e.g. 62`,
		advice,
	);
}
