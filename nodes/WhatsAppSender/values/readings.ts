import { countryCodeOf, isIn, type NumberingPlan, planOf } from './countryCode';
import { homeWritings, planWriting } from './otherWritings';
import type { WrittenPhone } from './writtenPhone';

/** A number of the world's numbering plans that a writing can stand for. */
export interface Reading {
	code: string;
	/** Without the country code, as it is sent after it. */
	national: string;
	isMobile: boolean;
}

/**
 * What a number without `+` can be read as: as mobile numbers if there are any, else as others (a shop's landline).
 *
 * @param country the code of numbers without one, or `''`
 * @param isAtHome whether the writing shows that it has none
 */
export function readingsOf(phone: WrittenPhone, country: string, isAtHome: boolean): Reading[] {
	const plan = planOf(country);
	const found = plan ? nationalReadings(phone, plan) : [];
	const withCode = isAtHome ? undefined : internationalReading(phone.digits);
	// Landlines abroad need a +.
	if (withCode && (withCode.isMobile || withCode.code === country)) found.push(withCode);
	// Where nothing is dialed before them, landlines are written like mobile numbers.
	const isPlain = ({ code }: Reading) => code === country && plan?.trunks.length === 0;
	const best = found.some(({ isMobile }) => isMobile)
		? found.filter((one) => one.isMobile || isPlain(one))
		: found;
	// With 1, `1 415…` is one number in both ways.
	return [...new Map(best.map((one) => [one.code + one.national, one])).values()];
}

/** Whether a writing shows that it has no country code: by a 0, or by an area code in brackets. */
export function isNational({ digits, brackets }: WrittenPhone, plan?: NumberingPlan): boolean {
	if (digits.startsWith('0')) return true;
	if (!brackets) return false;
	const { before, inside } = brackets;
	if (before === '') return !planOf(inside);
	return !planOf(before) && (plan?.trunks.includes(before) ?? false);
}

/** As numbers of the country itself, with or without what is dialed before them there. */
function nationalReadings({ digits, brackets }: WrittenPhone, plan: NumberingPlan): Reading[] {
	const { code, trunks } = plan;
	// `(62) 21 1234567`: the country's own code is no area code, where a number follows it.
	const isOwnCode = brackets?.inside === code && internationalReading(digits) !== undefined;
	const isInBrackets = brackets?.before === '' && !isOwnCode;
	return [...new Set(['', trunkOf(digits, plan)])].flatMap((trunk) => {
		const isMarked = trunk !== '' || digits.startsWith('0') || isInBrackets;
		const national = digits.slice(trunk.length);
		const mobile = homeWritings(code, national, isMarked)
			.filter(({ inPlan }) => isIn(plan, inPlan, 'mobile'))
			.map(({ sent }) => ({ code, national: sent, isMobile: true }));
		const isOther = (isMarked || trunks.length === 0) && isIn(plan, national, 'other');
		return isOther ? [...mobile, { code, national, isMobile: false }] : mobile;
	});
}

/** What is dialed before a number within the country, the longest that it can be; `''` where there is none. */
export const trunkOf = (digits: string, { trunks }: NumberingPlan) =>
	trunks.filter((trunk) => digits.startsWith(trunk)).at(-1) ?? '';

/** As a number that begins with its country code. */
export function internationalReading(digits: string): Reading | undefined {
	const plan = planOf(countryCodeOf(digits));
	if (!plan) return undefined;
	const { code } = plan;
	const national = digits.slice(code.length);
	const isMobile =
		isIn(plan, national, 'mobile') || isIn(plan, planWriting(digits).slice(code.length), 'mobile');
	if (!isMobile && !isIn(plan, national, 'other')) return undefined;
	return { code, national, isMobile };
}
