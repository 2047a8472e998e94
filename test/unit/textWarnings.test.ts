import type { INode } from 'n8n-workflow';
import { mediaUrlWarnings, requiredMediaUrl } from '../../nodes/WhatsAppSender/message/mediaUrl';
import { InputError } from '../../nodes/WhatsAppSender/errors/failures';
import { refusePlaceholders, textWarnings } from '../../nodes/WhatsAppSender/message/warnings';
import { testGrowth } from './growth';

/** @param entered the text as the node stores it @param values of its expressions */
function warningsOf(text: string, entered = text, values: Record<string, unknown> = {}): string[] {
	const evaluate = (expression: string) => {
		if (expression in values) return values[expression];
		throw new Error('No such node');
	};
	return textWarnings(entered, text, evaluate);
}

test.each([
	['Hola {nombre}!', '{nombre}'],
	['Halo { Nama Depan }', '{ Nama Depan }'],
	['Dear ${customer.name},', '${customer.name}'],
	['Hi {{ first_name }}', '{{ first_name }}'],
	['Hi {{ $json["name"] }}', '{{ $json["name"] }}'],
	['{Hi|Hello, dear} Ayu', '{Hi|Hello, dear}'],
	['Hi [FIRST_NAME]', '[FIRST_NAME]'],
	['Hi [First Name]', '[First Name]'],
	['Halo [nama]', '[nama]'],
	['Hi %LASTNAME%', '%LASTNAME%'],
	['Hi #NAME#', '#NAME#'],
	['Hi *|FNAME:Friend|*', '*|FNAME:Friend|*'],
	['Hi ((name))', '((name))'],
	['Hi <<First Name>>', '<<First Name>>'],
	['Hi «Nama_Depan»,', '«Nama_Depan»'],
	['Hi $first_name.', '$first_name'],
	['Hi $FIRST_NAME', '$FIRST_NAME'],
	['Hi undefined, see you', 'undefined'],
	['Halo null, apa kabar?', 'null'],
	['Total: NaN €', 'NaN'],
	['At Invalid DateTime.', 'Invalid DateTime'],
	['Price #DIV/0!', '#DIV/0!'],
	['Stock: #N/A', '#N/A'],
	['Prices: #SPILL!', '#SPILL!'],
	['On Tue Dec 01 2026 09:00:00 GMT+0700 (WIB)', 'Tue Dec 01 2026 09:00:00 GMT+0700'],
	['At 2026-12-01T02:00:00.000Z', '2026-12-01T02:00:00.000Z'],
	['Due 2026-12-01T09:00+07:00.', '2026-12-01T09:00+07:00'],
	['Cart: {"name": "Rice"}', '{"name":'],
	['By [object Promise]', '[object Promise]'],
	['Don&#x27;t', '&#x27;'],
	['It&rsquo;s', '&rsquo;'],
	['Tom&amp;Co', '&amp;'],
	['<STRONG>Sale', '<STRONG>'],
	['Click <a href="https://example.com">', '<a href="https://example.com">'],
	['Line<br/>', '<br/>'],
	['Ren\uFFFD', '\uFFFD'],
	['Bye \uD83D', '\uFFFD'],
	['Hi Ayu,\\nwelcome', '\\n'],
	['https://example.com/a\\nThanks', '\\n'],
	...'{{1}}|{{1.name}}|{{#if vip}}|{% if vip %}|{!Contact.FirstName}|{{{name}}}|{0}|{1:N2}|%s|%1$s'
		.concat("|%(name)s|[Nama Pelanggan]|[Client's Name]|#¡VALOR!|['Oil',|CafÃ©|\\u00e9")
		.split('|')
		.map((part) => [`${part} Hi`, part.replace('Caf', '')]),
])('The warning about %j names %s', (text, part) => {
	expect(warningsOf(text)).toEqual([`${part} is left in the text`]);
});

