import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../nodes/WhatsAppSender/errors/inputError';
import { normalizeBaseUrl } from '../../nodes/WhatsAppSender/service/baseUrl';
import { concurrencyOf, delayOf } from '../../nodes/WhatsAppSender/turns/delay';
import { footerText, parseButtons } from '../../nodes/WhatsAppSender/values/buttons';
import { normalizeCountryCode } from '../../nodes/WhatsAppSender/values/countryCode';
import { safeFileName } from '../../nodes/WhatsAppSender/values/fileName';
import { normalizePhone } from '../../nodes/WhatsAppSender/values/phone';
import { contactRecipient } from '../../nodes/WhatsAppSender/values/recipient';
import { requiredWebAddress } from '../../nodes/WhatsAppSender/values/required';
import { schedule } from '../../nodes/WhatsAppSender/values/schedule';

/** What an expression may give. */
const anyValue = fc.oneof(
	fc.anything({ withDate: true }),
	fc.string({ unit: 'binary', maxLength: 600 }),
	fc.json(),
	fc.double(),
	fc.webUrl(),
);
const matches = (pattern: RegExp) => (result: unknown) => pattern.test(result as string);
const isPhone = matches(/^[1-9]\d{7,14}$/);
const idOfContact = (phone: unknown) => contactRecipient({ phone } as IDataObject, '').id;
const idOfGroup = (phone: unknown) =>
	contactRecipient({ phone, is_group: true } as IDataObject, '').id;

test.each<[string, (value: unknown) => unknown, (result: unknown) => boolean]>([
	['Phone', (value) => normalizePhone(value), isPhone],
	['Phone', (value) => normalizePhone(value, '62'), isPhone],
	['Phone', (value) => normalizePhone(value, '1'), isPhone],
	['(Phone|The input item has no phone)', idOfContact, isPhone],
	['(Group ID|The input item has no phone)', idOfGroup, matches(/^\S/)],
	['Default Country Code', normalizeCountryCode, matches(/^([1-9]\d{0,3})?$/)],
	['Buttons', parseButtons, Array.isArray],
	['Footer', footerText, (result) => typeof result === 'string'],
	['Send At', (value) => schedule(value, 'Asia/Jakarta', 'seconds') ?? '0', matches(/^\d+$/)],
	['Minimum Delay', (minDelay) => delayOf({ minDelay }), (result) => Number(result) >= 0],
	['Messages at Once', concurrencyOf, matches(/^([1-9]|[1-4]\d|50)$/)],
	[
		'Base URL',
		normalizeBaseUrl,
		(url) => /^https?:\/\/[^/].*[^/]$/.test(url as string) && normalizeBaseUrl(url) === url,
	],
])('%s of any shape is read, or refused on one short, well-formed line', (field, read, isRead) => {
	fc.assert(
		fc.property(anyValue, (value) => {
			try {
				expect(isRead(read(value))).toBe(true);
			} catch (error) {
				if (!(error instanceof InputError)) throw error;
				const { message } = error;
				expect(message).toMatch(new RegExp(`^${field} [^\\p{Cc}\\u2028\\u2029]{1,280}$`, 'u'));
				expect(message.isWellFormed()).toBe(true);
			}
		}),
	);
});

test.each<[string, unknown[]]>([
	['group', [true, 'true', ' TRUE ', 1, '1']],
	['phone', [false, 'false', '0', '', 0, 2, 'true!', 'untrue', null, undefined, {}, ['true']]],
])('A contact is a %s by its is_group', (type, marks) => {
	for (const is_group of marks) {
		const contact = { phone: '6281234567890', is_group } as IDataObject;
		expect(contactRecipient(contact, '')).toMatchObject({ type, id: '6281234567890' });
	}
});

test.each(['{"__proto__":{"is_group":true}}', '{"constructor":1}', '[]', '7', 'null'])(
	'An item that is %s is no contact',
	(source) => {
		const read = () => contactRecipient(JSON.parse(source), '');
		expect(read).toThrow(/^The input item has no phone/);
	},
);

