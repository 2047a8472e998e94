import fc from 'fast-check';
import { InputError } from '../../nodes/WhatsAppSender/errors/errors';
import { normalizeCountryCode } from '../../nodes/WhatsAppSender/values/countryCode';
import { formatPhone, type PhoneFormat } from '../../nodes/WhatsAppSender/values/phone';
import { clearWritings, doubtfulWritings, mobileNumbers } from './mobileNumbers';

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
		['+62', '6281234567890', '081234567890'],
		[62, '6281234567890', '081234567890'],
	])('uses the country code %s', (countryCode, international, local) => {
		expect(formatPhone(international, 'local', countryCode)).toBe(local);
		expect(formatPhone(local, 'international', countryCode)).toBe(international);
	});

	/** National as well as international; and of countries that write no leading 0, or another digit. */
	test.each([
		['91', '9123456789'],
		['47', '47123456'],
		['65', '65123456'],
		['65', '+65 9123 4567'],
		['1', '14155552671'],
		['1', '02025550123'],
		['7', '79123456789'],
		['36', '36201234567'],
		['39', '393331234567'],
		['86', '8613123456789'],
		['', '6281234567890'],
	])('stays as it is where the country code %s cannot be swapped for a 0: %s', (code, written) => {
		expect(formatPhone(written, 'local', code)).toBe(written);
		expect(formatPhone(written, 'international', code)).toBe(written);
	});

	test('of any country is as its owner would dial it, or stays as it is', () => {
		const numRuns = process.env.LONG ? 10_000 : 1000;
		let formatted = 0;
		const property = fc.property(mobileNumbers, (number) => {
			const { digits, subscriber, countryCode, writesZero } = number;
			const writings = [...clearWritings(number), ...doubtfulWritings(number)];
			for (const [given, otherCode] of writings) {
				const written = String(given);
				for (const code of new Set([countryCode, otherCode ?? countryCode])) {
					const isOwn = writesZero && code === countryCode;
					const local = formatPhone(written, 'local', code);
					const international = formatPhone(written, 'international', code);
					const isRight =
						(local === written || (isOwn && local === `0${subscriber}`)) &&
						(international === written || (isOwn && international === digits)) &&
						(local !== written || !isOwn || written !== `+${digits}`) &&
						formatPhone(local, 'local', code) === local;
					if (!isRight) throw new Error(`${written} (${code}): ${local}, ${international}`);
					if (local !== written || international !== written) formatted++;
				}
			}
		});
		fc.assert(property, { numRuns });
		expect(formatted).toBeGreaterThan(10 * numRuns);
	}, 120_000);
});

describe('Country Code', () => {
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
		expect(() => normalizeCountryCode(written)).toThrow(InputError);
		expect(() => normalizeCountryCode(written)).toThrow(`Default Country Code "${written}"`);
		expect(inFormat).toThrow(`Country Code "${written}"`);
		expect(inFormat).not.toThrow(/Default/);
	});
});
