import { type CountryCode, getCountryCallingCode } from 'libphonenumber-js/max';
import { normalizePhone, personOfPhone } from '../../nodes/WhatsAppSender/values/phone';
import { randomNumbers } from '../random';
import {
	digitsOf,
	isOfLarge,
	judged,
	landlines,
	mobileNumbers,
	type WorldNumber,
} from './worldNumbers';

const allNumbers = [...mobileNumbers, ...landlines];
const large = mobileNumbers.filter(isOfLarge);
const abroad = (code: string) => large.filter(({ countryCode }) => countryCode !== code);

type Writing = (number: WorldNumber) => string;
const subscriber: Writing = (number) => number.subscriber;
const digits: Writing = (number) => number.digits;
const national: Writing = (number) => number.national;
const own: Writing = (number) => number.countryCode;
const after00: Writing = (number) => `00${number.digits}`;
const withZero: Writing = (number) => `${number.countryCode} 0${number.subscriber}`;
const inBrackets: Writing = (number) => `(${number.countryCode}) ${number.subscriber}`;

/** The number that a writing is sent to, or the message of the error. */
function resultOf(written: string, countryCode: string): string {
	try {
		return normalizePhone(written, countryCode);
	} catch (error) {
		return (error as Error).message;
	}
}
const isSent = (result: string) => /^\d+$/.test(result);
const isSentTo = ({ digits }: WorldNumber, result: string) =>
	personOfPhone(result) === personOfPhone(digits);
const isStranger = (number: WorldNumber, result: string) =>
	isSent(result) && !isSentTo(number, result) && judged(`+${result}`) !== undefined;

test.each<[string, number, WorldNumber[], Writing, country: Writing | string]>([
	// The others could be numbers of another country: of the United States (China, Germany), Norway (Argentina), …
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
	// The others could be numbers of Indonesia with a second 0.
	['after 00', 0.88, abroad('62'), after00, '62'],
	['before a 0', 0.97, abroad('62').filter((one) => one.national.startsWith('0')), withZero, '62'],
	['in brackets', 0.99, abroad('49'), inBrackets, '49'],
	['in brackets, of a landline', 0, landlines.filter((one) => own(one) !== '49'), inBrackets, '49'],
	['after a +', 0.995, allNumbers, ({ digits }) => `+${digits}`, '62'],
	['in an address', 0.995, landlines, ({ digits }) => `${digits}@c.us`, '62'],
])('A number %s is read correctly, in at least %d', (_what, atLeast, numbers, writing, country) => {
	const codeOf = typeof country === 'string' ? () => country : country;
	const results = numbers.map((number) => resultOf(writing(number), codeOf(number)));
	const right = numbers.filter((number, at) => isSentTo(number, results[at]));
	expect(right.length / numbers.length).toBeGreaterThanOrEqual(atLeast);
	expect(numbers.filter((number, at) => isStranger(number, results[at]))).toEqual([]);
});

/** People in these countries do not dial the prefix as 00 and a 1, or as another prefix and a digit. */
test.each<[string, string]>([
	['001', '62 1 7 '],
	['0011', '62 1 7 44 61 65 66 '],
])('Behind %s, no number goes to another one', (prefix, countryCodes) => {
	for (const code of countryCodes.split(' ')) {
		const strangers = allNumbers.filter((number) =>
			isStranger(number, resultOf(prefix + number.digits, code)),
		);
		expect(strangers).toEqual([]);
	}
});

const random = randomNumbers();
const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)];
const spaced = (text: string) =>
	text.replace(/(\d{3,4})(?=\d{3})/g, `$1${oneOf([' ', '-', '.', ''])}`);
const grouped: Writing = ({ subscriber }) => spaced(subscriber);

/** What lists, gateways and phone books write around a number. */
const AROUND: Array<[what: string, around: Writing[], atLeast: number]> = [
	[
		'in an address of a gateway',
		[
			({ digits }) => `${digits}.0:12@s.whatsapp.net`,
			({ digits }) => `${digits}_1:5@s.whatsapp.net`,
			({ digits }) => `+${digits}:7@c.us`,
			({ digits }) => `whatsapp:+${digits}`,
			({ digits }) => `p:+${digits}`,
			({ digits }) => `https://wa.me/${digits}?text=Hi`,
		],
		0.995,
	],
	[
		'in an address with more than its digits',
		[
			({ countryCode, subscriber }) => `(${countryCode})${subscriber}@c.us`,
			({ digits }) => `${digits}.0.1@s.whatsapp.net`,
			({ digits }) => `${digits}_a@s.whatsapp.net`,
		],
		0,
	],
	[
		'with more behind it',
		[
			({ national, countryCode }) => `${national} +${countryCode}`,
			({ subscriber, countryCode }) => `${countryCode}+ ${subscriber}`,
			({ national }) => `${national} (12)`,
			({ digits }) => `+${digits}/8`,
			({ digits }) => `+${digits}-1`,
			({ national }) => `${national} x12`,
			({ subscriber }) => `${subscriber.slice(0, -6)}****${subscriber.slice(-2)}`,
			({ subscriber }) => `${subscriber.slice(0, -6)}----${subscriber.slice(-2)}`,
		],
		0,
	],
];

