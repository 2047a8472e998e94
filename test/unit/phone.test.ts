import { InputError } from '../../nodes/WhatsAppSender/errors/errors';
import { normalizePhone } from '../../nodes/WhatsAppSender/values/phone';
import { growth, TOO_STEEP } from './growth';
import { exampleNumbers, landlines, mobileNumbers, type WorldNumber } from './worldNumbers';

/** What becomes of a written number: its digits, or the message of the error. */
function outcome(written: unknown, countryCode?: string): string {
	try {
		return normalizePhone(written, countryCode);
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return error.message;
	}
}

type Writing = (number: WorldNumber) => string;
const digits: Writing = (number) => number.digits;
const national: Writing = (number) => number.national;
const nationalDigits: Writing = (number) => number.national.replace(/\D/g, '');
const subscriber: Writing = (number) => number.subscriber;
const own: Writing = (number) => number.countryCode;
const none: Writing = () => '';
const abroad =
	(code: string): Writing =>
	({ countryCode }) =>
		countryCode === code ? '44' : code;
const withCode: Writing[] = [
	({ digits: all }) => `+${all}`,
	({ digits: all }) => `00${all}`,
	({ digits: all }) => `${all}@c.us`,
	({ international }) => international,
	({ international }) => international.replace(/[ -]/g, '.'),
	({ international }) => `(${international.replace(' ', ') ')}`,
];

/** Of the random ones with 1, one in fourteen is also a valid number of North America. */
test.each<[string, WorldNumber[], Writing, Writing, sent: number]>([
	...withCode.map((writing, at): [string, WorldNumber[], Writing, Writing, number] => [
		`with its country code (${at})`,
		[...mobileNumbers, ...landlines],
		writing,
		abroad('62'),
		1,
	]),
	['digits, no default', mobileNumbers, digits, none, 0.99],
	['digits, own default', mobileNumbers, digits, own, 0.99],
	['digits, default 62', mobileNumbers, digits, abroad('62'), 0.95],
	['digits, default 1', mobileNumbers, digits, abroad('1'), 0.92],
	['as printed, own default', exampleNumbers, national, own, 0.97],
	['as printed, own default', mobileNumbers, national, own, 0.97],
	['as printed, digits alone', mobileNumbers, nationalDigits, own, 0.97],
	['without what is dialed before it', mobileNumbers, subscriber, own, 0.97],
	['a landline as printed', landlines, national, own, 0.97],
])('A number is sent as its owner would dial it: %s', (_what, numbers, writing, code, share) => {
	const results = numbers.map((number) => [number.digits, outcome(writing(number), code(number))]);
	const sent = results.filter(([, result]) => /^\d+$/.test(result));
	expect(sent.filter(([right, result]) => right !== result)).toEqual([]);
	expect(sent.length / results.length).toBeGreaterThanOrEqual(share);
	expect(numbers.length).toBeGreaterThan(200);
});

test('A number that shows no country code is hardly ever taken for one of another country', () => {
	const sent = exampleNumbers.filter((number) => /^\d+$/.test(outcome(number.subscriber)));
	expect(sent.length / exampleNumbers.length).toBeLessThan(0.06);
});

test.each(['111', ''])('A number with + is refused with three digits more or fewer: %s', (more) => {
	const written = exampleNumbers.map(
		({ digits: all }) => `+${more ? all + more : all.slice(0, -3)}`,
	);
	const sent = written.filter((one) => /^\d+$/.test(outcome(one)));
	expect(sent.length / written.length).toBeLessThan(0.02);
});

test('Whoever follows the advice of an error gets the right number, or the next error', () => {
	let followed = 0;
	const writings = [digits, national, nationalDigits, subscriber];
	for (const number of [...exampleNumbers, ...mobileNumbers, ...landlines]) {
		for (const writing of writings) {
			for (const code of ['', '62', '1', number.countryCode]) {
				const written = writing(number);
				const advice = outcome(written, code);
				if (/^\d+$/.test(advice)) continue;
				const isOwn = code === number.countryCode;
				const hasCode = writing === digits;
				const [, instead] = /or (0|\+\d+) if it has no country code/.exec(advice) ?? [];
				const results = [
					hasCode && advice.includes('write + before it') && outcome(`+${written}`, code),
					// What is dialed within the country is no part of a number with its country code.
					isOwn &&
						!hasCode &&
						writing === subscriber &&
						instead &&
						outcome(instead + written, code),
					/with (\+ and )?the country code/.test(advice) && outcome(`+${number.digits}`, code),
					!hasCode &&
						advice.includes('Default Country Code') &&
						outcome(written, number.countryCode),
				].filter((result) => typeof result === 'string');
				followed += results.length;
				const wrong = results.filter((result) => /^\d+$/.test(result) && result !== number.digits);
				if (wrong.length > 0) throw new Error(`${advice}: ${number.digits} became ${wrong}`);
			}
		}
	}
	expect(followed).toBeGreaterThan(1000);
});

