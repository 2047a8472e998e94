import fc from 'fast-check';
import { redact } from '../../nodes/WhatsAppSender/errors/redact';

describe('secrets in a response', () => {
	test.each<[string, unknown, string, unknown]>([
		['a text', 'The key abcdef-1 is unknown', 'abcdef-1', 'The key ••• is unknown'],
		['a field', { data: [{ said: 'abcdef-1' }] }, 'abcdef-1', { data: [{ said: '•••' }] }],
		['the name of a field', { 'abcdef-1': true }, 'abcdef-1', { '•••': true }],
		['an address', '/?key=one%26two', 'one&two', '/?key=•••'],
		['a text with quotes', { said: 'say "hello"!' }, 'say "hello"', { said: '•••!' }],
		['a number', { key: 62812345, id: 628123456 }, '62812345', { key: '•••', id: 628123456 }],
	])('are redacted in %s', (_, answer, secret, clean) => {
		expect(redact(answer, [secret])).toEqual(clean);
	});

	test('are not looked for where they are as short as ordinary words', () => {
		expect(redact('an ordinary word', ['a', 'word'])).toBe('an ordinary word');
	});

	test('cost no copy of a response that has none', () => {
		const answer = { data: [{ name: 'Ayu' }, 1, null, true, undefined] };
		expect(redact(answer, ['abcdef-1'])).toBe(answer);
	});

	test('appear nowhere, and the rest stays, whatever the answer is', () => {
		const secret = 'abcdef"1';
		const texts = fc.oneof(fc.string(), fc.constant(secret), fc.constant(`x${secret}y`));
		const { tree } = fc.letrec((tie) => ({
			tree: fc.oneof(
				{ depthSize: 'small' },
				texts,
				fc.integer(),
				fc.constant(null),
				fc.array(tie('tree')),
				fc.dictionary(texts, tie('tree')),
			),
		}));
		fc.assert(
			fc.property(tree, (answer) => {
				const written = JSON.stringify(redact(answer, [secret]));
				const quoted = JSON.stringify(secret).slice(1, -1);
				expect(written).not.toContain(quoted);
				const expected = JSON.stringify(answer).replaceAll(quoted, '•••');
				expect(JSON.parse(written)).toEqual(JSON.parse(expected));
			}),
		);
	});
});
