import fc from 'fast-check';
import { InputError } from '../../nodes/WhatsAppSender/errors/inputError';
import { normalizePhone } from '../../nodes/WhatsAppSender/values/phone';
import { mobileNumbers, numberOfCountries } from './mobileNumbers';
import { clearWritings, ambiguousWritings, type Writing } from './waysOfWriting';

/** All 10,000 with `PHONE_NUMBERS=10000`. */
const numRuns = Number(process.env.PHONE_NUMBERS ?? 2000);
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

/** What becomes of a written number: its digits, or the words of the error. */
function outcome({ written, countryCode }: Pick<Writing, 'written' | 'countryCode'>): string {
	try {
		return normalizePhone(written, countryCode);
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return error.message;
	}
}

test('a mobile number of any country, however written, is sent as its owner would dial it, or refused', () => {
	const tally = { seed, numbers: 0, countries: new Set(), sent: 0, refused: 0 };
	const check = (writing: Writing, digits: string, isClear: boolean) => {
		const result = outcome(writing);
		if (result === digits) tally.sent++;
		else tally.refused++;
		const isRight = result === digits || (!isClear && /^Phone ".+" [^"]+: ?.+/.test(result));
		if (!isRight) throw new Error(`${JSON.stringify(writing)}: ${digits} became ${result}`);
	};
	const property = fc.property(mobileNumbers, (number) => {
		tally.numbers++;
		tally.countries.add(number.country);
		for (const writing of clearWritings(number)) check(writing, number.digits, true);
		for (const writing of ambiguousWritings(number)) check(writing, number.digits, false);
	});
	fc.assert(property, { numRuns, seed });
	console.info(JSON.stringify({ ...tally, countries: tally.countries.size }));
	expect(numberOfCountries).toBeGreaterThanOrEqual(60);
	expect(tally.sent).toBeGreaterThan(30 * tally.numbers);
}, 120_000);

describe('A phone number', () => {
	test.each<[unknown, string, string?]>([
		['6281234567890.0', '6281234567890'],
		['628123456789.0', '628123456789'],
		['6281234567890.00', '6281234567890'],
		["'6281234567890", '6281234567890'],
		['+62 (0)812-3456-7890', '6281234567890'],
		['+44 (0)7911 123456', '447911123456'],
		['0044 (0)7911 123456', '447911123456'],
		['+(44) (0) 7911.123456', '447911123456'],
		['+49 171/1234567', '491711234567'],
		['0171/1234567', '491711234567', '49'],
		['+33.6.12.34.56.00', '33612345600'],
		['+225 07 12 34 56 78', '2250712345678'],
		['07 12 34 56 78', '2250712345678', '225'],
		['+39 06 1234567', '39061234567'],
		['6281234567890@s.whatsapp.net', '6281234567890'],
		['6281234567890@c.us', '6281234567890', '44'],
		['wa.me/6281234567890', '6281234567890'],
		['https://wa.me/6281234567890?text=Hello%20there', '6281234567890'],
		['tel:+62-812-3456-7890', '6281234567890'],
		['tel:0812-3456-7890', '6281234567890', '62'],
		['(+62) 812 3456 7890', '6281234567890', '44'],
		[6281234567890, '6281234567890', '62'],
	])('%p is sent as %s (Default Country Code: %s)', (written, digits, countryCode = '') => {
		expect(outcome({ written, countryCode })).toBe(digits);
	});

	test.each<[unknown, RegExp, string?]>([
		[
			'8123456789',
			/^Phone "8123456789" does not begin with \+, 0 or the Default Country Code 62: write \+ before it, if 81 is its country code, or 0, if it has none$/,
			'62',
		],
		[8123456789, /write \+ before it, if 81 is its country code/, '62'],
		['8123456789.0', /write \+ before it, if 81 is its country code/, '62'],
		['9123456789', /is too short for a number with the country code 91: write it with \+91$/, '91'],
		['620812345678', /has a 0 after the country code 62: remove the 0$/, '62'],
		['+62 0812 3456 789', /has a 0 after the country code 62: remove the 0$/],
		['+0812 3456 789', /has a 0 where its country code begins/],
		[
			'06 20 123 4567',
			/starts with 0, which Default Country Code 36 cannot replace: .* with \+36$/,
			'36',
		],
		['0331 123456', /Default Country Code 39 cannot replace/, '39'],
		[
			'+39 (0)331 123456',
			/has \(0\) after 39, where some numbers keep the 0: write it without brackets$/,
		],
		[
			'+65 9123 4567/8',
			/could be read as another number: remove what follows the number, or write it without \/$/,
		],
		['+65 9123 4567 / 12', /could be read as another number/],
		['+65 9123 4567 (12)', /without brackets$/],
		['+65 9123 4567-8', /could be read as another number/],
		['+65 9123 4567-12', /could be read as another number/],
		['+65 9123 4567 x12', /is not a phone number/],
		['tel:+6591234567;ext=12', /more than one number/],
		['081234567890 / 081234567891', /could be read as another number/],
		['81234567\n91234567', /holds more than one number: enter one per item$/],
		['+6591234567, +6598765432', /holds more than one number/],
		['812345/812346', /could be read as another number/],
		['62 812 3456 7890.0', /without \.0$/],
		['8123456789.000', /without \.0$/],
		['2026-11-21', /is a date/],
		['21.11.2026', /is a date/],
		['11/21/2026', /is a date/],
		['20261121', /is a date/],
		[20261121, /is a date/],
		['6.28123E+12', /has lost digits: format the column of the spreadsheet as text/],
		['120363025246125486@g.us', /is the ID of a group: set Send To to Group$/],
		['٦٢٨١٢٣٤٥٦٧٨٩٠', /use the digits 0 to 9$/],
		['(62 812 3456 7890', /a bracket is missing/],
		['-6281234567890', /is not a phone number/],
		[2 ** 53, /is not a whole number/],
	])(
		'%p is refused with the fix: %p (Default Country Code: %s)',
		(written, words, countryCode = '') => {
			const result = outcome({ written, countryCode });
			expect(result).toMatch(/^Phone "/);
			expect(result).toMatch(words);
		},
	);

	test('of one of the service’s own lists needs no country code that is certain, but must be one', () => {
		expect(normalizePhone('8123456789', '62', true)).toBe('8123456789');
		expect(normalizePhone('9123456789', '91', true)).toBe('9123456789');
		expect(normalizePhone('081234567890', '62', true)).toBe('6281234567890');
		expect(() => normalizePhone('2026-11-21', '62', true)).toThrow(/is a date/);
		expect(() => normalizePhone('812', '62', true)).toThrow(/too short/);
	});
});