describe('A phone number', () => {
	test.each<[unknown, string, string?]>([
		[6281234567890, '6281234567890', '62'],
		['(62) 812.3456.7890', '6281234567890', '62'],
		['(0171) 1234567', '491711234567', '49'],
		['1 (415) 555-2671', '14155552671', '1'],
		['8 (912) 345-67-89', '79123456789', '7'],
		['06 1234567', '39061234567', '39'],
		['06 20 123 4567', '36201234567', '36'],
		// Malaysia's and Brazil's own numbers, which are not dialed abroad.
		['011-1234 5678', '601112345678', '60'],
		['(011) 91234-5678', '5511912345678', '55'],
		// Two writings of one person, see recipient.test.ts.
		['+52 1 55 1234 5678', '5215512345678'],
		// A new range, of which the plans know nothing.
		['+62 501 234 5678', '625012345678'],
		['+6281230000000', '6281230000000'],
		[`  6281234567890${' '.repeat(1000)}\n`, '6281234567890'],
		["'6281234567890", '6281234567890'],
		['\u202a6281234567890\u202c', '6281234567890'],
		['628123456789.00', '628123456789'],
		['+(44) (0) 7911.123456', '447911123456'],
		['+49 171/1234567', '491711234567'],
		['https://wa.me/6281234567890?text=Hello%20there', '6281234567890'],
		['tel:0812-3456-7890', '6281234567890', '62'],
	])('%p is sent as %s (Default Country Code: %s)', (written, expected, countryCode = '') => {
		expect(outcome(written, countryCode)).toBe(expected);
	});

	/** What the error says, the Default Country Code, and the numbers that get it. */
	test.each<[string, string, ...unknown[]]>([
		['is empty: enter a phone number with its', '', '', '   ', undefined, null],
		['Phone is true', '', true],
		['Phone is a list', '', ['6281234567890']],
		['is no number of any country: write + before it, or set Default', '', '1234567', 8123456789],
		['or set Default Country Code under Options if it has no', '', '9876543210', '4155552671'],
		['is no number of any country: write + before it, or +62 if', '62', '1234567890123456'],
		['could be +62 819012345678 or +81 9012345678: write + before it', '62', '819012345678'],
		['or +1 3123456789: write + before it, or 0 if it has no', '86', '131 2345 6789'],
		['has 13 digits after +1, where numbers have 10', '', '+1 212 555 0123 456'],
		['has 8 digits after +49, where mobile numbers with 15 have 11', '', '+49 151 23456'],
		['does not begin with a country code', '', '+999 1234 5678', '+0812 3456 789', '00 0812345'],
		['is not a phone number', '', '62812abc4567', '-6281234567890', '+65 9123 4567 x12'],
		['a bracket is missing', '', '(62 812 3456 7890'],
		['use the digits 0 to 9', '', '٦٢٨١٢٣٤٥٦٧٨٩٠'],
		['is the ID of a group: set Send To to Group', '', '120363025246125486@g.us'],
		['is not a whole number', '', NaN, 628123456789.5, -6281234567890, 2 ** 53, 1e21],
		['has lost digits: format the column of the spreadsheet as text', '', '6.28123E+12'],
		['ends in zeros, as numbers do that', '62', 6281230000000, '6281230000000', '0812 3000 0000'],
		['starts with 0: write it with the country code', '', '081234567890', '(0812) 3456 7890'],
		['or set Default Country Code under Options', '', '07911 123456', '(0812) 3456 7890'],
		['begins with brackets: write it with the country code', '', '(479) 812-3456', '(62) 8123456'],
		['is no number in +62: write it with + and the country code', '62', '(10) 1234 5678'],
		// A landline of Thessaloniki, or a mobile number of Liberia.
		['could be +30 2314741342 or +231 4741342: write + before it, or +30 if', '30', '231 474 1342'],
		['starts with 011, which some countries dial before', '1', '011 65 9123 4567', '0116591234567'],
		['has a 0 after the country code 62: remove the 0', '', '+62 0812 3456 789'],
		['has (0) after 39, where some numbers keep the 0: write it without', '', '+39 (0)331 123456'],
		['could be read as another number: remove what follows', '65', '+65 9123 4567/8'],
		['could be read as another number', '62', '081234567890 / 081234567891', '812345/812346'],
		['without brackets', '', '+65 9123 4567 (12)'],
		['without .0', '', '62 812 3456 7890.0', '8123456789.000'],
		['holds more than one number: enter one per item', '', '81234567\n91234567'],
		['is a date: enter', '', '2026-11-21', '21.11.2026', '11/21/2026', 20261121],
		['is a date: enter', '62', '2026-11-21 10', '20261121 1030', '2026-11-21T10:30:00'],
		['is too long for a phone number', '', `+62${' 812'.repeat(30)}`, '('.repeat(1000)],
		['holds more than one number', '', '+62 812 3456 7890, '.repeat(100)],
	])('is refused with the fix: %s (Default Country Code: %s)', (words, countryCode, ...numbers) => {
		for (const written of numbers) {
			expect(outcome(written, countryCode)).toMatch(/^Phone (".*" )?[a-z]/s);
			expect(outcome(written, countryCode)).toContain(words);
		}
	});

	test('of a list of the service passes as it is', () => {
		for (const phone of ['8123456789', '6281230000000', '620812345678', '99912345678']) {
			expect(normalizePhone(phone, '62', true)).toBe(phone);
		}
		expect(normalizePhone('081234567890', '62', true)).toBe('6281234567890');
		expect(() => normalizePhone('2026-11-21', '62', true)).toThrow(/is a date/);
		expect(() => normalizePhone('812', '62', true)).toThrow(/no number/);
	});
});

test.each(['1,', '1;', '0|', '1+', '1.', '1(', '( ', '0)', '1\u200b', '1\t', '1/'])(
	'A text is refused in a time that grows with the length of %j',
	(part) => expect(growth((text) => void outcome(text, '62'), part)).toBeLessThan(TOO_STEEP),
);
