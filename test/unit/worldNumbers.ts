import fc from 'fast-check';
import {
	type CountryCode,
	getCountries,
	getExampleNumber,
	type PhoneNumber,
	parsePhoneNumberWithError,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/examples.mobile.json';
import metadata from 'libphonenumber-js/metadata.max.json';

/** A number as libphonenumber, the judge of all tests, knows it. */
export interface WorldNumber {
	countryCode: string;
	/** As it is sent. */
	digits: string;
	international: string;
	/** As it is printed in its country, e.g. `0812-3456-7890`. */
	national: string;
	/** Without its country code and what is dialed before it. */
	subscriber: string;
}

const numberOf = (phone: PhoneNumber): WorldNumber => ({
	countryCode: phone.countryCallingCode,
	digits: phone.number.slice(1),
	international: phone.formatInternational(),
	national: phone.formatNational(),
	subscriber: phone.nationalNumber,
});

/** What the service takes (§2.2), and no number that a spreadsheet may have rounded. */
const isSendable = ({ digits }: WorldNumber) => /^\d{8,15}$/.test(digits) && !/0{6}$/.test(digits);

/** Google's example of a mobile number, of each region. */
export const exampleNumbers = getCountries()
	.map((region) => numberOf(getExampleNumber(region, examples) as PhoneNumber))
	.filter(isSendable);

/** Random valid numbers of each region. */
export const mobileNumbers = getCountries().flatMap((region) => randomNumbers(region, 1));
export const landlines = getCountries().flatMap((region) => randomNumbers(region, 0).slice(0, 1));

function randomNumbers(region: CountryCode, type: number): WorldNumber[] {
	const data = metadata.countries[region] as unknown as [string, ...unknown[]];
	const types = data[11] as Array<[string] | 0 | undefined>;
	// Empty where mobile numbers have the pattern of landlines.
	const pattern = (types[type] || [])[0] ?? undefined;
	if (pattern === undefined) return [];
	const source = pattern || (types[0] as [string])[0];
	const numRuns = process.env.LONG ? 500 : 20;
	return fc
		.sample(fc.stringMatching(new RegExp(`^(?:${source})$`)), { numRuns, seed: 7 })
		.flatMap((subscriber) => {
			const written = `+${data[0]}${subscriber}`;
			const phone = parsePhoneNumberWithError(written);
			return phone.isValid() && phone.number === written ? numberOf(phone) : [];
		})
		.filter(isSendable)
		.slice(0, process.env.LONG ? 100 : 6);
}
