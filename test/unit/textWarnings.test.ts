import { textWarnings } from '../../nodes/WhatsAppSender/message/text';

/** @param entered the text as the node stores it @param values of its expressions */
function warningsOf(text: string, entered = text, values: Record<string, unknown> = {}): string[] {
	const evaluate = (expression: string) => {
		if (expression in values) return values[expression];
		throw new Error('No such node');
	};
	return textWarnings(entered, text, evaluate);
}

test.each([
	['Hola {nombre}!', '{nombre} is left'],
	['Halo { Nama Depan }', '{ Nama Depan } is left'],
	['Dear ${customer.name},', '{customer.name} is left'],
	['Hi {{ first_name }}', '{{ first_name }} is left'],
	['Hi [FIRST_NAME]', '[FIRST_NAME] is left'],
	['Hi %LASTNAME%', '%LASTNAME% is left'],
	['Hi *|FNAME:Friend|*', '*|FNAME:Friend|* is left'],
	['Hi undefined, see you', '"undefined" is'],
	['Halo null, apa kabar?', '"null" is'],
	['Total: NaN €', '"NaN" is'],
	['At Invalid DateTime.', '"Invalid DateTime" is'],
	['Price #DIV/0!', '"#DIV/0!" is'],
	['Your table: #REF!', '"#REF!" is'],
	['Prices: #SPILL!', '"#SPILL!" is'],
	['Don&#x27;t', '"&#x27;" is'],
	['Ren\uFFFD', '"\uFFFD" is'],
	['<STRONG>Sale', '"<STRONG>" is'],
	['Tom&amp;Co', '"&amp;" is'],
	['Hi Ayu,\\nwelcome', '"\\n" is'],
	['https://example.com/a\\nThanks', '"\\n" is'],
])('The warning about %j is: %s in the text', (text, words) => {
	expect(warningsOf(text)).toEqual([`${words} in the text of`]);
});

test.each([
	'Heute null Euro Versand, und null Risiko. Unsere Kosten sind gleich null.',
	'Siehe [1] und [2], oder [Kontakt](https://example.com/kontakt).',
	'https://example.com/a?name=x&date=2030-01-01&lt=5#code and %E2%80%93',
	'C:\\new\\reports\\text.txt, D:\\My Files\\next and \\\\server\\new\\table',
	'Rp 1.500.000,- | $5 & €3.50 {0} :-} ¯\\_(ツ)_/¯',
	'x < 5 and y > 3; <3 <info@example.com>',
	'Undefined Behaviour Nan bread, naan, nullify, #NA #sale!',
	'*bold* _it_ ~no~ ```code``` a|b *|* "%"',
])('There is no warning about the ordinary text %j', (text) => {
	expect(warningsOf(text)).toEqual([]);
});

test('A warning names an expression without a result, once, but none that fails', () => {
	const entered =
		'=Hi {{ $json.name }}{{ $json.name }} {{ $json.zero }} {{ $("A") }} {{ 2 * "x" }}';
	const values = { '{{ $json.name }}': null, '{{ $json.zero }}': 0, '{{ 2 * "x" }}': Number.NaN };
	const warnings = ['{{ $json.name }} is empty for', '{{ 2 * "x" }} is empty for'];
	expect(warningsOf('Hi  0 ', entered, values)).toEqual(warnings);
});
