import { parsePhoneNumberWithError } from 'libphonenumber-js/max';
import { shortWriting } from '../../nodes/WhatsAppSender/values/otherWritings';
import {
	landlines,
	mobileNumbers,
	numbersOfLargeCountries,
	sentTo,
	type WorldNumber,
	type Writing,
} from './worldNumbers';

/** Of the random numbers of a region, how they are read in a writing. */
type Share = { region: string; right: number; wrong: number; toStranger: number; all: number };

function shareOf(numbers: WorldNumber[], writing: Writing, countryCode: Writing): Share {
	const [{ region }] = numbers;
	const share: Share = { region, right: 0, wrong: 0, toStranger: 0, all: numbers.length };
	for (const number of numbers) {
		const sent = sentTo(writing(number), countryCode(number));
		if (sent === undefined) continue;
		const isRight = shortWriting(sent) === shortWriting(number.digits);
		share[isRight ? 'right' : 'wrong']++;
		if (!isRight && parsePhoneNumberWithError(`+${sent}`).isValid()) share.toStranger++;
	}
	return share;
}

const sharesOf = (numbers: WorldNumber[], writing: Writing, countryCode: Writing) =>
	[...Map.groupBy(numbers, ({ region }) => region).values()].map((own) =>
		shareOf(own, writing, countryCode),
	);
const totalOf = (shares: Share[], which: 'right' | 'wrong' | 'toStranger') =>
	shares.reduce((sum, share) => sum + share[which], 0) /
	shares.reduce((sum, { all }) => sum + all, 0);

const large = numbersOfLargeCountries();
const subscriber: Writing = (number) => number.subscriber;
const digits: Writing = (number) => number.digits;
const own: Writing = (number) => number.countryCode;
const abroad = (code: string) => large.filter(({ countryCode }) => countryCode !== code);

describe('Without its country code', () => {
	test.each([
		['', 0.04],
		['62', 0.12],
		['55', 0.08],
		['49', 0.05],
	])('a number of another country hardly ever goes to a stranger: with "%s"', (code, atMost) => {
		const shares = sharesOf(abroad(code), subscriber, () => code);
		expect(totalOf(shares, 'toStranger')).toBeLessThanOrEqual(atMost);
		// China's and Germany's 1… could be North American.
		const others = shares.filter(({ region }) => !['CN', 'DE'].includes(region));
		const most = others.filter(({ toStranger, all }) => toStranger > 0.13 * all);
		if (code === '') expect(most).toEqual([]);
	});

	/**
	 * The least share that is sent, of each country. What is not could be a mobile number of another country: of the
	 * United States (China, Germany), Peru, Thailand or Vietnam (Brazil), Singapore or Gambia (Mexico).
	 */
	const FLOORS: Array<[what: string, Writing, floors: Record<string, number>]> = [
		['without the 0', subscriber, { CN: 0.4, DE: 0.6, AR: 0.85, UA: 0.88, other: 0.95 }],
		['as printed', ({ national }) => national, { CN: 0.4, BR: 0.96, MX: 0.96, other: 0.97 }],
		[
			'as printed, digits alone',
			({ national }) => national.replace(/\D/g, ''),
			{ CN: 0.4, BR: 0.95, MX: 0.96, other: 0.97 },
		],
	];
	test.each(FLOORS)('a number is read in its own country: %s', (_what, writing, floors) => {
		const shares = sharesOf(large, writing, own);
		const floorOf = ({ region, all }: Share) => (floors[region] ?? floors.other) * all;
		expect(shares.filter((share) => share.right < floorOf(share))).toEqual([]);
		expect(totalOf(shares, 'wrong')).toBe(0);
	});
});

describe('With its country code', () => {
	test.each([
		['', 0.99],
		['55', 0.92],
		['62', 0.86],
		['1', 0.96],
		['91', 0.96],
		['49', 0.98],
	])('a mobile number of another country is read: with "%s"', (code, least) => {
		const shares = sharesOf(abroad(code), digits, () => code);
		expect(totalOf(shares, 'right')).toBeGreaterThanOrEqual(least);
		expect(totalOf(shares, 'wrong')).toBe(0);
	});

	test.each<[what: string, Writing]>([
		['a +', ({ digits: all }) => `+${all}`],
		['00', ({ digits: all }) => `00${all}`],
		['an address', ({ digits: all }) => `${all}@c.us`],
		['spaces', ({ international }) => international],
		['dots', ({ international }) => international.replace(/[ -]/g, '.')],
		['brackets', ({ international }) => `(${international.replace(' ', ') ')}`],
	])('any number is read that shows it by its writing: with %s', (_what, writing) => {
		const shares = sharesOf([...mobileNumbers, ...landlines], writing, ({ countryCode }) =>
			countryCode === '44' ? '49' : '44',
		);
		expect(totalOf(shares, 'right')).toBeGreaterThanOrEqual(0.995);
		expect(totalOf(shares, 'wrong')).toBe(0);
	});
});
