import fc from 'fast-check';
import {
	type CountryCode,
	getCountryCallingCode,
	parsePhoneNumberWithError,
} from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';

/** Countries of all parts of the world and all kinds of numbering plans. */
const COUNTRIES = (
	'AE AR AT AU BD BE BF BG BJ BR CA CG CH CI CL CM CN CO CZ DE DK DZ EC EG ES FI FR GA GB GH GR ' +
	'HK HU ID IE IL IN IR IT JP KE KR KZ LK MA MX MY NG NL NO NZ PE PH PK PL PT RU SA SE SG TJ TR US VN ZA'
).split(' ') as CountryCode[];

/** Numbers that their owners could have, with all that their country says about writing them. */
export const mobileNumbers = fc.constantFrom(...COUNTRIES).chain((country) => {
	const data = metadata.countries[country] as unknown as unknown[];
	const [fixed, mobile] = data[11] as Array<[string] | 0>;
	// Where mobiles cannot be distinguished from fixed lines, the data have one pattern for both.
	const hasTrunkZero = data[5] === '0' && country !== 'AR';
	const [pattern] = (mobile && mobile[0] ? mobile : fixed) as [string];
	return (
		fc
			.stringMatching(new RegExp(`^(?:${pattern})$`))
			.map((national) => `+${getCountryCallingCode(country)}${national}`)
			// Eight digits are the fewest that the service takes (§2.2).
			.filter((number) => number.length > 8 && parsePhoneNumberWithError(number).isValid())
			.map((number) => {
				const phone = parsePhoneNumberWithError(number);
				return {
					country,
					countryCode: phone.countryCallingCode as string,
					/** As dialed from abroad, without +. */
					digits: number.slice(1),
					/** Without its country code and its leading 0. */
					subscriber: phone.nationalNumber as string,
					/** Groups, as in `+62 812 3456 7890`. */
					international: phone.formatInternational(),
					/** As its country writes it, e.g. `0812-3456-7890`. */
					national: phone.formatNational(),
					/** Whether a leading 0 replaces the country code; Argentina's mobiles change in more. */
					hasTrunkZero,
					/** Whether its country also writes that 0, which some only dial. */
					writesZero:
						hasTrunkZero &&
						phone.formatNational().replace(/\D/g, '') === `0${phone.nationalNumber}`,
				};
			})
	);
});
export type MobileNumber = typeof mobileNumbers extends fc.Arbitrary<infer T> ? T : never;

/** One way to write a number, and the Default Country Code that the user has set. */
export type Writing = [written: unknown, countryCode?: string];

/** Another country's code, so that a number of this one must say its own. */
const abroad = ({ countryCode }: MobileNumber) => (countryCode === '62' ? '44' : '62');

/** Ways that leave no doubt: each must be sent as its owner would dial it. */
export function clearWritings(number: MobileNumber): Writing[] {
	const { digits, international, countryCode, subscriber, hasTrunkZero } = number;
	const rest = international.slice(countryCode.length + 2);
	// Dashes, dots, no-break spaces and hyphens, and what has no width.
	const gaps = ['-', '.', '\u00a0', '\u202f', '\u2011', '\u200b'];
	const withCode = [
		digits,
		Number(digits),
		`+${digits}`,
		`00${digits}`,
		`\u200f${digits}`,
		international,
		`00${international.slice(1)}`,
		`\u202a${international}\u202c`,
		...gaps.map((gap) => international.replaceAll(' ', gap)),
		// A spreadsheet's.
		`'${digits}`,
		`${digits}.0`,
		`${digits}.00`,
		`(+${countryCode}) ${rest}`,
		`+(${countryCode})${rest}`,
		`${digits}@s.whatsapp.net`,
		`${digits}@c.us`,
		`https://wa.me/${digits}`,
		`tel:+${digits}`,
	];
	const saysCode = withCode.filter((written) => /^\D*\+|^00|@|wa\.me/.test(String(written)));
	const withZero: Writing[] = [
		[`+${countryCode} (0)${rest}`],
		[`00${countryCode}(0)${rest}`],
		[`0${subscriber}`, countryCode],
		[`(0${subscriber.slice(0, 3)}) ${subscriber.slice(3)}`, countryCode],
	];
	return [
		...withCode.map((written): Writing => [written]),
		...saysCode.map((written): Writing => [written, abroad(number)]),
		[`(00${countryCode}) ${rest}`],
		...(hasTrunkZero ? withZero : []),
	];
}

/** Ways that may be read in two ways: sent as its owner would dial it, or refused. */
export function doubtfulWritings(number: MobileNumber): Writing[] {
	const { digits, international, national, countryCode, subscriber } = number;
	const atHome = [
		...[national, national.replace(/[ -]/g, '.')],
		subscriber,
		`${subscriber}.0`,
		`(${countryCode}) ${subscriber}`,
		Number(subscriber),
	];
	const anywhere = [
		// Two ends, extensions, and two numbers.
		...['/8', ' / 12', ' (12)', '-8', ' x12'].map((end) => international + end),
		`tel:+${digits};ext=12`,
		`${international} / ${international}`,
		`${digits} ${digits}`,
		// A spreadsheet's.
		Number(digits).toExponential(5),
		`${international}.0`,
		// As dialed abroad, and with the area code in brackets.
		`(${countryCode}) ${subscriber}`,
		`(${subscriber.slice(0, 3)}) ${subscriber.slice(3)}`,
		`8~10 ${international.slice(1)}`,
		`810${digits}`,
		...(digits.length >= 10 ? [`011${digits}`, `011 ${international.slice(1)}`] : []),
	];
	// Where numbers keep their 0, one that is added makes no number.
	if (!/^(39|225|226|229|241|242|992)$/.test(countryCode)) {
		atHome.push(`0${subscriber}`);
		anywhere.push(`+${countryCode} 0${subscriber}`);
	}
	return [
		...atHome.map((written): Writing => [written, countryCode]),
		...anywhere.flatMap((written): Writing[] => [[written], [written, countryCode]]),
		[digits, abroad(number)],
	];
}
