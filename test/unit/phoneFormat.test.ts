import { InputError } from '../../nodes/WhatsAppSender/errors/nodeErrors';
import { normalizeCountryCode } from '../../nodes/WhatsAppSender/values/countryCode';
import { formatPhone, type PhoneFormat } from '../../nodes/WhatsAppSender/webhook/contactRequest';
import { normalizePhone } from '../../nodes/WhatsAppSender/values/phone';
import { faultNumbers } from '../../sandbox';
import { demoLists } from '../../sandbox/demoLists';
import { exampleNumbers, mobileNumbers } from './worldNumbers';

describe('A phone for the receiver', () => {
	test.each<[PhoneFormat, string, string]>([
		['local', '+62 (0)812-3456-7890', '081234567890'],
		['international', '0812-3456-7890', '6281234567890'],
		['asIs', ' 081234567890\u0000', ' 081234567890\u0000'],
	])('in format %s is written from %s as %s', (format, written, expected) => {
		expect(formatPhone(written, format, '62')).toBe(expected);
	});

	test.each<[string, string, string?]>([
		['national as well as international', '819012345678'],
		['the id of a group', '6281234567890-1400000000@g.us'],
		['of another country', '+65 9123 4567'],
		['of a country that writes no 0', '+65 9123 4567', '65'],
		['of a country that writes another digit there', '36201234567', '36'],
		['without a country code to swap', '6281234567890', ''],
	])('that is %s stays as it is: %s', (_kind, written, code = '62') => {
		expect(formatPhone(written, 'local', code)).toBe(written);
		expect(formatPhone(written, 'international', code)).toBe(written);
	});

	test('of any country is as its owner would write it, or stays as it is', () => {
		let local = 0;
		for (const { digits, subscriber, countryCode } of [...exampleNumbers, ...mobileNumbers]) {
			const written = formatPhone(digits, 'local', countryCode);
			if (written !== digits) expect(written).toBe(`0${subscriber}`);
			if (written !== digits) local++;
			expect([digits, written]).toContain(formatPhone(written, 'international', countryCode));
		}
		expect(local).toBeGreaterThan(500);
	});
});

test('The numbers of the sandbox are as real ones: sent as they are, and written as at home', () => {
	const people = demoLists().flatMap(({ contacts }) => contacts.filter((one) => !one.is_group));
	const phones = [...people, ...faultNumbers].map(({ phone }) => phone);
	expect(phones.map((phone) => normalizePhone(phone))).toEqual(phones);
	const own = phones.filter((phone) => phone.startsWith('62'));
	const local = own.map((phone) => formatPhone(phone, 'local', '62'));
	expect(local).toEqual(own.map((phone) => phone.replace(/^62/, '0')));
});

test('A Country Code is taken with a + or 00 before it, and may be missing', () => {
	expect(['+62', 62, '00 1', '', undefined].map((code) => normalizeCountryCode(code))).toEqual([
		'62',
		'62',
		'1',
		'',
		'',
	]);
});

test.each(['ID', '6', '062', '999', '-62'])('The Country Code "%s" is refused by name', (code) => {
	expect(() => normalizeCountryCode(code)).toThrow(InputError);
	expect(() => normalizeCountryCode(code)).toThrow(`Country Code "${code}"`);
	expect(() => formatPhone('081234567890', 'local', code)).toThrow(`Country Code "${code}"`);
});
