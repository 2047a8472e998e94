import { safeFileName } from '../../nodes/WhatsAppSender/message/file';
import { fc } from '../random';

const anyName = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 400 }),
	fc.string({ unit: 'grapheme', maxLength: 400 }),
	fc.string({ unit: fc.constantFrom('/', '\\', '.', ' ', '\0', '\n', 'a', '😀') }),
);

describe('The name of an uploaded file', () => {
	test.each<[string, unknown[], string, string?]>([
		['in any script and with emoji', ['فاتورة 請求書 🎉.pdf', 'data.bin'], 'فاتورة 請求書 🎉.pdf'],
		['without folders and the dots before it', ['C:\\Users\\me\\..a.pdf'], 'a.pdf'],
		['without a text direction that hides the ending', ['a\u202efdp.exe'], 'afdp.exe', 'pdf'],
		['never empty', [undefined, '..'], 'file'],
		["with the file's ending if it has none", ['', 'photo'], 'photo.jpg', '.jpg'],
		['with an ending behind a number', ['Report v1.2', ''], 'Report v1.2.mp4', 'mp4'],
		['with its own ending', ['scan.JPEG'], 'scan.JPEG', 'jpg'],
		["with the file's own ending in any case", ['Scan.Jpeg'], 'Scan.Jpeg', 'jpeg'],
		['with an ending behind a name', ['Contract J.Smith'], 'Contract J.Smith.pdf', 'pdf'],
		['with an ending behind a letter', ['Plan.B'], 'Plan.B.pdf', 'pdf'],
		['with an ending behind a small letter', ['plan.b'], 'plan.b.pdf', 'pdf'],
		['with an ending behind a long word', ['report.version'], 'report.version.pdf', 'pdf'],
		['with its own ending that begins with a digit', ['list.7z'], 'list.7z', 'zip'],
		['with its own ending of five', ['page.xhtml'], 'page.xhtml', 'html'],
	])('is %s', (_rule, names, expected, extension = undefined) => {
		expect(safeFileName(names, extension)).toBe(expected);
	});

	test('is safe and at most 255 bytes, whatever it is made of', () => {
		const names = fc.array(fc.oneof(anyName, fc.anything()), { maxLength: 3 });
		fc.assert(
			fc.property(names, anyName, (wanted, extension) => {
				const name = safeFileName(wanted, extension);
				expect(name).not.toMatch(/^\.*$|[/\\\p{Cc}\p{Cf}"\u2028\u2029]/u);
				expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
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
				expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
			}),
			{ examples, endOnFailure: true },
		);
	});
});
