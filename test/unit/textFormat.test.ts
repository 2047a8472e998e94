import { fromMarkdown } from '../../nodes/WhatsAppSender/message/textFormat';
import { fc } from '../random';
import { testGrowth } from './growth';

const numRuns = process.env.LONG ? 10_000 : 200;

describe('Markdown', () => {
	test.each([
		['__bold__ and **bold**, *kept*', '*bold* and *bold*, *kept*'],
		['## The **new** menu', '*The new menu*'],
		['***launch now***', '*launch now*'],
		['> # Quoted\r\n> **b**', '> *Quoted*\r\n> *b*'],
		['![**Menu**](https://example.com/m.png)', '*Menu*: https://example.com/m.png'],
		['[https://example.com/a](https://example.com/a)', 'https://example.com/a'],
		['```python\na ** b\n```\n**c**', '```\na ** b\n```\n*c*'],
		['Hi \\\nAyu,\\\r\n**bye**\\', 'Hi \nAyu,\r\n*bye*'],
		['C:\\new \\\\\n`a\\`\n```\nb \\\n```', 'C:\\new \\\\\n`a\\`\n```\nb \\\n```'],
		['这是**重点**内容', '这是*重点*内容'],
		['**Rp**50.000, ~~a~~b **c** 2**3**4', '*Rp*50.000, ~a~b *c* 2**3**4'],
	])('%j becomes %j', (text, expected) => {
		expect(fromMarkdown(text)).toBe(expected);
	});

	test.each([
		'a_b and snake_case_name, 2*3*4, 2**3**4, 5 * 3 * 2, x ** y',
		'user_name_@example.com https://example.com/_a_/*b*?c[]=*d* www.example.com/_*a*_',
		'**not closed, *nor this\nnor over** lines',
		'* item\n- item\n1. item\n> quote\n---\n***\n* * *',
		'#hashtag #1 C# \n#\n+62 812, 1 +2\n+ 10.000 postage, \\*a\\*',
		'```\n**never closed',
	])('does not change %j', (text) => {
		expect(fromMarkdown(text)).toBe(text);
	});

	const marks = fc.constantFrom(...'*_~`#>+-[]()<\\! \n', '**', '~~', '***', '# ', '```', '](');
	const words = fc.constantFrom(...'a B7 é 重点 ไทย हिं 🙂 . https://e.com/a_b'.split(' '));
	const text = fc.oneof(
		fc.array(fc.oneof(marks, words), { maxLength: 30 }).map((parts) => parts.join('')),
		fc.string({ unit: 'grapheme' }),
	);
	const lettersOf = (value: string) => value.replace(/[^\p{L}\p{N}]/gu, '');

	test('keeps all letters and digits', () => {
		// An address that is its own text, and the language of a code block, are removed.
		const kept = text.filter((value) => !/\[(.+)\]\(\1\)|```\S+\n/.test(value));
		fc.assert(
			fc.property(kept, (value) => expect(lettersOf(fromMarkdown(value))).toBe(lettersOf(value))),
			{ numRuns },
		);
	});

	test('does not change code and addresses', () => {
		const address = 'https://e.com/*g*/_h_?i[]=**j**k';
		const code = fc.constantFrom('`*a* [b](c)`', '```**d** `e` <f>```', address);
		fc.assert(
			fc.property(text, code, text, (before, kept, after) => {
				fc.pre(!/[`\\<[(]|\S$/.test(before) && !/^[\S]|[`\])>]/.test(after));
				expect(fromMarkdown(before + kept + after)).toContain(kept);
			}),
			{ numRuns },
		);
	});

	const parts = [
		...['*', '**a ', '**a *b* ', '~~', '` ``', '```\n', '[', '[a](b(', '<https://', 'https://*'],
		...[' ', '\\*', '# **a**\n', '重**', '*a_', '- *a* **b** ~~c~~ `d` [e](f)\n'],
	];
	testGrowth('', parts, fromMarkdown);
	testGrowth('in a line', parts, (text) => fromMarkdown(`# a ${text}b* c** d_`));

	// WhatsApp shows 65,536 characters. A text from a form may have millions.
	test('looks only at the beginning of a very long text', () => {
		const [before, after] = ['**a** `**b**`\n', '*a* `**b**`\n'];
		const formatted = fromMarkdown(before.repeat(100_000));
		expect(formatted.startsWith(after.repeat(5000))).toBe(true);
		expect(formatted.endsWith(before.repeat(90_000))).toBe(true);
	});
});
