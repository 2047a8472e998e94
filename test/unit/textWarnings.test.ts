import type { Item } from '../../nodes/WhatsAppSender/message/item';
import { textWarnings } from '../../nodes/WhatsAppSender/message/textWarnings';

/** @param entered the text as the node stores it; @param values what its expressions give, by their text */
function warningsOf(text: string, entered = text, values: Record<string, unknown> = {}): string[] {
	const evaluate = (expression: string) => {
		if (expression in values) return values[expression];
		throw new Error('No such node');
	};
	return textWarnings({ node: { parameters: { text: entered } }, evaluate } as never as Item, text);
}

/** A text, and what is left in it. */
test.each([
	['Hola {nombre}!', '{nombre}'],
	['Halo { Nama Depan }', '{ Nama Depan }'],
	['Dear ${customer.name},', '{customer.name}'],
	['Hi {{ first_name }}', '{{ first_name }}'],
	['Code {{1}}', '{{1}}'],
	['Dear [Customer Name]:', '[Customer Name]'],
	['Hi [FIRST_NAME]', '[FIRST_NAME]'],
	['Hi %LASTNAME%', '%LASTNAME%'],
	['Hi *|FNAME:Friend|*', '*|FNAME:Friend|*'],
])('The placeholder of %j is warned of', (text, part) => {
	expect(warningsOf(text)).toEqual([`${part} is left in the text of`]);
});

test.each([
	['Hi undefined, see you', 'undefined'],
	['Halo null, apa kabar?', 'null'],
	['Total: NaN €', 'NaN'],
	['At Invalid DateTime.', 'Invalid DateTime'],
	['Price #DIV/0!', '#DIV/0!'],
	['Your table: #REF!', '#REF!'],
	['Prices: #SPILL!', '#SPILL!'],
	['Ren\uFFFD', '\uFFFD'],
	['<STRONG>Sale', '<STRONG>'],
	['Tom&amp;Co', '&amp;'],
	['Don&#x27;t', '&#x27;'],
	['Hi Ayu,\\nwelcome', '\\n'],
	['At 10:00\\nSee you', '\\n'],
	['https://example.com/a\\nThanks', '\\n'],
])('What a bad row leaves in %j is warned of', (text, part) => {
	expect(warningsOf(text)).toEqual([`"${part}" is in the text of`]);
});

test.each([
	'Heute null Euro Versand, und null Risiko. Unsere Kosten sind gleich null.',
	'Diskon 50% off, 100% asli, 20%-30% untuk semua!',
	'Siehe [1] und [2], oder [Kontakt](https://example.com/kontakt).',
	'https://example.com/a?name=x&date=2030-01-01&lt=5#code and %E2%80%93',
	'C:\\new\\reports\\text.txt, D:\\My Files\\next and \\\\server\\new\\table',
	'Rp 1.500.000,- | $5 & €3.50 {0} :-} ¯\\_(ツ)_/¯',
	'今日のお知らせ【名前】 مرحبا بك 👋🏽 Grüße, à bientôt <3',
	'x < 5 and y > 3; <3 <info@example.com>',
	'Undefined Behaviour Nan bread, naan, nullify, #NA #sale!',
	'*bold* _it_ ~no~ ```code``` a|b *|* "%"',
	'{"a": 1} [x] [ ] {} %% 5 % of',
])('The ordinary text %j is not', (text) => {
	expect(warningsOf(text)).toEqual([]);
});

test('An expression that gives nothing is named, once, and not one that fails', () => {
	const entered =
		'=Hi {{ $json.name }}, {{ $json.name }}, {{ $json.zero }}, {{ $("A") }} {{ 2 * "x" }}';
	const values = { '{{ $json.name }}': null, '{{ $json.zero }}': 0, '{{ 2 * "x" }}': Number.NaN };
	const nothing = ['{{ $json.name }} gives nothing for', '{{ 2 * "x" }} gives nothing for'];
	expect(warningsOf('Hi , , 0, ', entered, values)).toEqual(nothing);
});
