import fc from 'fast-check';
import {
	type CountryCode,
	getCountryCallingCode,
	parsePhoneNumberWithError,
} from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';

/** A number that its owner could have, with all that its country says about writing it. */
interface MobileNumber {
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
).split(' ') as CountryCode[];

/** What the npm package's data say of a country: its trunk prefix, and the pattern of its mobiles. */
function planOf(country: CountryCode): { trunk: unknown; mobile: string } {
	const data = metadata.countries[country] as unknown as unknown[];
	const [fixed, mobile] = data[11] as Array<[string] | 0>;
	// Where mobiles cannot be distinguished from fixed lines, the data have one pattern for both.
	const [pattern] = (mobile && mobile[0] ? mobile : fixed) as [string];
	return { trunk: data[5], mobile: pattern };
}

export const mobileNumbers: fc.Arbitrary<MobileNumber> = fc
	.constantFrom(...COUNTRIES)
	.chain((country) => {
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
						countryCode: phone.countryCallingCode as string,
						digits: number.slice(1),
						subscriber: phone.nationalNumber as string,
						international: phone.formatInternational(),
						national: phone.formatNational(),
						// Argentina's mobiles change in more than that.
						hasTrunkZero: trunk === '0' && country !== 'AR',
					};
				})
		);
	});

/** One way to write a number, and the Default Country Code that the user has set. */
export interface Writing {
	written: unknown;
	countryCode?: string;
}

const joined = (text: string, separator: string) => text.replaceAll(' ', separator);
/** Another country's code, so that a number of this one must say its own. */
const abroad = ({ countryCode }: MobileNumber) => (countryCode === '62' ? '44' : '62');

/** Ways that leave no doubt: each must be sent as its owner would dial it. */
export function clearWritings(number: MobileNumber): Writing[] {
	const { digits, international, countryCode, subscriber, hasTrunkZero } = number;
	const rest = international.slice(countryCode.length + 2);
	const withCode = [
		...[digits, Number(digits), `+${digits}`, `00${digits}`],
		...[international, `00${international.slice(1)}`, `\u202a${international}\u202c`],
		// Dashes, dots, no-break spaces and hyphens, and what has no width.
		...['-', '.', '\u00a0', '\u202f', '\u2011', '\u200b'].map((gap) => joined(international, gap)),
		`\u200f${digits}`,
		// A spreadsheet's.
		...[`'${digits}`, `${digits}.0`, `${digits}.00`],
		...[`(+${countryCode}) ${rest}`, `+(${countryCode})${rest}`],
		...[`${digits}@s.whatsapp.net`, `${digits}@c.us`, `https://wa.me/${digits}`, `tel:+${digits}`],
	];
	const withZero = hasTrunkZero ? [`+${countryCode} (0)${rest}`, `00${countryCode}(0)${rest}`] : [];
	return [
		...[...withCode, ...withZero].map((written) => ({ written })),
		...withCode
			.filter((written) => /^\D*\+|^00|@|wa\.me/.test(String(written)))
			.map((written) => ({ written, countryCode: abroad(number) })),
		...(hasTrunkZero ? [{ written: `0${subscriber}`, countryCode }] : []),
	];
}

/** Ways that may be read in two ways: sent as its owner would dial it, or refused. */
export function doubtfulWritings(number: MobileNumber): Writing[] {
	const { digits, international, national, countryCode, subscriber } = number;
	// Where numbers keep their 0, one that is added makes no number.
	const keepsZero = /^(39|225|229|241|242)$/.test(countryCode);
	const atHome = [
		...[national, national.replace(/[ -]/g, '.')],
		...[subscriber, `${subscriber}.0`, Number(subscriber)],
		...(keepsZero ? [] : [`0${subscriber}`]),
	];
	const anywhere = [
		...(keepsZero ? [] : [`+${countryCode} 0${subscriber}`]),
		// Two ends, extensions, and two numbers.
		...['/8', ' / 12', ' (12)', '-8', ' x12'].map((end) => international + end),
		...[`tel:+${digits};ext=12`, `${international} / ${international}`, `${digits} ${digits}`],
		// A spreadsheet's.
		...[Number(digits).toExponential(5), `${international}.0`],
	];
	return [
		...atHome.map((written) => ({ written, countryCode })),
		...anywhere.map((written) => ({ written })),
		{ written: digits, countryCode: abroad(number) },
	];
}
