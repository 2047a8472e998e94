import { type PhoneNumber, PhoneNumberFormat, PhoneNumberUtil } from 'google-libphonenumber';
import type { CountryCode } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';
import { fc } from '../random';

/** Google's own library checks what the node reads with another library. */
const judge = PhoneNumberUtil.getInstance();

/** A number that the judge knows as valid. */
export interface WorldNumber {
	region: CountryCode;
	countryCode: string;
	/** As it is sent. */
	digits: string;
	/** As it is printed in its country, e.g. `0812-3456-7890`. */
	national: string;
	/** Without its country code and what is dialed before it. */
	subscriber: string;
}

/** The valid number that the judge reads in a country, or after `+`. */
export function judged(written: string, region?: string): PhoneNumber | undefined {
	try {
		const phone = judge.parse(written, region);
		return judge.isValidNumber(phone) ? phone : undefined;
	} catch {
		return undefined;
	}
}

export const digitsOf = (phone: PhoneNumber) =>
	judge.format(phone, PhoneNumberFormat.E164).slice(1);

/** The service accepts it (§2.2), and a spreadsheet has not rounded it. */
const isSendable = (digits: string) => /^\d{8,15}$/.test(digits) && !/0{6}$/.test(digits);

const LARGE_COUNTRIES =
	'ID MY SG IN PK BD PH TH VN CN HK TW JP KR AU NZ SA AE EG TR IL NG KE ZA ' +
	'DE FR GB IT ES NL BE AT CH PL UA RU RO PT SE US MX BR AR CO PE CL';
export const isOfLarge = ({ region }: { region: string }) =>
	LARGE_COUNTRIES.split(' ').includes(region);

/** How many numbers of a region there are. The long form uses more. */
function countOf(region: CountryCode, ofLarge: number, ofOther: number): number {
	return isOfLarge({ region }) || process.env.LONG ? ofLarge * TIMES : ofOther;
}
const TIMES = process.env.LONG ? 8 : 1;
const LANDLINE = 0;
const MOBILE = 1;

const regions = Object.keys(metadata.countries) as CountryCode[];

export const mobileNumbers = regions.flatMap((region) =>
	randomNumbers(region, MOBILE, countOf(region, 9, 2)),
);
export const landlines = regions.flatMap((region) =>
	randomNumbers(region, LANDLINE, countOf(region, 2, 1)),
);

/** Random valid numbers, spread over the beginnings of three digits and the lengths. */
function randomNumbers(region: CountryCode, type: number, count: number): WorldNumber[] {
	const plans = metadata.countries as unknown as Record<string, [string, ...unknown[]]>;
	const [countryCode, ...rest] = plans[region];
	const types = rest[10] as Array<[string] | 0 | undefined>;
	// Empty if mobile numbers have the pattern of landlines.
	const pattern = (types[type] || [])[0];
	if (pattern === undefined) return [];
	const source = pattern || (types[LANDLINE] as [string])[0];
	const strings = fc.stringMatching(new RegExp(`^(?:${source})$`));
	const sample = fc.sample(strings, 6 * count);
	const startOf = (subscriber: string) => `${subscriber.slice(0, 3)}:${subscriber.length}`;
	const starts = [...Map.groupBy(sample, startOf).values()];
	const found: WorldNumber[] = [];
	for (let at = 0; found.length < count && starts.some((all) => at < all.length); at++) {
		for (const all of starts) {
			if (at >= all.length || found.length === count) continue;
			const subscriber = all[at];
			const digits = countryCode + subscriber;
			const phone = judged(`+${digits}`);
			if (!phone || digitsOf(phone) !== digits || !isSendable(digits)) continue;
			const national = judge.format(phone, PhoneNumberFormat.NATIONAL);
			// Gabon writes two of its numbers alike.
			const read = judged(national, region);
			if (read && digitsOf(read) !== digits) continue;
			found.push({ region, countryCode, digits, national, subscriber });
		}
	}
	return found;
}
