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
import { normalizePhone } from '../../nodes/WhatsAppSender/values/phone';

/** A number as libphonenumber, the judge of all tests, knows it. */
export interface WorldNumber {
	region: CountryCode;
	countryCode: string;
	/** As it is sent. */
	digits: string;
	international: string;
	/** As it is printed in its country, e.g. `0812-3456-7890`. */
	national: string;
	/** Without its country code and what is dialed before it. */
	subscriber: string;
}

export type Writing = (number: WorldNumber) => string;

/** The number that a writing is sent to; none where it is refused. */
export function sentTo(written: string, countryCode: string): string | undefined {
	try {
		return normalizePhone(written, countryCode);
	} catch {
		return undefined;
	}
}

const numberOf = (region: CountryCode, phone: PhoneNumber): WorldNumber => ({
	region,
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
	.map((region) => numberOf(region, getExampleNumber(region, examples) as PhoneNumber))
	.filter(isSendable);

/** How many times as many numbers the long form takes. */
const TIMES = process.env.LONG ? 8 : 1;
const LANDLINE = 0;
const MOBILE = 1;

/** Random valid numbers of each region. */
export const mobileNumbers = getCountries().flatMap((region) =>
	randomNumbers(region, MOBILE, 6 * TIMES),
);
export const landlines = getCountries().flatMap((region) =>
	randomNumbers(region, LANDLINE, 2 * TIMES),
);

const LARGE_COUNTRIES =
	'ID MY SG IN PK BD PH TH VN CN HK TW JP KR AU NZ SA AE EG TR IL NG KE ZA ' +
	'DE FR GB IT ES NL BE AT CH PL UA RU RO PT SE US MX BR AR CO PE CL';

/** Random valid mobile numbers of populous countries and large markets, as many of each. */
export const numbersOfLargeCountries = () =>
	LARGE_COUNTRIES.split(' ').flatMap((region) =>
		randomNumbers(region as CountryCode, MOBILE, 240 * TIMES),
	);

/** As many of each beginning of three digits and of each length as there are. */
function randomNumbers(region: CountryCode, type: number, count: number): WorldNumber[] {
	const [code, ...rest] = metadata.countries[region] as unknown as [string, ...unknown[]];
	const types = rest[10] as Array<[string] | 0 | undefined>;
	// Empty where mobile numbers have the pattern of landlines.
	const pattern = (types[type] || [])[0];
	if (pattern === undefined) return [];
	const source = pattern || (types[LANDLINE] as [string])[0];
	const strings = fc.stringMatching(new RegExp(`^(?:${source})$`));
	const sample = fc.sample(strings, { numRuns: 10 * count, seed: 7 });
	const startOf = (subscriber: string) => `${subscriber.slice(0, 3)}:${subscriber.length}`;
	const starts = [...Map.groupBy(sample, startOf).values()];
	const found: WorldNumber[] = [];
	for (let at = 0; found.length < count && starts.some((all) => at < all.length); at++) {
		for (const all of starts) {
			if (at >= all.length || found.length === count) continue;
			const phone = parsePhoneNumberWithError(`+${code}${all[at]}`);
			if (!phone.isValid() || phone.nationalNumber !== all[at]) continue;
			const number = numberOf(region, phone);
			if (isSendable(number)) found.push(number);
		}
	}
	return found;
}