test.each(AROUND)('A number %s is that number, or none', (_what, around, atLeast) => {
	for (const writing of around) {
		const results = allNumbers.map((one) => resultOf(writing(one), own(one)));
		expect(allNumbers.filter((one, at) => isStranger(one, results[at]))).toEqual([]);
		const right = allNumbers.filter((one, at) => isSentTo(one, results[at]));
		expect(right.length / allNumbers.length).toBeGreaterThanOrEqual(atLeast);
	}
});

test.each([') ', '. ', '- ', '/ ', ': ', ' - ', '.) ', '] '])(
	"A list's own number with '%s' is no part of a number",
	(sign) => {
		const places = Array.from({ length: 6 }, (_, at) => String(1 + at * 53));
		const strangers: string[] = [];
		let right = 0;
		for (const number of large) {
			for (const place of places) {
				const written = `${place}${sign}${oneOf([national, subscriber, grouped])(number)}`;
				const result = resultOf(written, own(number));
				if (isSentTo(number, result)) right++;
				if (isStranger(number, result)) strangers.push(`${written} (${own(number)}): ${result}`);
			}
		}
		const total = large.length * places.length;
		expect(right).toBeGreaterThan(total / 2);
		expect(strangers.length > total / 1000 ? strangers : []).toEqual([]);
	},
);

test.each<[string, Writing, atMost: number]>([
	['a digit missing', (number) => `+${number.digits.slice(0, -1)}`, 0.11],
	['a digit more', (number) => `+${number.digits}1`, 0.11],
	['three digits more', (number) => `+${number.digits}111`, 0.04],
])('A number with + and %s is rarely sent', (_what, writing, atMost) => {
	const sent = large.filter((number) => isSent(resultOf(writing(number), '')));
	expect(sent.length / large.length).toBeLessThanOrEqual(atMost);
});

test('Following the advice of an error leads to the right number, or to another error', () => {
	let followed = 0;
	for (const number of allNumbers) {
		const { countryCode: ownCode } = number;
		// A landline is read only with its 0: without it, 4957553797737 in Germany is +49 57553797737.
		const isShorter = landlines.includes(number) && subscriber(number).startsWith(ownCode);
		for (const writing of isShorter ? [digits, national] : [digits, national, subscriber]) {
			for (const code of ['', '62', '1', ownCode]) {
				const written = writing(number);
				const advice = resultOf(written, code);
				if (isSent(advice)) continue;
				const results: string[] = [];
				if (advice.includes('write it with +')) results.push(resultOf(`+${number.digits}`, code));
				if (writing !== digits && advice.includes('set Country Code'))
					results.push(resultOf(written, ownCode));
				followed += results.length;
				const wrong = results.filter((result) => isSent(result) && result !== number.digits);
				if (wrong.length > 0) throw new Error(`${advice}: ${number.digits} became ${wrong}`);
			}
		}
	}
	expect(followed).toBeGreaterThan(allNumbers.length);
});

/** The countries that writings are read in, and none. */
const COUNTRIES = ' ID US DE BR IN AR MX RU SG HK CN GB FR IT ES AU HU UA KR TH CO FI'.split(
	' ',
) as CountryCode[];
const ABROAD = ['00', '011', '810', '001', '0011', '008', '009', '010', '0014'];

/** Ways to write a number without a `+`; landlines, too. */
const WRITINGS: Writing[] = [
	digits,
	national,
	inBrackets,
	withZero,
	({ countryCode, subscriber }) => `${countryCode} ${spaced(subscriber)}`,
	({ countryCode, subscriber }) => `(${countryCode}) 0${subscriber}`,
	({ countryCode, national }) => `${countryCode} ${national}`,
	({ national }) => national.replace(/\D/g, ''),
	grouped,
	({ subscriber }) => oneOf(['0', '8']) + subscriber,
	({ countryCode, subscriber }) => {
		const end = oneOf([1, 2, 3, 4]);
		const before = oneOf(['', '0', '0 ', '8 ', '90 ', `${countryCode} `]);
		return `${before}(${subscriber.slice(0, end)}) ${subscriber.slice(end)}`;
	},
	({ digits }) => `${oneOf(ABROAD)}${oneOf(['', ' '])}${spaced(digits)}`,
];

test("Any number in any format is read like Google's library reads it, or refused", () => {
	const total = process.env.LONG ? 1_000_000 : 6_000;
	const toStranger: string[] = [];
	let [sent, toNoPlan] = [0, 0];
	for (let count = 0; count < total; count++) {
		const number = oneOf(allNumbers);
		const region = oneOf([number.region, oneOf(COUNTRIES)]) || undefined;
		const written = oneOf(WRITINGS)(number);
		const phone = resultOf(written, region ? getCountryCallingCode(region) : '');
		if (!isSent(phone)) continue;
		sent++;
		if (isSentTo(number, phone)) continue;
		const international = `+${written.replace(/\D/g, '').replace(/^00/, '')}`;
		const readings = [region && judged(written, region), judged(international)];
		const person = personOfPhone(phone);
		if (readings.some((one) => one && personOfPhone(digitsOf(one)) === person)) continue;
		if (judged(`+${phone}`)) toStranger.push(`${written} (${region}) went to ${phone}`);
		else toNoPlan++;
	}
	// The judge does not know Mexico's 01 before a number.
	expect(toStranger.length > total / 20_000 ? toStranger : []).toEqual([]);
	// No plan has Brazil's numbers without the ninth digit.
	expect(toNoPlan / sent).toBeLessThan(0.001);
	expect(sent / total).toBeGreaterThan(0.45);
});
