import {
	type CountryCode,
	getCountryCallingCode,
	type PhoneNumber,
	parsePhoneNumberWithError,
} from 'libphonenumber-js/max';
import { shortWriting } from '../../nodes/WhatsAppSender/values/otherWritings';
import { landlines, mobileNumbers, sentTo, type Writing } from './worldNumbers';

/** The countries that writings are read in, and none. */
const COUNTRIES: Array<CountryCode | undefined> = [
	undefined,
	...(['ID', 'US', 'DE', 'BR', 'IN', 'AR', 'MX', 'RU', 'SG', 'HK', 'CN', 'GB'] as const),
	...(['FR', 'IT', 'ES', 'AU', 'HU', 'UA', 'KR', 'TH', 'CO', 'FI'] as const),
];
const ABROAD = ['00', '011', '810', '001', '008', '009', '010', '0014'];

/** Numbers from 0 to 1, the same in each run. */
let state = 11;
const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
const oneOf = <T>(all: T[]): T => all[Math.floor(random() * all.length)];
const spaced = (digits: string) =>
	digits.replace(/(\d{3,4})(?=\d{3})/g, `$1${oneOf([' ', '-', '.', ''])}`);

/** Ways to write a number without a `+`; landlines, too. */
const WRITINGS: Writing[] = [
	({ digits }) => digits,
	({ countryCode, subscriber }) => `${countryCode} ${spaced(subscriber)}`,
	({ countryCode, subscriber }) => `(${countryCode}) ${spaced(subscriber)}`,
	({ countryCode, subscriber }) => `${countryCode}0${subscriber}`,
	({ countryCode, subscriber }) => `${countryCode} 0${spaced(subscriber)}`,
	({ countryCode, subscriber }) => `(${countryCode}) 0${subscriber}`,
	({ countryCode, national }) => `${countryCode} ${national}`,
	({ national }) => national,
	({ national }) => national.replace(/\D/g, ''),
	({ subscriber }) => subscriber,
	({ subscriber }) => spaced(subscriber),
	({ subscriber }) => `0${subscriber}`,
	({ subscriber }) => `8${subscriber}`,
	({ subscriber }) => inBrackets('', subscriber),
	({ subscriber }) => inBrackets('0', subscriber),
	({ subscriber }) => inBrackets(oneOf(['0 ', '8 ', '90 ']), subscriber),
	({ countryCode, subscriber }) => inBrackets(`${countryCode} `, subscriber),
	({ digits }) => `${oneOf(ABROAD)}${digits}`,
	({ digits }) => `${oneOf(ABROAD)} ${spaced(digits)}`,
];

function inBrackets(before: string, subscriber: string): string {
	const end = oneOf([1, 2, 3, 4]);
	return `${before}(${subscriber.slice(0, end)}) ${subscriber.slice(end)}`;
}

function parsed(written: string, region?: CountryCode): PhoneNumber[] {
	try {
		const phone = parsePhoneNumberWithError(written, region);
		return phone.isValid() ? [phone] : [];
	} catch {
		return [];
	}
}

const personOf = ({ number }: PhoneNumber) => shortWriting(number.slice(1));
const isMobile = (phone: PhoneNumber) => phone.getType()?.includes('MOBILE');

/** Whether the writing says that it has no country code: by a 0, or by brackets round another number. */
function isNational(written: string, isCode: (digits: string) => boolean): boolean {
	const [, before, inside] = /^(\d*) ?\(?(\d*)/.exec(written) as unknown as string[];
	if (/^\(?0/.test(written)) return true;
	return written.includes('(') && !isCode(before || inside);
}

const codes = new Set(mobileNumbers.map(({ countryCode }) => countryCode));

test('A number of any country in any writing goes where libphonenumber reads it, or nowhere', () => {
	const disputed: string[] = [];
	let sent = 0;
	let invalid = 0;
	let asked = 0;
	for (const number of [...mobileNumbers, ...landlines]) {
		for (const writing of process.env.LONG ? WRITINGS : [oneOf(WRITINGS), oneOf(WRITINGS)]) {
			for (const region of [oneOf(COUNTRIES), number.region]) {
				const written = writing(number);
				const countryCode = region ? getCountryCallingCode(region) : '';
				const readings = [
					...(region ? parsed(written, region) : []),
					...parsed(`+${written.replace(/\D/g, '').replace(/^00/, '')}`),
				];
				asked++;
				const digits = sentTo(written, countryCode);
				if (digits === undefined) continue;
				sent++;
				const mobile = new Set(readings.filter(isMobile).map(personOf));
				const isOpen = mobile.size > 1 && !isNational(written, (some) => codes.has(some));
				const person = shortWriting(digits);
				const isValid = parsed(`+${digits}`).length > 0;
				if (!isValid) invalid++;
				const isRead = !isValid || readings.some((reading) => personOf(reading) === person);
				if (isOpen || !isRead) {
					const read = readings.map((reading) => reading.number).join(' or ');
					disputed.push(`${written} (${countryCode}) went to ${digits}: ${read}`);
				}
			}
		}
	}
	// Readings too short for the service, and landlines that begin like what is dialed before a number abroad.
	expect(disputed.length > asked / 20_000 ? disputed : []).toEqual([]);
	expect(invalid / sent).toBeLessThan(0.03);
	expect(sent / asked).toBeGreaterThan(0.3);
});
