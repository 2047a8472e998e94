import fc from 'fast-check';
import { safeFileName } from '../../nodes/WhatsAppSender/message/file';

const anyName = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 400 }),
	fc.string({ unit: 'grapheme', maxLength: 400 }),
	fc.string({ unit: fc.constantFrom('/', '\\', '.', ' ', '\0', '\n', 'a', '😀') }),
);

describe('The name of an uploaded file', () => {
	test.each<[string, unknown[], string, string?]>([
		["is the user's own", ['invoice.pdf', 'data.bin'], 'invoice.pdf'],
		["is the file's where the user's is empty", ['', 'data.bin'], 'data.bin'],
		['keeps any script and emoji', ['فاتورة 請求書 🎉.pdf'], 'فاتورة 請求書 🎉.pdf'],
		['loses folders and dots before it', ['C:\\Users\\me\\..invoice.pdf'], 'invoice.pdf'],
		['loses a text direction that hides the ending', ['a\u202efdp.exe'], 'afdp.exe', 'pdf'],
		["is made of the file's ending where there is none", [undefined], 'file.pdf', 'pdf'],
		['is never empty', [undefined, '..'], 'file'],
		["gets the file's ending where it has none", ['', 'photo'], 'photo.jpg', '.jpg'],
		["and where the user's has none", ['Menu 5 März', 'x.png'], 'Menu 5 März.png', 'png'],
		['and where a number or a sentence ends it', ['No. 12', ''], 'No. 12.mp4', 'mp4'],
		['keeps an ending that differs', ['scan.JPEG'], 'scan.JPEG', 'jpg'],
		["keeps an ending of digits that is the file's own", ['backup.001'], 'backup.001', '001'],
	])('%s', (_rule, names, expected, extension = undefined) => {
		expect(safeFileName(names, extension)).toBe(expected);
	});

	test('is safe and not long, whatever it is made of', () => {
		const names = fc.array(fc.oneof(anyName, fc.anything()), { maxLength: 3 });
		fc.assert(
			fc.property(names, anyName, (wanted, extension) => {
				const name = safeFileName(wanted, extension);
				expect(name).not.toMatch(/^\.*$|[/\\\p{Cc}\p{Cf}"\u2028\u2029]/u);
				expect(name.length).toBeLessThanOrEqual(131);
				expect(name.isWellFormed()).toBe(true);
			}),
		);
	});

	test('keeps its extension, however long it is', () => {
		const stems = fc.oneof(anyName, fc.string({ unit: 'grapheme', minLength: 150 }));
		const extensions = fc.constantFrom('pdf', 'jpg', 'mp4', 'docx', 'webp', 'gz');
		const examples: Array<[string, string]> = [['🌻'.repeat(250_000), 'pdf']];
		fc.assert(
			fc.property(stems, extensions, (stem, extension) => {
				const name = safeFileName([`a${stem}z.${extension}`]);
				expect(name).toMatch(new RegExp(`.\\.${extension}$`));
				expect(name.length).toBeLessThanOrEqual(120);
			}),
			{ examples, endOnFailure: true },
		);
	});
});
