import { personOfPhone } from '../../nodes/WhatsAppSender/values/numberingPlan';
import {
	judged,
	landlines,
	landlinesOfLarge,
	mobileNumbers,
	mobileNumbersOfLarge,
	sentTo,
	type WorldNumber,
	type Writing,
} from './worldNumbers';

/** Of the random numbers of a region, how many are read rightly, and how many go to another valid number. */
type Share = { region: string; right: number; toStranger: number; all: number };

function sharesOf(numbers: WorldNumber[], writing: Writing, countryCode: Writing): Share[] {
	const byRegion = Map.groupBy(numbers, ({ region }) => region);
	return [...byRegion].map(([region, own]) => {
		const share: Share = { region, right: 0, toStranger: 0, all: own.length };
		for (const number of own) {
			const sent = sentTo(writing(number), countryCode(number));
			if (sent === undefined) continue;
			if (personOfPhone(sent) === personOfPhone(number.digits)) share.right++;
			else if (judged(`+${sent}`)) share.toStranger++;
		}
		return share;
	});
}
const totalOf = (shares: Share[], which: 'right' | 'toStranger') =>
	shares.reduce((sum, share) => sum + share[which], 0) /
	shares.reduce((sum, { all }) => sum + all, 0);

const large = mobileNumbersOfLarge();
const subscriber: Writing = (number) => number.subscriber;
const digits: Writing = (number) => number.digits;
const national: Writing = (number) => number.national;
const own: Writing = (number) => number.countryCode;
const abroad = (code: string) => large.filter(({ countryCode }) => countryCode !== code);

/** What is not read could be a number of another country: of the United States (China, Germany), Norway (Argentina), … */
const FLOORS: Array<[what: string, Writing, floors: Record<string, number>]> = [
	['without the 0', subscriber, { CN: 0.5, DE: 0.6, AR: 0.85, UA: 0.9, ZA: 0.9, PL: 0.9 }],
	['as printed', national, { CN: 0.5 }],
	['as printed, digits alone', (number) => number.national.replace(/\D/g, ''), { CN: 0.5 }],
];
test.each(FLOORS)('A number is read in its own country: %s', (_what, writing, floors) => {
	const shares = sharesOf(large, writing, own);
	expect(shares.filter(({ region, right, all }) => right < (floors[region] ?? 0.95) * all)).toEqual(
		[],
	);
	const written = [...shares, ...sharesOf(landlinesOfLarge(), writing, own)];
	// A landline without what people dial before it may be a mobile number abroad.
	expect(totalOf(writing === subscriber ? shares : written, 'toStranger')).toBe(0);
});

test.each([
	['', 0.03],
	['62', 0.08],
	['1', 0.19],
	['55', 0.06],
	['49', 0.03],
])('A foreign number without its code may be one of the own country: with "%s"', (code, atMost) => {
	const shares = sharesOf(abroad(code), subscriber, () => code);
	expect(totalOf(shares, 'toStranger')).toBeLessThanOrEqual(atMost);
});

const after00: Writing = (number) => `00${number.digits}`;
const withZero: Writing = (number) => `${number.countryCode} 0${number.subscriber}`;
const inBrackets: Writing = (number) => `(${number.countryCode}) ${number.subscriber}`;
const writtenWithZero = (code: string) =>
	abroad(code).filter((number) => number.national.startsWith('0'));
const landlinesAbroad = (code: string) => landlines.filter((number) => own(number) !== code);

test.each<[string, Writing, country: string, atLeast: number, typeof abroad]>([
	['without +', digits, '', 0.99, abroad],
	['without +', digits, '62', 0.9, abroad],
	['without +', digits, '55', 0.94, abroad],
	['without +', digits, '49', 0.99, abroad],
	['without +', digits, '1', 0.97, abroad],
	['without +', digits, '91', 0.98, abroad],
	['after 00', after00, '', 0.95, abroad],
	['after 00', after00, '62', 0.95, abroad],
	['after 00', after00, '55', 0.95, abroad],
	['before a 0', withZero, '62', 0.97, writtenWithZero],
	['before a 0', withZero, '49', 0.99, writtenWithZero],
	['in brackets', inBrackets, '49', 0.99, abroad],
	['in brackets, of a landline', inBrackets, '49', 0, landlinesAbroad],
])('A country code is read %s: %p, with "%s"', (_what, writing, code, atLeast, numbers) => {
	const shares = sharesOf(numbers(code), writing, () => code);
	expect(totalOf(shares, 'right')).toBeGreaterThanOrEqual(atLeast);
	expect(totalOf(shares, 'toStranger')).toBe(0);
});

test.each<[what: string, Writing]>([
	['a +', (number) => `+${number.digits}`],
	['an address', (number) => `${number.digits}@c.us`],
	['dots', (number) => number.international.replace(/[ -]/g, '.')],
	['brackets', (number) => `(${number.international.replace(' ', ') ')}`],
])('Any number is read that shows its country code: with %s', (_what, writing) => {
	const shares = sharesOf([...mobileNumbers, ...landlines], writing, () => '62');
	expect(totalOf(shares, 'right')).toBeGreaterThanOrEqual(0.995);
	expect(totalOf(shares, 'toStranger')).toBe(0);
});

test.each<[what: string, Writing, atMost: number]>([
	['a digit missing', (number) => `+${number.digits.slice(0, -1)}`, 0.11],
	['three digits missing', (number) => `+${number.digits.slice(0, -3)}`, 0.04],
	['a digit more', (number) => `+${number.digits}1`, 0.11],
	['three digits more', (number) => `+${number.digits}111`, 0.04],
])('A number with + is hardly ever sent with %s', (_what, writing, atMost) => {
	const sent = large.filter((number) => sentTo(writing(number), ''));
	expect(sent.length / large.length).toBeLessThanOrEqual(atMost);
});
