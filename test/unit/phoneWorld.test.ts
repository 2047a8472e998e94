import { type CountryCode, getCountryCallingCode } from 'libphonenumber-js/max';
import { personOfPhone } from '../../nodes/WhatsAppSender/values/numberingPlan';
import { digitsOf, judged, landlines, mobileNumbers, sentTo } from './worldNumbers';
import { type WorldNumber, type Writing } from './worldNumbers';

const LARGE_COUNTRIES =
	'ID MY SG IN PK BD PH TH VN CN HK TW JP KR AU NZ SA AE EG TR IL NG KE ZA ' +
	'DE FR GB IT ES NL BE AT CH PL UA RU RO PT SE US MX BR AR CO PE CL';
const isOfLarge = ({ region }: WorldNumber) => LARGE_COUNTRIES.split(' ').includes(region);
const large = mobileNumbers.filter(isOfLarge);
const abroad = (code: string) => large.filter(({ countryCode }) => countryCode !== code);

/** How many of the numbers are sent to their owner, and how many to another valid number. */
function sharesOf(numbers: WorldNumber[], writing: Writing, countryCode: Writing) {
	let [right, toStranger] = [0, 0];
	for (const number of numbers) {
		const sent = sentTo(writing(number), countryCode(number));
		if (sent === undefined) continue;
		if (personOfPhone(sent) === personOfPhone(number.digits)) right++;
		else if (judged(`+${sent}`)) toStranger++;
	}
	return { right: right / numbers.length, toStranger };
}

const subscriber: Writing = (number) => number.subscriber;
const digits: Writing = (number) => number.digits;
const national: Writing = (number) => number.national;
const own: Writing = (number) => number.countryCode;
const after00: Writing = (number) => `00${number.digits}`;
const withZero: Writing = (number) => `${number.countryCode} 0${number.subscriber}`;
const inBrackets: Writing = (number) => `(${number.countryCode}) ${number.subscriber}`;

test.each<[string, number, WorldNumber[], Writing, country: Writing | string]>([
	// What is not read could be a number of another country: of the United States (China, Germany), Norway (Argentina), …
	['without the 0, in its own country', 0.97, large, subscriber, own],
	['as printed, in its own country', 0.97, large, national, own],
	['as printed, of a landline', 0.9, landlines.filter(isOfLarge), national, own],
	['with its country code alone', 0.99, abroad(''), digits, ''],
	['with its country code alone', 0.9, abroad('62'), digits, '62'],
	['with its country code alone', 0.94, abroad('55'), digits, '55'],
	['with its country code alone', 0.99, abroad('49'), digits, '49'],
	['with its country code alone', 0.97, abroad('1'), digits, '1'],
	['with its country code alone', 0.98, abroad('91'), digits, '91'],
	['after 00', 0.95, large, after00, ''],
	['after 00', 0.95, abroad('62'), after00, '62'],
	['before a 0', 0.97, abroad('62').filter((one) => one.national.startsWith('0')), withZero, '62'],
	['in brackets', 0.99, abroad('49'), inBrackets, '49'],
	['in brackets, of a landline', 0, landlines.filter((one) => own(one) !== '49'), inBrackets, '49'],
	['after a +', 0.995, [...mobileNumbers, ...landlines], ({ digits }) => `+${digits}`, '62'],
	['in an address', 0.995, landlines, ({ digits }) => `${digits}@c.us`, '62'],
])('A number is read %s: at least %d', (_what, atLeast, numbers, writing, country) => {
	const shares = sharesOf(numbers, writing, typeof country === 'string' ? () => country : country);
	expect(shares.right).toBeGreaterThanOrEqual(atLeast);
	expect(shares.toStranger).toBe(0);
});

test.each<[string, Writing, atMost: number]>([
	['a digit missing', (number) => `+${number.digits.slice(0, -1)}`, 0.11],
	['a digit more', (number) => `+${number.digits}1`, 0.11],
	['three digits more', (number) => `+${number.digits}111`, 0.04],
])('A number with + and %s is hardly ever sent', (_what, writing, atMost) => {
	const sent = large.filter((number) => sentTo(writing(number), ''));
	expect(sent.length / large.length).toBeLessThanOrEqual(atMost);
});

/** The countries that writings are read in, and none. */
const COUNTRIES = [
	...[undefined, ...('ID US DE BR IN AR MX RU SG HK CN GB'.split(' ') as CountryCode[])],
	...('FR IT ES AU HU UA KR TH CO FI'.split(' ') as CountryCode[]),
];
const ABROAD = ['00', '011', '810', '001', '008', '009', '010', '0014'];

/** Numbers from 0 to 1, the same in each run. */
let state = 11;
const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)];
const spaced = (text: string) =>
	text.replace(/(\d{3,4})(?=\d{3})/g, `$1${oneOf([' ', '-', '.', ''])}`);

/** Ways to write a number without a `+`; landlines, too. */
const WRITINGS: Writing[] = [
	...[digits, national, inBrackets, withZero],
	({ countryCode, subscriber }) => `${countryCode} ${spaced(subscriber)}`,
	({ countryCode, subscriber }) => `(${countryCode}) 0${subscriber}`,
	({ countryCode, national }) => `${countryCode} ${national}`,
	({ national }) => national.replace(/\D/g, ''),
	({ subscriber }) => spaced(subscriber),
	({ subscriber }) => oneOf(['0', '8']) + subscriber,
	({ countryCode, subscriber }) => {
		const end = oneOf([1, 2, 3, 4]);
		const before = oneOf(['', '0', '0 ', '8 ', '90 ', `${countryCode} `]);
		return `${before}(${subscriber.slice(0, end)}) ${subscriber.slice(end)}`;
	},
	({ digits }) => `${oneOf(ABROAD)}${oneOf(['', ' '])}${spaced(digits)}`,
];

test('A number of any country in any writing goes where the judge reads it, or nowhere', () => {
	const all = [...mobileNumbers, ...landlines];
	const total = process.env.LONG ? 1_000_000 : 20_000;
	const toStranger: string[] = [];
	let [sent, toNoPlan] = [0, 0];
	for (let asked = 0; asked < total; asked++) {
		const number = oneOf(all);
		const region = oneOf([number.region, oneOf(COUNTRIES)]);
		const written = oneOf(WRITINGS)(number);
		const phone = sentTo(written, region ? getCountryCallingCode(region) : '');
		if (phone === undefined) continue;
		sent++;
		const person = personOfPhone(phone);
		if (person === personOfPhone(number.digits)) continue;
		const international = judged(`+${written.replace(/\D/g, '').replace(/^00/, '')}`);
		const readings = [region && judged(written, region), international];
		if (readings.some((reading) => reading && personOfPhone(digitsOf(reading)) === person))
			continue;
		if (judged(`+${phone}`)) toStranger.push(`${written} (${region}) went to ${phone}`);
		else toNoPlan++;
	}
	// Mexico's 01 before a number, which the judge does not know.
	expect(toStranger.length > total / 20_000 ? toStranger : []).toEqual([]);
	// Brazil's numbers without the ninth digit.
	expect(toNoPlan / sent).toBeLessThan(0.001);
	expect(sent / total).toBeGreaterThan(0.45);
});
