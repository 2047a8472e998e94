import fc from 'fast-check';
import {
	type CountryCode,
	getCountryCallingCode,
	isSupportedCountry,
	parsePhoneNumberWithError,
} from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';

/** A number that its owner could have, with all that its country says about writing it. */
export interface MobileNumber {
	country: CountryCode;
	countryCode: string;
	/** As dialed from abroad, without +. */
	digits: string;
	/** Without its country code and its leading 0. */
	subscriber: string;
	/** Groups, as in `+62 812 3456 7890`. */
	international: string;
	/** As its country writes it, e.g. `0812-3456-7890`. */
	national: string;
	/** Whether a leading 0 replaces the country code. */
	hasTrunkZero: boolean;
}

/** Sixty countries of all parts of the world and all kinds of numbering plans. */
const COUNTRIES = (
	'AE AR AT AU BD BE BG BJ BR CA CG CH CI CL CM CN CO CZ DE DK DZ EC EG ES FI FR GA GB GH GR ' +
	'HK HU ID IE IL IN IR IT JP KE KR KZ LK MA MX MY NG NL NO NZ PE PH PK PL PT RU SA SE SG TR US VN ZA'
)
	.split(' ')
	.filter((country) => isSupportedCountry(country));

/** What the npm package's data say of a country: its trunk prefix, and the pattern of its mobiles. */
interface Plan {
	trunk?: string;
	mobile: string;
}

function planOf(country: CountryCode): Plan {
	const data = metadata.countries[country] as unknown as unknown[];
	const [fixed, mobile] = data[11] as Array<[string] | 0>;
	// Where mobiles cannot be distinguished from fixed lines, the data have one pattern for both.
	const [pattern] = (mobile && mobile[0] ? mobile : fixed) as [string];
	return { trunk: (data[5] as string | 0) || undefined, mobile: pattern };
}

const numberOf = (country: CountryCode): fc.Arbitrary<MobileNumber> => {
	const { trunk, mobile } = planOf(country);
	return (
		fc
			.stringMatching(new RegExp(`^(?:${mobile})$`))
			.map((national) => `+${getCountryCallingCode(country)}${national}`)
			// Eight digits are the fewest that the service takes (§2.2).
			.filter((number) => number.length > 8 && parsePhoneNumberWithError(number).isValid())
			.map((number) => {
				const phone = parsePhoneNumberWithError(number);
				return {
					country,
					countryCode: phone.countryCallingCode,
					digits: number.slice(1),
					subscriber: phone.nationalNumber,
					international: phone.formatInternational(),
					national: phone.formatNational(),
					// Argentina's mobiles change in more than that.
					hasTrunkZero: trunk === '0' && country !== 'AR',
				};
			})
	);
};

export const mobileNumbers: fc.Arbitrary<MobileNumber> = fc
	.constantFrom(...COUNTRIES)
	.chain(numberOf);

export const numberOfCountries = COUNTRIES.length;
