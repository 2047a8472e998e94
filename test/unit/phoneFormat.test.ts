import { InputError } from '../../nodes/WhatsAppSender/errors/nodeErrors';
import {
	countryCodeOf,
	normalizeCountryCode,
} from '../../nodes/WhatsAppSender/values/numberingPlan';
import { formatPhone, type PhoneFormat } from '../../nodes/WhatsAppSender/webhook/contactRequest';
import { normalizePhone } from '../../nodes/WhatsAppSender/values/phone';
import { faultNumbers } from '../../sandbox';
import { demoLists } from '../../sandbox/demoLists';
import { mobileNumbers } from './worldNumbers';

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
		const local = mobileNumbers.filter(({ digits, national, countryCode }) => {
			const written = formatPhone(digits, 'local', countryCode);
			if (written !== digits) expect(written).toBe(national.replace(/\D/g, ''));
			expect([digits, written]).toContain(formatPhone(written, 'international', countryCode));
			return written !== digits;
		});
		expect(local.length).toBeGreaterThan(500);
	});
});

test('The numbers of the sandbox are as real ones: sent as they are, and written as at home', () => {
	const people = demoLists().flatMap(({ contacts }) => contacts.filter((one) => !one.is_group));
	const phones = [...people, ...faultNumbers].map(({ phone }) => phone);
	expect(phones.map((phone) => normalizePhone(`+${phone}`))).toEqual(phones);
	const own = phones.filter((phone) => phone.startsWith('62'));
	const local = own.map((phone) => formatPhone(phone, 'local', '62'));
	expect(local).toEqual(own.map((phone) => phone.replace(/^62/, '0')));
});

test('A Country Code is digits or two letters, and may be missing', () => {
	const written = ['62', 62, '+62', '0062', '00 1', ' id', 'ID', 'Gb', 'CA', '', ' ', undefined];
	const codes = ['62', '62', '62', '62', '1', '62', '62', '44', '1', '', '', ''];
	expect(written.map((code) => normalizeCountryCode(code))).toEqual(codes);
	expect(['6281234567890', '14155552671', '87012345', '21', ''].map(countryCodeOf)).toEqual([
		'62',
		'1',
		'870',
		'',
		'',
	]);
});

test.each(['IDN', 'XX', '6', '062', '999', '-62', '870'])(
	'The Country Code "%s" is refused by name',
	(code) => {
		const words = `Country Code "${code}" is not a country: enter its calling code, e.g. 62, or its two letters`;
		expect(() => normalizeCountryCode(code)).toThrow(InputError);
		expect(() => normalizeCountryCode(code)).toThrow(words);
		expect(() => formatPhone('081234567890', 'local', code)).toThrow(words);
	},
);