test.each([
	'Heute null Euro Versand, und null Risiko. Unsere Kosten sind gleich null.',
	'Siehe [1] und [2], [A], [x], oder [Kontakt](https://example.com/kontakt).',
	'https://example.com/a?name=x&date=2030-01-01T09:00Z&lt=5#code and %E2%80%93%ABabc%20',
	'C:\\new\\reports\\text.txt, D:\\My Files\\next and \\\\server\\new\\table',
	'Rp 1.500.000,- | $5 & €3.50 US$ $us 50 {} :-} ¯\\_(ツ)_/¯ (today) ((: 2<<3',
	'x < 5 and y > 3; <3 <info@example.com> <https://example.com>',
	'Undefined Behaviour Nan bread, naan, nullify, None of us, #NA #sale! #sale #promo#new',
	'*bold* _it_ ~no~ ```code``` a|b *|* "%" 10% off, 20% more, 5%-10%',
	'[INFO] Diskon 20%s/d 50% | Reply [YES] or [NO] | 100%stark | x=={y | Grade A:\\new',
	'«Добрый день», « bonjour », 2026-12-01, 09:00, Tue Dec 01 2026, &c; R&D; 🙂',
])('There is no warning about the ordinary text %j', (text) => {
	expect(warningsOf(text)).toEqual([]);
});

test.each([
	[null, 'is empty'],
	[' ', 'is empty'],
	[Number.NaN, 'is "NaN"'],
	['nan', 'is "nan"'],
	[false, 'is "false"'],
	['None', 'is "None"'],
	['NULL', 'is "NULL"'],
	['N/A', 'is "N/A"'],
	['#REF!', 'is "#REF!"'],
	['undefined', 'is "undefined"'],
	['Invalid DateTime', 'is "Invalid DateTime"'],
	['"Say \\"hi\\""', 'is in quotes'],
	['"', undefined],
	['"A" or "B"', undefined],
])('A warning names an expression that gives %p once', (value, words) => {
	const entered = '=Hi {{ $json.a }}{{ $json.a }} {{ $json.zero }} {{ $("A") }}';
	const values = { '{{ $json.a }}': value, '{{ $json.zero }}': 0 };
	const warnings = words ? [`{{ $json.a }} ${words}`] : [];
	expect(warningsOf(`Hi ${value}${value} 0`, entered, values)).toEqual(warnings);
});

const PARTS = [
	...['{', '{{ a', '{a|', '[a', '((a', '<<a ', '«a', '%a', '#A', '*|a', '$a', '<a ', '<a b', '&a'],
	...['[ a', '[your ', "['a", '{1', '%(a', '#¡'],
	...['\\n', '\\\\', 'A:\\n', 'null ', 'a null!', '#', '2026-12-01T', '{"a', '\uD83D', ' ', 'a'],
];
testGrowth('A text', PARTS, (text) => textWarnings('', text, String));

test.each([
	['=={{ $json.a }}', '= before {{'],
	['=Hi ={{ $json.a }}', '= before {{'],
	['=Halo {{ 1 }}', '{{ 1 }}'],
	['=https://example.com/?id={{ $json.a }} {{ 1 + 1 }}', ''],
])('A warning says what the expression %j leaves in the text: %j', (entered, part) => {
	const warnings = part && [`${part} is left in the text`];
	expect(textWarnings(entered, 'Hi', () => 'Hi')).toEqual([...warnings]);
});

test('A text has at most twenty warnings', () => {
	const text = Array.from({ length: 30 }, (_, index) => `{name${index}}`).join();
	expect(warningsOf(text)).toHaveLength(20);
});

