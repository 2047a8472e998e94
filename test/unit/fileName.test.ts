import fc from 'fast-check';
import { safeFileName } from '../../nodes/WhatsAppSender/values/fileName';

const bytes = (text: string) => Buffer.byteLength(text);
const anyName = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 400 }),
	fc.string({ unit: 'grapheme', maxLength: 400 }),
	fc.string({ unit: fc.constantFrom('/', '\\', '.', ' ', '\0', '\n', 'a', '😀') }),
);
const extensions = fc.constantFrom('pdf', 'jpg', 'mp4', 'docx', 'webp', 'gz');

describe('The name of an uploaded file', () => {
	test.each<[string, unknown[], string | undefined, string]>([
		["is the user's own", ['invoice.pdf', 'data.bin'], undefined, 'invoice.pdf'],
		["is the file's where the user's is empty", ['', 'data.bin'], undefined, 'data.bin'],
		["is the file's where the user's is blank", ['  ', 'data.bin'], undefined, 'data.bin'],
		["is the file's where the user's is missing", [undefined, 'data.bin'], undefined, 'data.bin'],
		['keeps any script and emoji', ['فاتورة 請求書 🎉.pdf'], undefined, 'فاتورة 請求書 🎉.pdf'],
		['loses Unix folders', ['/etc/passwd'], undefined, 'passwd'],
		['loses Windows folders', ['C:\\Users\\me\\invoice.pdf'], undefined, 'invoice.pdf'],
		['loses the way up', ['../../invoice.pdf'], undefined, 'invoice.pdf'],
		['loses line breaks', ['in\r\nvoice.pdf'], undefined, 'invoice.pdf'],
		['loses a text direction that hides the extension', ['a\u202efdp.exe'], undefined, 'afdp.exe'],
		['keeps an extension that has no name before it', ['.pdf'], undefined, 'file.pdf'],
		['does not begin with a dot', ['.htaccess.txt'], undefined, 'htaccess.txt'],
		[
			"is made of the type's extension where there is none",
			[undefined, undefined],
			'pdf',
			'file.pdf',
		],
		['is never empty', [undefined, '..'], undefined, 'file'],
		['takes no extension that is none', [undefined], '../x', 'file'],
	])('%s', (_rule, wanted, extension, expected) => {
		expect(safeFileName(wanted, extension)).toBe(expected);
	});

	test('of any text has no folder, no control character, is never empty and at most 200 bytes', () => {
		fc.assert(
			fc.property(
				fc.array(fc.oneof(anyName, fc.anything()), { maxLength: 3 }),
				anyName,
				(wanted, extension) => {
					const name = safeFileName(wanted, extension);
					expect(name).not.toMatch(/[/\\\p{Cc}\u2028\u2029]/u);
					expect(name).not.toMatch(/^\.*$/);
					expect(bytes(name)).toBeLessThanOrEqual(200);
					expect(name.isWellFormed()).toBe(true);
				},
			),
		);
	});

	test('keeps its extension, however long it is', () => {
		const stems = fc.oneof(
			anyName,
			fc.string({ unit: 'grapheme', minLength: 150, maxLength: 400 }),
		);
		fc.assert(
			fc.property(stems, extensions, (stem, extension) => {
				expect(safeFileName([`a${stem}z.${extension}`])).toMatch(new RegExp(`.\\.${extension}$`));
			}),
		);
	});

	test('that is safe stays as it is', () => {
		fc.assert(
			fc.property(anyName, anyName, (first, second) => {
				const name = safeFileName([first, second]);
				expect(safeFileName([name])).toBe(name);
			}),
		);
	});
});
