import { getCountryCallingCode } from 'libphonenumber-js/max';
import { personOfPhone } from '../../nodes/WhatsAppSender/values/numberingPlan';
import { digitsOf, judged, landlines, mobileNumbers, sentTo, type Writing } from './worldNumbers';

/** The countries that writings are read in, and none. */
const COUNTRIES = [
	undefined,
	...(['ID', 'US', 'DE', 'BR', 'IN', 'AR', 'MX', 'RU', 'SG', 'HK', 'CN', 'GB'] as const),
	...(['FR', 'IT', 'ES', 'AU', 'HU', 'UA', 'KR', 'TH', 'CO', 'FI'] as const),
];
const ABROAD = ['00', '011', '810', '001', '008', '009', '010', '0014'];

/** Numbers from 0 to 1, the same in each run. */
let state = 11;
const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)];
const spaced = (digits: string) =>
	digits.replace(/(\d{3,4})(?=\d{3})/g, `$1${oneOf([' ', '-', '.', ''])}`);

/** Ways to write a number without a `+`; landlines, too. */
const WRITINGS: Writing[] = [
	({ digits }) => digits,
	({ countryCode, subscriber }) => `${countryCode} ${spaced(subscriber)}`,
	({ countryCode, subscriber }) => `(${countryCode}) ${spaced(subscriber)}`,
	({ countryCode, subscriber }) => `${countryCode} 0${spaced(subscriber)}`,
	({ countryCode, subscriber }) => `(${countryCode}) 0${subscriber}`,
	({ countryCode, national }) => `${countryCode} ${national}`,
	({ national }) => national,
	({ national }) => national.replace(/\D/g, ''),
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

test('A number of any country in any writing goes where the judge reads it, or nowhere', () => {
	const all = [...mobileNumbers, ...landlines];
	const total = process.env.LONG ? 1_000_000 : 20_000;
	const toStranger: string[] = [];
	let [sent, toNoPlan] = [0, 0];
	for (let asked = 0; asked < total; asked++) {
		const number = oneOf(all);
		const region = oneOf([number.region, oneOf(COUNTRIES)]);
		const written = oneOf(WRITINGS)(number);
		const digits = sentTo(written, region ? getCountryCallingCode(region) : '');
		if (digits === undefined) continue;
		sent++;
		const person = personOfPhone(digits);
		if (person === personOfPhone(number.digits)) continue;
		const abroad = judged(`+${written.replace(/\D/g, '').replace(/^00/, '')}`);
		const readings = [region && judged(written, region), abroad];
		if (readings.some((reading) => reading && personOfPhone(digitsOf(reading)) === person))
			continue;
		if (judged(`+${digits}`)) toStranger.push(`${written} (${region}) went to ${digits}`);
		else toNoPlan++;
	}
	// Mexico's 01 before a number, which the judge does not know.
	expect(toStranger.length > total / 20_000 ? toStranger : []).toEqual([]);
	// Brazil's numbers without the ninth digit.
	expect(toNoPlan / sent).toBeLessThan(0.001);
	expect(sent / total).toBeGreaterThan(0.45);
});
