import { InputError } from '../../nodes/WhatsAppSender/errors/failures';
import { needsCountry, normalizePhone, readingsIn } from '../../nodes/WhatsAppSender/values/phone';
import { leastCostOf } from './growth';

/** The digits of a written number, or the error. */
function resultOf(written: unknown, countryCode?: string): string | InputError {
	try {
		return normalizePhone(written, countryCode);
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return error;
	}
}

const FOR_MODEL = /^\D*: (ask for the number, do not invent one|call this tool once for each)$/;

const IDS =
	'2025123456789@lid 1@hosted 12036302@newsletter status@broadcast US.13491208655302741918 FI.2782093025461110'.split(
		' ',
	);

describe('A phone number', () => {
	/** The number that is sent, the Country Code, and its writings. */
	test.each<[string, string, ...string[]]>([
		// Landlines: with their country code, with the 8 that people dial before them, and of North America.
		['62212345678', '62', '62212345678', '021 2345678'],
		['78121234567', '7', '8 812 123-45-67'],
		['18769221234', '1', '876 922 1234'],
		['905321234567', '55', '90 (532) 123 45 67'],
		['6591234567', '1', '011 65 9123 4567'],
		['6592345678', '61', '0011 65 9234 5678'],
		['16592345678', '49', '001 65 9234 5678'],
		['447911123456', '49', '00447911/123456'],
		['447911123456', '', '+(44) (0) 7911.123456', '+00 44 7911 123456'],
		['491711234567', '', '+49 171/1234567', '+49/171/1234567', '0049171/1234567'],
		['36201234567', '36', '20/123-4567', '06/20/123-4567'],
		['33612345678', '33', '06/12/34/56/78'],
		['5493512345678', '54', '(0351) 15-234-5678'],
		['541123456789', '54', '11 2345-6789'],
		['551191234567', '55', '(11) 9123-4567', '011 9123-4567'],
		// Any script's digits, a + too many, and decoration.
		['6281234567890', '62', '+６２（８１２）３４５６－７８９０', '+٦٢٨١٢٣٤٥٦٧٨٩٠', '०८१२३४५६७८९०'],
		['6281234567890', '', '++6281234567890', '+62+6281234567890', '+62 +62 812-3456-7890'],
		['6281234567890', '62', '🇮🇩 +62 812-3456-7890 ✅', '- 0812-3456-7890', '☎ 0812-3456-7890'],
		// A number for fiction, which no plan has.
		['447700900123', '44', '07700 900123'],
		// A new range, which no plan has yet.
		['625012345678', '62', '+62 501 234 5678', '0062 501 234 5678'],
		['628123456789', '', '628123456789.00'],
		// Marks of phone books, spreadsheets and lists.
		['6281234567890', '', '+62 812-3456-7890, ;', "'6281234567890", '.6281234567890.-/'],
		['6281234567890', '', '"6281234567890"', '=+6281234567890', '\uff0b62 81234567890'],
		['6281234567890', '', `  6281234567890${' '.repeat(1000)}\n`],
		['6281234567890', '', '\u202a62812\ufe0f3456\u001f\u31647890\u202c'],
		['6281234567890', '62', '="081234567890"', 'sms:0812-3456-7890'],
		['6281234567890', '', '6281234567890:12@s.whatsapp.net', 'whatsapp:+62 812-3456-7890'],
		['6281234567890', '', '+6281234567890@s.whatsapp.net', '6281234567890.0:12@s.whatsapp.net'],
		['6281234567890', '62', '6281234567890_1:5@S.WhatsApp.net', '6281234567890_1@C.US'],
		// A list's own number before it.
		['33612345678', '33', '06. 12. 34. 56. 78', '3) 06 12 34 56 78', '2: 0612345678'],
		['6281234567890', '62', '(0812 3456 7890', '62. 812-3456-7890', '0812- 3456-7890'],
		['34612343560', '34', '7/ 612 34 35 60', '1: 612 34 35 60'],
		['6281234567890', '62', 'p:+6281234567890', 'p:081234567890', 'p: 6281234567890'],
		// A + at the end, as right-to-left text shows it.
		['966512345678', '62', '966512345678+', '٩٦٦٥١٢٣٤٥٦٧٨+', '966 51 234 5678 +', '966512345678+,'],
		['966512000000', '62', '966512000000+'],
		['6281234567890', '', 'https://wa.me/6281234567890?text=Hello%20there'],
		['6281234567890', '', 'api.whatsapp.com/send?phone=6281234567890'],
		['6281234567890', '', 'https://web.whatsapp.com/send?phone=6281234567890'],
		['6281234567890', '', 'whatsapp://send?phone=6281234567890'],
		['6281234567890', '', 'https://api.whatsapp.com/send/?text=a+b&phone=%2B6281234567890'],
	])('is sent as %s (Country Code: %s): %p', (expected, countryCode, ...writings) => {
		for (const written of writings) expect(resultOf(written, countryCode)).toBe(expected);
	});

	test('is taken from a list of one', () => {
		expect(resultOf(['+6281234567890'])).toBe('6281234567890');
		expect(normalizePhone([8123456789], '62', true)).toBe('8123456789');
	});

	/** The words of the error, the Country Code, and the numbers that cause it. */
	test.each<[string, string, ...unknown[]]>([
		['is empty: enter a phone number with its', '', '', '   ', undefined, null],
		['needs its country code: write it with + and its country code, or', '', '1234567'],
		['is not a valid number in +62: correct it, or write it with +', '62', '1234567890123456'],
		['is not a valid number in +62: correct it, or write it', '62', '0812 33'],
		['is not a valid number in +55: correct it, or', '55', '11 9123-4567'],
		['is not a valid number in +55', '55', '(119) 123-4567'],
		['could be +81 270699361 or +62 81270699361: write it with +', '62', '81270699361+'],
		['is not a valid number of any country: correct it', '62', '081234567890+'],
		['is not a phone number', '62', '0812-3456-7890(+)', '0812-3456-1001 +62', '91+ 98765 43210'],
		['is not a phone number', '', '62+81+812', '+62 812-3456-7890@C.US', '(62)81234567890@c.us'],
		['is not a phone number', '62', '6281234567890.0.1@c.us', '0812----7890', '0812..345678'],
		['contains more than one number: enter one', '', '81234567 +6591234567', '81234567\t+1'],
		['could be +1 3612343560 or +34 612343560', '34', '13) 612 34 35 60', '13: 612 34 35 60'],
		['could be +1 6616808078 or +33 616808078', '33', '16. 616 80 80 78', '16- 616 80 80 78'],
		['could be +62 85291234567 or +852 91234567', '62', '(852) 9123 4567', '852 9123 4567'],
		['could be +65 92345678 or +1 6592345678: write it with + and', '65', '001 65 9234 5678'],
		['could be +1 6592345678 or +65 92345678: write it with + and', '61', '001 65 9234 5678'],
		['could be +32 489829824 or +62 832489829824: write it with +', '62', '00832489829824'],
		['could be +81 223456789 or +62 81223456789: write it with +', '62', '0081223456789'],
		['is not a valid number in +44', '44', '0011 65 9234 5678'],
		['is not a valid number of any country', '', '+00 11 65 9234 5678'],
		['could be +1 6592345678 or +65 92345678: write it with + and', '', '001 65 9234 5678'],
		['could be +39 0331123456 or +39 331123456: write it without', '', '+39 (0)331 123456'],
		['is not a valid number in +62', '62', '001 65 9123 4567'],
		['is not a valid number in +49: correct it, or', '49', '(1) 767 4470005'],
		['is not a valid number in +1: correct it', '', '+1 212 555 0123 456'],
		['is not a valid number in +54: correct it', '', '+54 9 11 2345 678'],
		['is not a valid number in +683: correct it', '', '+683 4012'],
		['is not a phone number: enter', '', '62812abc4567', '+62 812 3456 7890²', '1️⃣ 6281234567890'],
		['is not a phone number: enter', '62', '0 0812 3456 7890', '-6281234567890', '$ 081234567890'],
		// The signs may stand for hidden digits.
		['is not a phone number: enter', '', '+62 812 3456 78**', '+62 812 3456 78--', '+62 8123456■'],
		['is a list of 2: enter one per row, or add [0] for the first', '', ['+62', '+65']],
		[
			'is an object with type, no: add the right one, e.g. .no',
			'',
			{ type: 'work', no: '+6281234' },
		],
		['add the right one, e.g. ["No HP"]', '', { id: 81234567, 'No HP': '+62' }],
		['right one, e.g. .mobile', '', { created_at: '2026-11-21', mobile: null }],
		['right one, e.g. .type', '', { type: { toString: 1 }, value: '' }],
		['is a list, not a phone number: enter', '', []],
		['is the ID of a group: set Send To to Group', '', '120363025246125486@g.us'],
		['the ID of a group: set', '62', '120363025246125486', '6281234567890-1400000000'],
		["is WhatsApp's own ID, not a phone number: enter the phone number", '', ...IDS],
		['is a failed calculation, not a phone number', '', NaN],
		['is not a phone number', '', 628123456789.5, -6281234567890],
		['has lost digits, or ends in six zeros: format the column', '', '6.28123E+12', 2 ** 53, 1e21],
		['ends in six zeros: format', '62', 6281230000000, '6281230000000', '0812 3000 0000'],
		['needs its country code: write it with +', '', '(479) 812-3456', '(62) 8123456'],
		['two numbers: remove everything after the first one', '65', '+65 9123 4567/8', '9123 4567-8'],
		['could be two numbers', '62', '081234567890 / 081234567891', '812345/812346'],
		['could be two numbers', '49', '0171/1234567/8', '0171/1234567/1234568'],
		['remove everything after the first one', '', '+65 9123 4567 (12)', '+65 9123 4567 (12'],
		['remove everything after the first one', '', '62 812 3456 7890.0', '8123456789.000'],
		['contains more than one number: enter one per row', '', '81234567\n91234567'],
		['is formatted as an amount: format the column', '', '6,281,234,567,890', '6281234567890,00'],
		['is formatted as an amount', '62', '6,281,234,567,890.00', '6.281.234.567.890,00'],
		['is a date: enter', '', '2026-11-21', '21.11.2026', '11/21/2026', 20261121],
		['is a date: enter', '62', '2026-11-21 10', '20261121 1030', '2026-11-21T10:30:00'],
		['is too long for a phone number', '', `+62${' 812'.repeat(30)}`, '('.repeat(1000)],
		['is too long for a phone number', '62', `0812-3456-7890${'\u200b'.repeat(1000)}1`],
	])('is refused with the fix: %s (Country Code: %s)', (words, countryCode, ...numbers) => {
		for (const written of numbers) {
			const { message, forModel } = resultOf(written, countryCode) as InputError;
			expect(message).toMatch(/^Phone (".*" )?[a-z]/s);
			expect(message).toContain(words);
			// A model would dial any number that it reads.
			expect(forModel.replace(/".*"/s, '')).toMatch(FOR_MODEL);
		}
	});

	test('that must have its country code is refused without one', () => {
		for (const written of ['0812345678', '0812-3456-7890', '7911123456']) {
			const words = /^Phone ".*" needs its country code: write it with \+ and its country code$/;
			expect(() => normalizePhone(written)).toThrow(words);
		}
		expect(normalizePhone('6281234567890')).toBe('6281234567890');
	});

	test('of a list of the service is sent as it is', () => {
		for (const phone of ['8123456789', '6281230000000', '620812345678', '99912345678']) {
			expect(normalizePhone(phone, '62', true)).toBe(phone);
		}
		expect(normalizePhone('081234567890', '62', true)).toBe('6281234567890');
		expect(() => normalizePhone('2026-11-21', '62', true)).toThrow(/is a date/);
		expect(() => normalizePhone('812', '62', true)).toThrow(/is not a valid number in \+62/);
	});

	test('has all its readings, and needs a country unless it shows one', () => {
		expect(readingsIn('819012345678', '62')).toEqual(['62819012345678', '819012345678']);
		expect(readingsIn('9123 4567-8', '65')).toEqual(['6591234567']);
		for (const none of ['Ayu', '2026-11-21', {}, null]) expect(readingsIn(none, '62')).toEqual([]);
		const needing = ['081234567890', '6281234567890', '0062 812', 6281234567890, '6281234567+'];
		const others = ['+62 812', '6281234567890@c.us', '44 (0)7911 123456', 'Ayu', undefined];
		expect([...needing, ...others].filter((one) => needsCountry(one))).toEqual(needing);
	});
});

test('A value that is too long for a phone is not looked at', async () => {
	const costOf = (length: number) => {
		const text = '٩'.repeat(length);
		return leastCostOf(async () => {
			for (let time = 0; time < 20; time++) resultOf(text, '62');
		});
	};
	expect(await costOf(300_000)).toBeLessThan(10 * (await costOf(1000)));
});
