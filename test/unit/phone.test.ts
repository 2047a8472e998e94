import { InputError } from '../../nodes/WhatsAppSender/errors/nodeErrors';
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
const dialed: Writing = (number) => `00${number.digits}`;
const withZero: Writing = (number) => `${number.countryCode}0${number.subscriber}`;

test.each(['111', ''])('A number with + is refused with three digits more or fewer: %s', (more) => {
	const written = exampleNumbers.map(
		({ digits: all }) => `+${more ? all + more : all.slice(0, -3)}`,
	);
	const sent = written.filter((one) => /^\d+$/.test(outcome(one)));
	expect(sent.length / written.length).toBeLessThan(0.02);
});

test('Whoever follows the advice of an error gets the right number, or the next error', () => {
	let followed = 0;
	const writings = [digits, national, nationalDigits, dialed, withZero];
	const mobile = [...exampleNumbers, ...mobileNumbers];
	for (const number of [...mobile, ...landlines]) {
		// Landlines need what is dialed before them.
		for (const writing of mobile.includes(number) ? [...writings, subscriber] : writings) {
			for (const code of ['', '62', '1', number.countryCode]) {
				const written = writing(number);
				const advice = outcome(written, code);
				if (/^\d+$/.test(advice)) continue;
				const isOwn = code === number.countryCode;
				const hasCode = [digits, dialed, withZero].includes(writing);
				const [, instead] = /or (0|\+\d+) if it has no country code/.exec(advice) ?? [];
				const hasPlus = writing === digits && advice.includes('write + before it');
				const results = [
					hasPlus && outcome(`+${written}`, code),
					/write \+ instead|remove the 0/.test(advice) && outcome(`+${number.digits}`, code),
					// What is dialed within the country is no part of a number with its country code.
					isOwn && writing === subscriber && instead && outcome(instead + written, code),
					/with (\+ and )?the country code/.test(advice) && outcome(`+${number.digits}`, code),
					!hasCode && advice.includes('set Country Code') && outcome(written, number.countryCode),
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
		// With its country code, own or foreign, in brackets or after what is dialed here before a number.
		['(62) 21 1234567', '62211234567', '62'],
		['(62) 812-3456-7890', '6281234567890', '49'],
		['90 (532) 123 45 67', '905321234567', '55'],
		['5215512345678', '5215512345678', '52'],
		['553191234567', '553191234567', '62'],
		// As printed in Argentina, Mexico and Brazil.
		['011 15-2345-6789', '5491123456789', '54'],
		['(0351) 15-234-5678', '5493512345678', '54'],
		['2902 15-123456', '5492902123456', '54'],
		['11 2345-6789', '541123456789', '54'],
		['044 55 1234 5678', '525512345678', '52'],
		['045 55 1234 5678', '525512345678', '52'],
		['(11) 9123-4567', '551191234567', '55'],
		['011 9123-4567', '551191234567', '55'],
		['(55) 3123-4567', '555531234567', '55'],
		['001 415 555 2671', '14155552671', '49'],
		['+62 812-3456-7890, ;', '6281234567890'],
		['whatsapp:+62 812-3456-7890', '6281234567890'],
		['api.whatsapp.com/send?phone=6281234567890', '6281234567890'],
		['https://api.whatsapp.com/send/?text=a+b&phone=%2B6281234567890', '6281234567890'],
		['06 20 123 4567', '36201234567', '36'],
		// Malaysia's and Brazil's own numbers, which are not dialed abroad.
		['011-1234 5678', '601112345678', '60'],
		['(011) 91234-5678', '5511912345678', '55'],
		// A new range, of which the plans know nothing.
		['+62 501 234 5678', '625012345678'],
		['+6281230000000', '6281230000000'],
		[`  6281234567890${' '.repeat(1000)}\n`, '6281234567890'],
		["'6281234567890", '6281234567890'],
		['\u202a6281234567890\u202c', '6281234567890'],
		['628123456789.00', '628123456789'],
		['+(44) (0) 7911.123456', '447911123456'],
		['0044 (0) 7911 123456', '447911123456'],
		['+49 171/1234567', '491711234567'],
		['https://wa.me/6281234567890?text=Hello%20there', '6281234567890'],
		['tel:0812-3456-7890', '6281234567890', '62'],
	])('%p is sent as %s (Country Code: %s)', (written, expected, countryCode = '') => {
		expect(outcome(written, countryCode)).toBe(expected);
	});

	/** What the error says, the Country Code, and the numbers that get it. */
	test.each<[string, string, ...unknown[]]>([
		['is empty: enter a phone number with its', '', '', '   ', undefined, null],
		['Phone is a list', '', ['6281234567890']],
		['is no number of any country: write + before it, or set', '', '1234567', 8123456789],
		['is no number of any country: write + before it, or +62 if', '62', '1234567890123456'],
		['or +1 3123456789: write + before it, or 0 if it has no', '86', '131 2345 6789'],
		['could be +62 85291234567 or +852 91234567', '62', '(852) 9123 4567', '852 9123 4567'],
		['could be +1 4792234567 or +47 92234567', '1', '(47) 922 34 567'],
		['has 9 digits and is no number in +55, where those with 31 have 10', '55', '(31) 9876-543'],
		['has 6 digits after 0 and is no number in +62, where those with 81', '62', '0812 345'],
		['is no mobile number: write + before it, or +62 if it has no', '62', '2112345678'],
		['is no mobile number: write + before it, or set Country Code', '', '622112345678'],
		['a 0 after the country code 49', '49', '49 0171 1234567', '(49) 0171 1234567'],
		['a 0 after the country code 49', '', '4901711234567', '+49 0171 1234567'],
		['a 0 after the country code 44', '49', '44 07400 123456'],
		['a 0 after the country code 82', '62', '82 0172095593', '82 0122119102'],
		['has 13 digits after +1, where numbers have 10', '', '+1 212 555 0123 456'],
		['has 8 digits after +49, where mobile numbers with 15 have 11', '', '+49 151 23456'],
		['after +62, where mobile numbers with 81 have 9 to 12', '', '+62 81234567'],
		['has 14 digits after +62, where numbers have 9 to 12', '', '+62 81234567890123'],
		['does not begin with a country code', '', '+999 1234 5678', '+0812 3456 789', '00 0812345'],
		['is not a phone number', '', '62812abc4567', '-6281234567890', '+65 9123 4567 x12'],
		['a bracket is missing', '', '(62 812 3456 7890'],
		['use the digits 0 to 9', '', '٦٢٨١٢٣٤٥٦٧٨٩٠'],
		['is the ID of a group: set Send To to Group', '', '120363025246125486@g.us'],
		['is not a whole number', '', NaN, 628123456789.5, -6281234567890, 2 ** 53, 1e21],
		['has lost digits: format the column of the spreadsheet as text', '', '6.28123E+12'],
		['ends in zeros, as numbers do that', '62', 6281230000000, '6281230000000', '0812 3000 0000'],
		[
			'starts with 0: write it with the country code, e.g. +6281234567890, or set Country',
			'',
			'07911 123456',
			'(0812) 3456 7890',
		],
		['begins with brackets: write it with the country code', '', '(479) 812-3456', '(62) 8123456'],
		['is no number in +62: write it with + and the country code', '62', '(10) 1234 5678'],
		// A landline of Thessaloniki, or a mobile number of Liberia.
		['could be +30 2314741342 or +231 4741342: write + before it, or +30 if', '30', '231 474 1342'],
		['starts with 011, which some countries dial before', '1', '011 65 9123 4567', '0116591234567'],
		['starts with 001, which some countries dial before', '65', '001 65 9234 5678'],
		['starts with 001, which some countries dial before', '852', '001 65 9234 5678'],
		['write + instead, or set Country Code', '', '001 65 9234 5678', '011 65 9123 4567'],
		['starts with 009, which some countries dial', '62', '009 65 9912 3456'],
		['starts with 810, which some countries dial', '7', '8-10 65 9123 4567'],
		['has (0) after 39, where some numbers keep the 0: write it without', '', '+39 (0)331 123456'],
		['could be read as another number: remove what follows', '65', '+65 9123 4567/8'],
		['could be read as another number', '62', '081234567890 / 081234567891', '812345/812346'],
		['without brackets', '', '+65 9123 4567 (12)'],
		['without .0', '', '62 812 3456 7890.0', '8123456789.000'],
		['holds more than one number: enter one per item', '', '81234567\n91234567'],
		['is a date: enter', '', '2026-11-21', '21.11.2026', '11/21/2026', 20261121],
		['is a date: enter', '62', '2026-11-21 10', '20261121 1030', '2026-11-21T10:30:00'],
		['is too long for a phone number', '', `+62${' 812'.repeat(30)}`, '('.repeat(1000)],
	])('is refused with the fix: %s (Country Code: %s)', (words, countryCode, ...numbers) => {
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

const LINK = 'api.whatsapp.com/send?';
test.each([
	...['1,', '1;', ',;', '0|', '1+', '1.', '1(', '( ', '0)', '1\u200b', '1\t', '1/'],
	'&phone=1',
])('A text is refused in a time that grows with the length of %j', (part) => {
	const handle = (text: string) =>
		void outcome(part.startsWith('&') ? `${LINK}${text} 1` : text, '62');
	expect(growth(handle, part)).toBeLessThan(TOO_STEEP);
});
