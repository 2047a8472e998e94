import type { INode } from 'n8n-workflow';
import { requiredMediaUrl } from '../../nodes/WhatsAppSender/message/sendMedia';
import { InputError } from '../../nodes/WhatsAppSender/errors/failures';
import { refuseInTool, textWarnings } from '../../nodes/WhatsAppSender/message/warnings';

const tool = { type: 'whatsAppSenderTool' } as INode;

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
	['Dear ${customer.name},', '${customer.name}'],
	['Hi {{ first_name }}', '{{ first_name }}'],
	['Hi [FIRST_NAME]', '[FIRST_NAME]'],
	['Halo [nama]', '[nama]'],
	['Hi %LASTNAME%', '%LASTNAME%'],
	['Hi #NAME#', '#NAME#'],
	['Hi *|FNAME:Friend|*', '*|FNAME:Friend|*'],
	['Hi ((name))', '((name))'],
	['Hi <<First Name>>', '<<First Name>>'],
	['Cart: {"name": "Rice"}', '{"name":'],
	['By [object Promise]', '[object Promise]'],
	['https://example.com/a\\nThanks', '\\n'],
	['Здравствуйте, [Имя]', '[Имя]'],
	['नमस्ते [आपका नाम]', '[आपका नाम]'],
	['Hi <customer_name>', '<customer_name>'],
	['Привет, <имя>', '<имя>'],
	['Hello\nundefined, see you', 'undefined'],
	['Halo null, apa kabar?', 'null'],
	['Total: NaN', 'NaN'],
	['Selamat pagi null, apa kabar?', 'null'],
	['Dear Mr. undefined, welcome', 'undefined'],
	['Hi, undefined!', 'undefined'],
	['Hi {!Contact.Name}', '{!Contact.Name}'],
	['Hi {name|friend}', '{name|friend}'],
	['Hi {% name %}', '{% name %}'],
	['Hi <Name>', '<Name>'],
	...(
		"{{1}}|{{1.name}}|{{#if vip}}|{{{name}}}|[Nama Pelanggan]|[Client's Name]|['Oil',|${first name}|[Datum]|[Customer]|" +
		'[Your Company]|[insert name and city here]|[الاسم]|<Your Name>|<name>'
	)
		.split('|')
		.map((part) => [`${part} Hi`, part]),
])('A dry run warns of %j, and a tool refuses it: %s', (text, part) => {
	expect(warningsOf(text)).toEqual([`${part} is left in the text`]);
	const words = ['\\n', '\\r'].includes(part)
		? `"${part}": write a line break`
		: `the placeholder "${part}": replace it with the value, or leave it out`;
	const refuse = () => refuseInTool(tool, 'Footer', text);
	expect(refuse).toThrow(new InputError(`Footer contains ${words}`));
});

test.each([
	'Heute null Euro Versand, und null Risiko. Unsere Kosten sind gleich null.',
	'Siehe [1] und [2], [A], [x], oder [Kontakt](https://example.com/kontakt).',
	'https://example.com/a?name=x&date=2030-01-01T09:00Z&lt=5#code and %E2%80%93%ABabc',
	'C:\\new\\reports\\text.txt, D:\\My Files\\next and \\\\server\\new\\table',
	'Undefined Behaviour Nan bread, naan, nullify, None of us, #NA #sale! #sale #promo#new',
	'[PR-42] [Room 5] [Ya] [Sí] arr[index] [PROMO',
	'[PROMO] [1] 45000 59.97 1e6 ##',
	'«Добрый день», « bonjour », 2026-12-01, 09:00, Tue Dec 01 2026, &c; R&D; 🙂',
	'[OK] «Premium» 100% 5%OFF%2 (name) {x} {a: 1, b: 2} #name zwei zu null, the value is undefined here',
	'At 2026-12-01T02:00:00.000Z, $tsla, <b>Sale</b> <a href="x">y</a> &amp; Tom &lt;3 [Blok 5A] Ã© %20',
])('A dry run and a tool take the ordinary text %j', (text) => {
	expect(warningsOf(text)).toEqual([]);
	refuseInTool(tool, 'Text', text);
});

test.each([
	[null, 'is empty'],
	[' ', 'is empty'],
	[Number.NaN, 'is "NaN"'],
	[false, 'is "false"'],
	['None', 'is "None"'],
	['NULL', 'is "NULL"'],
	['N/A', 'is "N/A"'],
	['#REF!', 'is "#REF!"'],
	['undefined', 'is "undefined"'],
	['Invalid DateTime', 'is "Invalid DateTime"'],
	[59.96999999999999, 'is "59.96999999999999"'],
	['1.5E+6', 'is "1.5E+6"'],
	[1e21, 'is "1e+21"'],
	['########', 'is "########"'],
	['#¡VALOR!', 'is "#¡VALOR!"'],
	['#1001', undefined],
	[59.97, undefined],
])('A warning names an expression that gives %p once', (value, words) => {
	const entered = '=Hi {{ $json.a }}{{ $json.a }} {{ $json.zero }} {{ $("A") }}';
	const values = { '{{ $json.a }}': value, '{{ $json.zero }}': 0 };
	const warnings = words ? [`{{ $json.a }} ${words}`] : [];
	expect(warningsOf(`Hi ${value}${value} 0`, entered, values)).toEqual(warnings);
});

test('An object of which no text can be made has no warning', () => {
	const values = { '{{ $json.a }}': Object.create(null) };
	expect(warningsOf('Hi', '=Hi {{ $json.a }}', values)).toEqual([]);
});

test('A text has at most twenty warnings', () => {
	const text = Array.from({ length: 30 }, (_, index) => `{name${index}}`).join();
	expect(warningsOf(text)).toHaveLength(20);
});

test('Code may contain anything, and a person looks at a review', () => {
	const code =
		'Run `npm i {name}`: ```if (x["y"]) { "a\\n" }``` C:\\new\\reports arr[index] 5 < 6 > 3';
	refuseInTool(tool, 'Text', code);
	for (const type of ['whatsAppSender', 'whatsAppSenderHitlTool'])
		refuseInTool({ ...tool, type }, 'Text', 'Hi {name}');
});

const url = 'https://example.com/a.pdf';
test.each<[string, unknown[]]>([
	['a list, not text: enter the full address', [[], [{ id: Object.create(null) }], [url]]],
	['an object, not text: enter the full address', [{ url }, { mimeType: 'image/png' }]],
	[
		'a file, not a web address: enter an address, or use Convert to File',
		[
			...['data:application/pdf;base64,JVBERi0xLjcK', 'file:///home/me/a.pdf', 'filesystem-v2'],
			...['C:\\me\\a.pdf', `${'JVBERi0xLjcK'.repeat(9)}\nJVBERg==`],
		],
	],
])('Media URL is %s: %j', (words, values) => {
	for (const value of values)
		expect(() => requiredMediaUrl(value)).toThrow(`Media URL is ${words}`);
});
