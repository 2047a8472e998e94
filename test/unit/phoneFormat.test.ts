import fc from 'fast-check';
import { InputError } from '../../nodes/WhatsAppSender/errors/inputError';
import { normalizeCountryCode } from '../../nodes/WhatsAppSender/values/countryCode';
import { formatPhone, type PhoneFormat } from '../../nodes/WhatsAppSender/webhook/phoneFormat';

describe('A phone for the receiver', () => {
	test.each<[PhoneFormat, string, string]>([
		['local', '6281234567890', '081234567890'],
		['local', '+62 812-3456-7890', '081234567890'],
		['local', '081234567890', '081234567890'],
		['local', '+62 (0)812-3456-7890', '081234567890'],
		['international', '081234567890', '6281234567890'],
		['international', '6281234567890', '6281234567890'],
		['international', '+62 812-3456-7890', '6281234567890'],
		['asIs', '+62 812-3456-7890', '+62 812-3456-7890'],
		['asIs', ' 081234567890\u0000', ' 081234567890\u0000'],
	])('in format %s is written from %s as %s', (format, written, expected) => {
		expect(formatPhone(written, format, '62')).toBe(expected);
	});

	test.each<[string, string]>([
		['of another country', '6591234567'],
		['of another country with a plus', '+65 9123 4567'],
		['that is the id of a group', '120363025246125486@g.us'],
		['that is the id of a group of the older kind', '6281234567890-1400000000@g.us'],
		['that is the bare id of a group', '120363025246125486'],
		['that is none', 'unknown'],
		['too short for a number', '0812'],
		['with a 0 after its country code', '+62 0812-3456-7890'],
		['that could be read as another one', '+62 812-3456-7890/1'],
	])('%s stays as it is', (_kind, written) => {
		expect(formatPhone(written, 'local', '62')).toBe(written);
		expect(formatPhone(written, 'international', '62')).toBe(written);
	});

	test.each([
		['44', '447911123456', '07911123456'],
		['1', '12025550123', '02025550123'],
		['+62', '6281234567890', '081234567890'],
		[62, '6281234567890', '081234567890'],
	])('uses the country code %s', (countryCode, international, local) => {
		expect(formatPhone(international, 'local', countryCode)).toBe(local);
		expect(formatPhone(local, 'international', countryCode)).toBe(international);
	});

	test('comes back from one format to the other unchanged, and is the same when formatted twice', () => {
		const subscriber = fc.stringMatching(/^[1-9]\d{7,11}$/);
		fc.assert(
			fc.property(subscriber, (number) => {
				const local = formatPhone(`62${number}`, 'local', '62');
				expect(local).toBe(`0${number}`);
				expect(formatPhone(local, 'local', '62')).toBe(local);
				expect(formatPhone(local, 'international', '62')).toBe(`62${number}`);
			}),
		);
	});
});

describe('Default Country Code', () => {
	test.each([
		['62', '62'],
		['+62', '62'],
		[62, '62'],
		['00 1', '1'],
		['', ''],
		[undefined, ''],
	])('%p is taken as "%s"', (written, expected) => {
		expect(normalizeCountryCode(written)).toBe(expected);
	});

	test.each(['ID', '0', '062', '6.2', '12345678', '-62'])('"%s" is refused by name', (written) => {
		const inFormat = () => formatPhone('081234567890', 'local', written);
		for (const read of [() => normalizeCountryCode(written), inFormat]) {
			expect(read).toThrow(InputError);
			expect(read).toThrow(`Default Country Code "${written}"`);
		}
	});
});
