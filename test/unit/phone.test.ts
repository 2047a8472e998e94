import fc from 'fast-check';
import { InputError } from '../../nodes/WhatsAppSender/errors/inputError';
import { normalizeCountryCode } from '../../nodes/WhatsAppSender/values/countryCode';
import { normalizePhone } from '../../nodes/WhatsAppSender/values/phone';

const international = fc.stringMatching(/^[1-9]\d{7,14}$/);
const formatting = fc.array(fc.constantFrom(' ', '\u00a0', '\u202f', '-', '.', '\u200e'), {
	maxLength: 4,
});

/** What cleaning gives: digits, or the error's message. */
function outcome(written: unknown, countryCode = ''): string {
	try {
		return normalizePhone(written, countryCode);
	} catch (error) {
		expect(error).toBeInstanceOf(InputError);
		return (error as InputError).message;
	}
}

describe('A phone number', () => {
	test.each([
		['digits as the service takes them', '6281234567890', '6281234567890'],
		['a leading +', '+6281234567890', '6281234567890'],
		['a leading 00', '006281234567890', '6281234567890'],
		['spaces and dashes', '+62 812-3456-7890', '6281234567890'],
		['brackets and dots', '(62) 812.3456.7890', '6281234567890'],
		['slashes', '+49 171/1234567', '491711234567'],
		['no-break spaces', '+62\u00a0812\u202f3456\u00a07890', '6281234567890'],
		['spaces around it', '  6281234567890\n', '6281234567890'],
		['the marks a phone book puts around it', '\u202a+6281234567890\u202c', '6281234567890'],
		['no-break hyphens and en dashes', '+62 812\u20113456\u20137890', '6281234567890'],
		['a number instead of text', 6281234567890, '6281234567890'],
		['8 digits, the shortest', '12345678', '12345678'],
		['15 digits, the longest', '123456789012345', '123456789012345'],
	])('is cleaned: %s', (_case, written, expected) => {
		expect(normalizePhone(written)).toBe(expected);
	});

	test.each([
		['0812-3456-7890', '62', '6281234567890'],
		['081234567890', '62', '6281234567890'],
		['07911 123456', '44', '447911123456'],
		['+62 812 3456 7890', '44', '6281234567890'],
		['006281234567890', '44', '6281234567890'],
	])('%s becomes international with the country code %s', (written, countryCode, expected) => {
		expect(normalizePhone(written, countryCode)).toBe(expected);
	});

	test.each([
		['', /^Phone "" is empty/],
		['   ', /^Phone .* is empty/],
		[undefined, /^Phone/],
		[null, /^Phone/],
		[true, /^Phone is true/],
		[['6281234567890'], /^Phone is a list/],
		[{ phone: '6281234567890' }, /^Phone is an object/],
		['1234567', /^Phone "1234567" is too short/],
		['1234567890123456', /^Phone "1234567890123456" is too long/],
		['62812abc4567', /^Phone "62812abc4567" is not a phone number/],
		['++6281234567890', /^Phone "\+\+6281234567890"/],
		['120363025246125486@g.us', /^Phone "120363025246125486@g\.us"/],
		['٦٢٨١٢٣٤٥٦٧٨٩٠', /^Phone "٦٢٨١٢٣٤٥٦٧٨٩٠"/],
		[NaN, /^Phone "NaN" is not a whole number/],
		[628123456789.5, /^Phone "628123456789\.5" is not a whole number/],
		[-6281234567890, /^Phone "-6281234567890" is not a whole number/],
		[1e21, /^Phone "1e\+21"/],
	])('%p is refused, and the message names field and value', (written, message) => {
		expect(outcome(written)).toMatch(message);
	});

	test('with a leading 0 and no country code is refused with the fix', () => {
		expect(outcome('081234567890')).toBe(
			'Phone "081234567890" starts with 0: write it with the country code, e.g. 6281234567890, or set Default Country Code',
		);
	});

	test('of any shape becomes 8 to 15 digits or an InputError on one short, well-formed line', () => {
		const written = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.anything());
		fc.assert(
			fc.property(written, fc.constantFrom('', '62', '1'), (value, countryCode) => {
				const result = outcome(value, countryCode);
				if (/^[1-9]\d{7,14}$/.test(result)) return;
				expect(result).toMatch(/^Phone [^\p{Cc}\u2028\u2029]{1,280}$/u);
				expect(result.isWellFormed()).toBe(true);
			}),
		);
	});

	test('keeps its error well-formed where a long value is cut inside an emoji', () => {
		for (const start of ['', 'a']) {
			expect(outcome(start + '😀'.repeat(60)).isWellFormed()).toBe(true);
		}
	});

	test('that is clean stays as it is', () => {
		const clean = international.filter((phone) => !/^(19|20)\d{6}$/.test(phone));
		fc.assert(fc.property(clean, (phone) => expect(normalizePhone(phone)).toBe(phone)));
	});

	test('is the same whatever spaces and separators stand in it', () => {
		// A short end could be glued on, as in `9123 4567-8`.
		const gaps = fc.array(formatting, { minLength: 4, maxLength: 4 });
		const prefixes = fc.constantFrom('', '+', '00');
		fc.assert(
			fc.property(international, gaps, prefixes, (phone, between, prefix) => {
				const digits = [...phone].map((digit, at) => digit + (between[at]?.join('') ?? ''));
				fc.pre(prefix === '' || !/^(1|7|[2-9]\d{1,2})0/.test(phone));
				fc.pre(!/^(19|20)\d{6}$/.test(phone));
				expect(normalizePhone(prefix + digits.join(''))).toBe(phone);
			}),
		);
	});
});

describe('Default Country Code', () => {
	test.each([
		['62', '62'],
		[62, '62'],
		['1', '1'],
		['', ''],
		[undefined, ''],
	])('%p is taken as "%s"', (written, expected) => {
		expect(normalizeCountryCode(written)).toBe(expected);
	});

	test.each(['ID', '0', '062', '6.2', '12345678', '-62'])('"%s" is refused by name', (written) => {
		expect(() => normalizeCountryCode(written)).toThrow(InputError);
		expect(() => normalizeCountryCode(written)).toThrow(`Default Country Code "${written}"`);
	});
});