const DRIVE = 'https://drive.google.com/uc?export=download&id=1AbC-d_9';
test.each([
	['https://drive.google.com/file/d/1AbC-d_9/view?usp=sharing', DRIVE],
	['https://drive.google.com/open?id=1AbC-d_9', DRIVE],
	['https://drive.google.com/drive/folders/1AbC', ''],
	['https://docs.google.com/document/d/1AbC/edit', ''],
	['https://www.dropbox.com/s/a/b.pdf', 'https://www.dropbox.com/s/a/b.pdf?dl=1'],
	['https://www.dropbox.com/s/a/b.pdf?dl=0', 'https://www.dropbox.com/s/a/b.pdf?dl=1'],
	['https://dropbox.com/scl/fi/a/b.pdf?r=c&dl=0', 'https://dropbox.com/scl/fi/a/b.pdf?r=c&dl=1'],
	['https://www.dropbox.com/scl/fi/a/b.pdf?rlkey=c', ''],
	['https://1drv.ms/b/s!AbC', ''],
	['https://onedrive.live.com/?id=1', ''],
	['https://shop-my.sharepoint.com/:b:/g/AbC?e=1', ''],
])('The viewer of the file %s is named in a warning, with the file %j', (page, file) => {
	const fix = file && ` (enter ${file})`;
	expect(mediaUrlWarnings(page)).toEqual([`Media URL opens a page, not the file${fix}`]);
});

test.each([
	DRIVE,
	'https://www.dropbox.com/s/a/b.pdf?dl=1',
	'https://www.dropbox.com/s/a/b.pdf?raw=1',
	'https://docs.google.com/document/d/1AbC/export?format=pdf',
	'https://shop-my.sharepoint.com/:b:/g/AbC?download=1',
	'https://onedrive.live.com/download?id=1',
	'https://example.com/?from=https://drive.google.com/file/d/1/view',
])('The file %s needs no warning', (address) => {
	expect(mediaUrlWarnings(address)).toEqual([]);
});

const tool = { type: 'whatsAppSenderTool' } as INode;
test.each([
	...['{{ $json.name }}', '{{1}}', '*|FNAME|*', '{name}', '${first name}', '%NAME%', 'undefined'],
	...['[Customer Name]', '[Datum]', '[link]', '[Your Company]', '[insert name and city here]'],
])('As a tool, the node refuses a text with %s', (part) => {
	const words = `Text contains the placeholder "${part}": replace it with the value, or leave it out`;
	const refuse = () => refusePlaceholders(tool, 'Text', `Hi ${part}, see you`);
	expect(refuse).toThrow(new InputError(words));
	for (const type of ['whatsAppSender', 'whatsAppSenderHitlTool'])
		refusePlaceholders({ ...tool, type }, 'Text', part);
});

test.each([
	'Reply [YES] or [NO], [OK] «Premium» $us 50, 100% [Link](https://example.com) [1] [A]',
	'[Save the Date] [PROMO] 5%OFF%2 (name) <name> {x} {"a": 1} {a: 1, b: 2} #name# [Company news]',
	'Hi Nan, the value is undefined here. Null problem! https://example.com/%E2%80%93%ABabc%20',
	'*bold* _x_ ~y~ ```z``` | Jl. Sudirman No. 5 [Blok A], Rp 50.000,- 🙂 %s',
])('As a tool, the node sends %j', (text) => {
	refusePlaceholders(tool, 'Text', text);
});

const url = 'https://example.com/a.pdf';
test.each<[string, unknown[]]>([
	['a list: add [0].url to the expression', [[{ id: 'a', url }]]],
	['an object: add .link to the expression', [{ name: 'a', link: url }]],
	['a list, not text: enter the full address', [[], [{ id: 'a' }]]],
	[
		'a file, not a web address: enter an address, or use Convert to File',
		[
			...['data:application/pdf;base64,JVBERi0xLjcK', 'file:///home/me/a.pdf', 'filesystem-v2'],
			...['C:\\me\\a.pdf', `${'JVBERi0xLjcK'.repeat(9)}\nJVBERg==`, { mimeType: 'image/png' }],
		],
	],
])('Media URL is %s: %j', (words, values) => {
	for (const value of values)
		expect(() => requiredMediaUrl('Media URL', value)).toThrow(`Media URL is ${words}`);
});
