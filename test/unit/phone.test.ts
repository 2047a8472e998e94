import fc from 'fast-check';
import { InputError } from '../../nodes/WhatsAppSender/errors/errors';
import { normalizePhone } from '../../nodes/WhatsAppSender/values/phone';
import { clearWritings, doubtfulWritings, mobileNumbers, type Writing } from './mobileNumbers';

const numRuns = process.env.LONG ? 10_000 : 2000;

/** What becomes of a written number: its digits, or the message of the error. */
function outcome(written: unknown, countryCode?: string): string {
	try {
		return normalizePhone(written, countryCode);
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return error.message;
	}
}

test('A mobile number of any country, however written, is sent as its owner would dial it, or refused', () => {
	const countries = new Set<string>();
	let sent = 0;
	const check = (digits: string, [written, countryCode]: Writing, isClear: boolean) => {
		const result = outcome(written, countryCode);
		if (result === digits) sent++;
		else if (isClear || !/^Phone ".+" [^"]+: ?.+/.test(result)) {
			throw new Error(`${written} (${countryCode}): ${digits} became ${result}`);
		}
	};
	const property = fc.property(mobileNumbers, (number) => {
		countries.add(number.country);
		for (const writing of clearWritings(number)) check(number.digits, writing, true);
		for (const writing of doubtfulWritings(number)) check(number.digits, writing, false);
	});
	fc.assert(property, { numRuns, endOnFailure: true });
	expect(countries.size).toBeGreaterThanOrEqual(60);
	expect(sent).toBeGreaterThan(30 * numRuns);
}, 120_000);

describe('A phone number', () => {
	/** That each way to write one with its country code is sent, see above. */
	test.each<[unknown, string, string?]>([
		[6281234567890, '6281234567890', '62'],
		['12345678', '12345678'],
		['123456789012345', '123456789012345'],
		['(62) 812.3456.7890', '6281234567890', '62'],
		['(+62) 812.3456.7890', '6281234567890'],
		['(6281234567890)', '6281234567890'],
		['(0171) 1234567', '491711234567', '49'],
		['[0812] 3456 7890', '6281234567890', '62'],
		// Malaysia's and Brazil's own numbers, and Malaysia's eight digits after 011.
		['011-1234 5678', '601112345678', '60'],
		['(011) 91234-5678', '5511912345678', '55'],
		[`  6281234567890${' '.repeat(1000)}\n`, '6281234567890'],
		['62 0000 1001 0001', '62000010010001'],
		['0812-3456-7890', '6281234567890', '62'],
		['628123456789.00', '628123456789'],
		['+(44) (0) 7911.123456', '447911123456'],
		['+49 171/1234567', '491711234567'],
		['0171/1234567', '491711234567', '49'],
		['+33.6.12.34.56.00', '33612345600'],
		['07 12 34 56 78', '2250712345678', '225'],
		['+39 06 1234567', '39061234567'],
		['wa.me/6281234567890', '6281234567890'],
		['https://wa.me/6281234567890?text=Hello%20there', '6281234567890'],
		['tel:0812-3456-7890', '6281234567890', '62'],
	])('%p is sent as %s (Default Country Code: %s)', (written, digits, countryCode = '') => {
		expect(outcome(written, countryCode)).toBe(digits);
	});

	/** What the error says, the Default Country Code, and the numbers that get it. */
	test.each<[string, string, ...unknown[]]>([
		['is empty: enter a phone number with its', '', '', '   ', undefined, null],
		['or check the expression', '', '', undefined],
		['Phone is true', '', true],
		['Phone is a list', '', ['6281234567890']],
		['Phone is an object', '', { phone: '6281234567890' }],
		['"1234567" is too short', '', '1234567'],
		['"1234567890123456" is too long', '', '1234567890123456'],
		['"62812abc4567" is not a phone number', '', '62812abc4567'],
		['is not a phone number', '', '-6281234567890', '+65 9123 4567 x12'],
		['a bracket is missing', '', '(62 812 3456 7890'],
		['use the digits 0 to 9', '', '٦٢٨١٢٣٤٥٦٧٨٩٠'],
		['is the ID of a group: set Send To to Group', '', '120363025246125486@g.us'],
		['is not a whole number', '', NaN, 628123456789.5, -6281234567890, 2 ** 53, 1e21],
		['has lost digits: format the column of the spreadsheet as text', '', '6.28123E+12'],
		['starts with 0: write it with the country code, e.g. 6281234567890', '', '081234567890'],
		['or set Default Country Code under Options', '', '081234567890', '(0812) 3456 7890'],
		['begins with brackets', '', '(479) 812-3456', '(659) 812-3456', '(62) 812.3456.7890'],
		['begins with brackets', '62', '(479) 812-3456', '[81] 2345 6789'],
		['starts with 011, which some countries dial before', '62', '011 65 9123 4567'],
		['starts with 011, which some countries dial', '', '011 65 9123 4567', '011-4479-1112-3456'],
		['starts with 810, which some countries dial', '', '810 62 812 3456 789', '81062812345678'],
		['starts with 810, which some countries dial before', '7', '8 10 62 812 3456 789'],
		['write + before it, if 81 is its country code, or 0, if it has none', '62', 8123456789],
		['does not begin with +, 0 or the Default Country Code 62: write', '62', '8123456789.0'],
		['too short for a number with the country code 91: write it with +91', '91', '9123456789'],
		['has a 0 after the country code 62: remove the 0', '62', '620812345678', '62 (0812) 345678'],
		['has a 0 after the country code 62: remove the 0', '', '+62 0812 3456 789'],
		['has a 0 after the country code 62: remove', '', '62 (0812) 3456 789', '+62 (0812) 3456 789'],
		['has a 0 where its country code begins', '', '+0812 3456 789'],
		['starts with 0, which Default Country Code 36 cannot replace', '36', '06 20 123 4567'],
		['Default Country Code 39 cannot replace', '39', '0331 123456'],
		['has (0) after 39, where some numbers keep the 0: write it without', '', '+39 (0)331 123456'],
		['could be read as another number: remove what follows the number', '', '+65 9123 4567/8'],
		['could be read as another number', '', '+65 9123 4567 / 12', '812345/812346'],
		['could be read as another number', '', '+65 9123 4567-8', '+65 9123 4567-12'],
		['could be read as another number', '', '081234567890 / 081234567891'],
		['without brackets', '', '+65 9123 4567 (12)'],
		['without .0', '', '62 812 3456 7890.0', '8123456789.000'],
		['holds more than one number: enter one per item', '', '81234567\n91234567'],
		['holds more than one number', '', '+6591234567, +6598765432', 'tel:+6591234567;ext=12'],
		['is a date: enter a phone number', '', '2026-11-21', '21.11.2026', '11/21/2026', 20261121],
		['is too long for a phone number', '', `+62${' 812'.repeat(30)}`, '('.repeat(1000)],
		['is too long for a phone', '', `081234567890${' '.repeat(1000)}081234567891`],
		['holds more than one number', '', '+62 812 3456 7890, '.repeat(100)],
	])('is refused with the fix: %s (Default Country Code: %s)', (words, countryCode, ...numbers) => {
		for (const written of numbers) {
			expect(outcome(written, countryCode)).toMatch(/^Phone (".*" )?[a-z]/s);
			expect(outcome(written, countryCode)).toContain(words);
		}
	});

	test.each([
		['8123456789', '62', '8123456789'],
		['9123456789', '91', '9123456789'],
		['081234567890', '62', '6281234567890'],
		['620812345678', '62', '620812345678'],
	])(
		'of a list of the service needs no country code that is certain: %s',
		(phone, code, digits) => {
			expect(normalizePhone(phone, code, true)).toBe(digits);
			expect(() => normalizePhone('2026-11-21', code, true)).toThrow(/is a date/);
			expect(() => normalizePhone('812', code, true)).toThrow(/too short/);
		},
	);
});

/** Texts that a pattern could go through again and again. */
test.each(['1,', '1;', '0|', '1+', '1.', '1(', '( ', '0)', '1\u200b', '1\t'])(
	'A text with many of the characters of "%s" costs hardly more than a short one',
	(characters) => {
		const cost = (length: number) => {
			const halves = [...characters].map((character) => character.repeat(length / 2)).join('');
			const texts = [halves, characters.repeat(length / 2)];
			const times = Array.from({ length: 5 }, () => {
				const start = performance.now();
				for (const text of texts) for (let time = 0; time < 10; time++) outcome(text, '62');
				return performance.now() - start;
			});
			return Math.min(...times);
		};
		cost(30);
		expect(cost(1000)).toBeLessThan(150 * cost(30));
	},
);
