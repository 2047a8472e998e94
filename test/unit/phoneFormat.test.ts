import { InputError } from '../../nodes/WhatsAppSender/errors/failures';
import {
	countryCodeOf,
	isLandline,
	normalizeCountryCode,
} from '../../nodes/WhatsAppSender/values/phone';
import { formatPhone } from '../../nodes/WhatsAppSender/webhook/webhookList';
import { mobileNumbers } from './worldNumbers';

const formatted = (written: string, ...how: [Format, unknown]) =>
	formatPhone(written, ...how) ?? written;
type Format = Parameters<typeof formatPhone>[1];

describe('A phone for the receiver', () => {
	test.each<[Format, string, string]>([
		['local', '+62 (0)812-3456-7890', '081234567890'],
		['international', '0812-3456-7890', '6281234567890'],
		['asIs', ' 081234567890\u0000', ' 081234567890\u0000'],
	])('has the format %s: %s becomes %s', (format, written, expected) => {
		expect(formatPhone(written, format, '62')).toBe(expected);
	});

	test.each<[string, string, string?]>([
		['is national or international', '819012345678'],
		['is the ID of a group', '6281234567890-1400000000@g.us'],
		['is of another country', '+65 9123 4567'],
		['is of a country without a leading 0', '+65 9123 4567', '65'],
		['is of a country with another leading digit', '36201234567', '36'],
		['is of a country whose landlines begin with 0 in any format', '390612345678', '39'],
		['has no country code to replace', '6281234567890', ''],
	])('is not changed if it %s: %s', (_kind, written, code = '62') => {
		expect(formatted(written, 'local', code)).toBe(written);
		expect(formatted(written, 'international', code)).toBe(written);
	});

	test('of any country is written as in its country, or not changed', () => {
		const local = mobileNumbers.filter(({ digits, national, countryCode }) => {
			const written = formatted(digits, 'local', countryCode);
			if (written !== digits) expect(written).toBe(national.replace(/\D/g, ''));
			expect([digits, written]).toContain(formatted(written, 'international', countryCode));
			return written !== digits;
		});
		expect(local.length).toBeGreaterThan(mobileNumbers.length / 3);
	});
});

test('A Country Code is digits, two letters or nothing', () => {
	const written = ['62', 62, '+62', '0062', '00 1', ' id', 'ID', 'Gb', 'CA', '', ' ', undefined];
	const codes = ['62', '62', '62', '62', '1', '62', '62', '44', '1', '', '', ''];
	written.push('(+62)', '62.0', ' (0062) ', 'uk');
	codes.push('62', '62', '62', '44');
	expect(written.map((code) => normalizeCountryCode(code))).toEqual(codes);
	const codesOf = ['6281234567890', '14155552671', '87012345', '21', ''].map(countryCodeOf);
	expect(codesOf).toEqual(['62', '1', '870', '', '']);
});

test.each(['IDN', 'XX', '6', '062', '999', '-62', '870', '+', 'constructor', 'hasOwnProperty'])(
	'"%s" is no Country Code',
	(code) => {
		const words = `Country Code "${code}" is not a country: enter its calling code, e.g. 62, or its two letters, e.g. ID`;
		expect(() => normalizeCountryCode(code)).toThrow(new InputError(words));
		expect(() => formatPhone('081234567890', 'local', code)).toThrow(words);
	},
);

test('A landline is a number that is never a mobile one', () => {
	const numbers = ['62212345678', '6281234567890', '14155552671', '999'];
	expect(numbers.filter(isLandline)).toEqual(['62212345678']);
});
