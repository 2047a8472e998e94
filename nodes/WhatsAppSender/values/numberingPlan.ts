import {
	type CountryCode,
	getCountries,
	getCountryCallingCode,
	METADATA,
	Metadata,
	parsePhoneNumberFromString,
	type PhoneNumber,
} from './phoneLibrary';

/** How the numbers of a calling code are written. */
export interface NumberingPlan {
	code: string;
	/** The main country of the code: GB of 44, which Jersey has, too. */
	region: CountryCode;
	/** What people dial before a number within the country: `0`, `8`, `06`, …; empty where they dial nothing. */
	trunk: string;
}

/** Methods of the library's `Metadata` that its types leave out. */
interface Plans {
	hasCallingCode(code: string): true | undefined;
	getCountryCodeForCallingCode(code: string): CountryCode | undefined;
	selectNumberingPlan(code: string): { numberingPlan: LibraryPlan };
}
interface LibraryPlan {
	nationalPrefix(): string | 0;
	possibleLengths(): number[] | undefined;
	type(name: 'MOBILE'): Pick<LibraryPlan, 'possibleLengths'> | undefined;
}

const plans = new Metadata(METADATA) as unknown as Plans;
const regions = new Set<string>(getCountries(METADATA));

/** The plan of a calling code; none for satellites and other codes of no country. */
export function planOf(code: string): NumberingPlan | undefined {
	const region = plans.getCountryCodeForCallingCode(code);
	if (!region) return undefined;
	const { numberingPlan } = plans.selectNumberingPlan(code);
	return { code, region, trunk: numberingPlan.nationalPrefix() || '' };
}

export const isCallingCode = (digits: string) => plans.hasCallingCode(digits) === true;

/** The calling code of a country by its two letters, in any case. */
export function callingCodeOf(letters: string): string | undefined {
	const region = letters.toUpperCase();
	return regions.has(region) ? getCountryCallingCode(region as CountryCode, METADATA) : undefined;
}

/** How many digits mobile numbers have after a calling code. */
export function mobileLengthsOf(code: string): number[] {
	const { numberingPlan } = plans.selectNumberingPlan(code);
	return (numberingPlan.type('MOBILE') ?? numberingPlan).possibleLengths() ?? [];
}

/** Parses a number as people dial it in a country, or with + before it. */
export const parseNumber = (written: string, defaultCountry?: CountryCode) =>
	parsePhoneNumberFromString(written, { defaultCountry, extract: false }, METADATA);

/** The United Kingdom keeps these for fiction: people try a workflow with them, but no plan has them. */
const isFiction = ({ number }: PhoneNumber) => /^\+447700900\d{3}$/.test(number);

export const isValidNumber = (number: PhoneNumber) => number.isValid() || isFiction(number);

/** Also where nobody can tell mobile numbers from landlines, as in the United States. */
export const isMobileNumber = (number: PhoneNumber) =>
	isFiction(number) || (number.getType()?.includes('MOBILE') ?? false);

/** A number as its country writes it, where that begins with the 0 that people dial there: `081234567890`. */
export function writingWithZero(digits: string): string | undefined {
	const number = parseNumber(`+${digits}`);
	const written = number?.formatNational().replace(/\D/g, '');
	const hasTrunk = number && planOf(number.countryCallingCode)?.trunk === '0';
	return hasTrunk && written?.startsWith('0') ? written : undefined;
}
