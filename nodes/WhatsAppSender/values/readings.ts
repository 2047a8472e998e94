import { countryCodeOf, hasLength, type NumberingPlan, planOf, startOf } from './countryCode';

/** A number of the world's numbering plans that a writing can stand for. */
export interface Reading {
	code: string;
	/** Without the country code, as it is sent after it. */
	national: string;
	isMobile: boolean;
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
export function readingsOf(digits: string, countryCode: string, isNational: boolean): Reading[] {
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
	return best.filter((one, at) => !best.slice(0, at).some((other) => isSame(one, other)));
}

const isSame = (one: Reading, other: Reading) =>
	one.code === other.code && one.national === other.national;

export function internationalReading(digits: string): Reading | undefined {
	const plan = planOf(countryCodeOf(digits));
	return plan && reading(plan, digits.slice(plan.code.length));
}

function reading(plan: NumberingPlan, national: string): Reading | undefined {
	const { code } = plan;
	for (const written of [national, withoutExtra(code, national)]) {
		const start = startOf(written);
		const isMobile = hasLength(plan.mobile[start], written.length);
		if (isMobile || hasLength(plan.other[start], written.length))
			return { code, national, isMobile };
	}
	return undefined;
}

/** In the shorter writing: Mexico's numbers with a 1 after the country code are in no plan any more. */
export const withoutExtra = (code: string, national: string) =>
	shortWriting(code + national).slice(code.length);
