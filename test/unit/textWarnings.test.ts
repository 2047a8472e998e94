import { warningsOf as warningsAbout } from '../../nodes/WhatsAppSender/message/warnings';
import { growth, TOO_STEEP } from './growth';

/** @param entered the text as the node stores it @param values of its expressions */
function warningsOf(text: string, entered = text, values: Record<string, unknown> = {}): string[] {
	const evaluate = (expression: string) => {
		if (expression in values) return values[expression];
		throw new Error('No such node');
	};
	return warningsAbout(entered, { text }, evaluate);
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
])('The warning about %j names %s', (text, part) => {
	expect(warningsOf(text)).toEqual([`${part} is left in the text of`]);
});

test.each([
	'Heute null Euro Versand, und null Risiko. Unsere Kosten sind gleich null.',
	'Siehe [1] und [2], [A], [x], oder [Kontakt](https://example.com/kontakt).',
	'https://example.com/a?name=x&date=2030-01-01T09:00Z&lt=5#code and %E2%80%93%ABabc%20',
	'C:\\new\\reports\\text.txt, D:\\My Files\\next and \\\\server\\new\\table',
	'Rp 1.500.000,- | $5 & €3.50 US$ {0} :-} ¯\\_(ツ)_/¯ (today) ((: 2<<3',
	'x < 5 and y > 3; <3 <info@example.com> <https://example.com>',
	'Undefined Behaviour Nan bread, naan, nullify, None of us, #NA #sale! #sale #promo#new',
	'*bold* _it_ ~no~ ```code``` a|b *|* "%" 10% off, 20% more, 5%-10%',
	'«Добрый день», « bonjour », 2026-12-01, 09:00, Tue Dec 01 2026, &c; R&D; 🙂',
])('There is no warning about the ordinary text %j', (text) => {
	expect(warningsOf(text)).toEqual([]);
});

test.each([
	[null, 'is empty for'],
	[' ', 'is empty for'],
	[Number.NaN, 'is "NaN" for'],
	['nan', 'is "nan" for'],
	[false, 'is "false" for'],
	['None', 'is "None" for'],
	['NULL', 'is "NULL" for'],
	['N/A', 'is "N/A" for'],
	['#REF!', 'is "#REF!" for'],
	['undefined', 'is "undefined" for'],
	['Invalid DateTime', 'is "Invalid DateTime" for'],
])('A warning names an expression that gives %p once', (value, words) => {
	const entered = '=Hi {{ $json.a }}{{ $json.a }} {{ $json.zero }} {{ $("A") }}';
	const values = { '{{ $json.a }}': value, '{{ $json.zero }}': 0 };
	expect(warningsOf(`Hi ${value}${value} 0`, entered, values)).toEqual([`{{ $json.a }} ${words}`]);
});

test.each([
	...['{', '{{ a', '{a|', '[a', '((a', '<<a ', '«a', '%a', '#A', '*|a', '$a', '<a ', '<a b', '&a'],
	...['\\n', '\\\\', 'A:\\n', 'null ', 'a null!', '#', '2026-12-01T', '{"a', '\uD83D', ' ', 'a'],
])('takes a time that grows with the length of %j', (part) => {
	expect(growth((text) => warningsAbout(text, { text }, String), part)).toBeLessThan(TOO_STEEP);
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
])('The viewer of the file %s is named in a warning, with the file %j', (url, file) => {
	const fix = file && ` (enter ${file})`;
	expect(warningsAbout('', { text: 'Menu', media_url: url }, String)).toEqual([
		`Media URL opens a page, not the file${fix} in`,
	]);
});

test.each([
	DRIVE,
	'https://www.dropbox.com/s/a/b.pdf?dl=1',
	'https://www.dropbox.com/s/a/b.pdf?raw=1',
	'https://docs.google.com/document/d/1AbC/export?format=pdf',
	'https://shop-my.sharepoint.com/:b:/g/AbC?download=1',
	'https://onedrive.live.com/download?id=1',
	'https://example.com/?from=https://drive.google.com/file/d/1/view',
])('The file %s needs no warning', (url) => {
	expect(warningsAbout('', { text: 'Menu', media_url: url }, String)).toEqual([]);
});
