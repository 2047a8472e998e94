import { InputError } from '../errors/failures';
import { asText, quote } from './input';
import {
	type CountryCode,
	getCountryCallingCode,
	isSupportedCountry,
	parsePhoneNumberFromString,
	type PhoneNumber,
	plans,
} from './phoneLibrary';

/** How the numbers of a calling code are written. */
export interface NumberingPlan {
	code: string;
	/** The main country of the code: GB for 44, which Jersey uses, too. */
	region: CountryCode;
	/** What people dial before a number within the country: `0`, `8`, `06`, …; empty if they dial nothing. */
	trunk: string;
	/** A pattern of what people dial before a number abroad: `00`, `00[89]`. */
	abroad: string;
}

/** The plan of a calling code; none for satellites and other codes of no country. */
export function numberingPlanOf(code: string): NumberingPlan | undefined {
	const region = plans.getCountryCodeForCallingCode(code);
	if (!region) return undefined;
	const { numberingPlan } = plans.selectNumberingPlan(code);
	// Samoa and Cape Verde have `0`, and mean 00.
	const abroad = numberingPlan.IDDPrefix().replace(/^0$/, '00');
	return { code, region, trunk: numberingPlan.nationalPrefix() || '', abroad };
}

/** Whether digits are an international number behind what people dial before it in a country. */
export const isDialedAbroad = (digits: string, { abroad }: NumberingPlan, number: string) =>
	new RegExp(`^(?:${abroad})${number}$`).test(digits);

export const isCallingCode = (digits: string) => plans.hasCallingCode(digits) === true;

/** The country code that an international number begins with; `''` if there is no such code. */
export const countryCodeOf = (digits: string): string =>
	[1, 2, 3].map((length) => digits.slice(0, length)).find(isCallingCode) ?? '';

/** How many digits mobile numbers have after a calling code. */
export function mobileLengthsOf(code: string): number[] {
	const { numberingPlan } = plans.selectNumberingPlan(code);
	return (numberingPlan.type('MOBILE') ?? numberingPlan).possibleLengths() ?? [];
}

/**
 * The country that the user has set, as the digits of its calling code: `62`, `(+62)`, `0062`, `62.0` and `ID` are the same.
 *
 * @param field the label of its field
 * @param advice what else the user can do about it
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
	throw new InputError(
		`${field} ${quote(written)} is not a country: enter its calling code, e.g. 62, or its two letters, e.g. ID`,
		advice,
	);
}

/** Parses a number as people dial it in a country, or with + before it. */
export const parseNumber = (written: string, defaultCountry?: CountryCode) =>
	parsePhoneNumberFromString(written, { defaultCountry, extract: false });

/** The UK's range for fictional numbers. People try workflows with it, but no numbering plan contains it. */
const FICTION = /^\+447700900\d{3}$/;

/** The type of a number: `MOBILE`, `FIXED_LINE_OR_MOBILE` as in the United States, …; none if it is invalid. */
export const typeOf = (number: PhoneNumber) =>
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
	const written = number?.formatNational().replace(/\D/g, '');
	const hasTrunk = number && numberingPlanOf(number.countryCallingCode)?.trunk === '0';
	return hasTrunk && written?.startsWith('0') ? written : undefined;
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