test('An address with a login is taken, and the error of a wrong one does not repeat it', () => {
	const read = (address: string) => requiredWebAddress('Media URL', address, 'https://example.com');
	expect(read(' https://user:s3cret@example.com/a.pdf ')).toContain('user:s3cret@');
	for (const protocol of ['ftp:', 'http:/', ''])
		expect(() => read(`${protocol}//user:s3cret@`)).toThrow(/^Media URL (?!.*s3cret)/);
});

const anyName = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 400 }),
	fc.string({ unit: 'grapheme', maxLength: 400 }),
	fc.string({ unit: fc.constantFrom('/', '\\', '.', ' ', '\0', '\n', 'a', '😀') }),
);

describe('The name of an uploaded file', () => {
	test.each<[string, unknown[], string, string?]>([
		["is the user's own", ['invoice.pdf', 'data.bin'], 'invoice.pdf'],
		["is the file's where the user's is empty", ['', 'data.bin'], 'data.bin'],
		["is the file's where the user's is blank", ['  ', 'data.bin'], 'data.bin'],
		["is the file's where the user's is missing", [undefined, 'data.bin'], 'data.bin'],
		['keeps any script and emoji', ['فاتورة 請求書 🎉.pdf'], 'فاتورة 請求書 🎉.pdf'],
		['loses Unix folders', ['/etc/passwd'], 'passwd'],
		['loses Windows folders', ['C:\\Users\\me\\invoice.pdf'], 'invoice.pdf'],
		['loses the way up', ['../../invoice.pdf'], 'invoice.pdf'],
		['loses line breaks', ['in\r\nvoice.pdf'], 'invoice.pdf'],
		['loses a text direction that hides the extension', ['a\u202efdp.exe'], 'afdp.exe'],
		['keeps an extension that has no name before it', ['.pdf'], 'file.pdf'],
		['does not begin with a dot', ['.htaccess.txt'], 'htaccess.txt'],
		["is made of the type's extension where there is none", [undefined], 'file.pdf', 'pdf'],
		['is never empty', [undefined, '..'], 'file'],
		['takes no extension that is none', [undefined], 'file', '../x'],
	])('%s', (_rule, names, expected, extension = undefined) => {
		expect(safeFileName(names, extension)).toBe(expected);
	});

	test('is safe and at most 200 bytes, whatever it is made of, and stays as it is then', () => {
		const names = fc.array(fc.oneof(anyName, fc.anything()), { maxLength: 3 });
		fc.assert(
			fc.property(names, anyName, (wanted, extension) => {
				const name = safeFileName(wanted, extension);
				expect(name).not.toMatch(/^\.*$|[/\\\p{Cc}\p{Cf}"\u2028\u2029]/u);
				expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
				expect(name.isWellFormed()).toBe(true);
				expect(safeFileName([name])).toBe(name);
			}),
		);
	});

	test('is measured a few times, not once for each character', () => {
		const measured = jest.spyOn(Buffer, 'byteLength');
		for (const stem of ['x', '🌻', 'x ']) safeFileName([`${stem.repeat(100_000)}.pdf`]);
		expect(measured.mock.calls.length).toBeLessThan(10);
		measured.mockRestore();
	});

	test('keeps its extension, however long it is', () => {
		const stems = fc.oneof(anyName, fc.string({ unit: 'grapheme', minLength: 150 }));
		const extensions = fc.constantFrom('pdf', 'jpg', 'mp4', 'docx', 'webp', 'gz');
		const examples: Array<[string, string]> = [['🌻'.repeat(1_250_000), 'pdf']];
		fc.assert(
			fc.property(stems, extensions, (stem, extension) => {
				expect(safeFileName([`a${stem}z.${extension}`])).toMatch(new RegExp(`.\\.${extension}$`));
			}),
			{ examples },
		);
	});
});
