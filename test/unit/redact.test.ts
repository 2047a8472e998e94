import fc from 'fast-check';
import { redact } from '../../nodes/WhatsAppSender/errors/redact';
import { withoutSecrets } from '../../nodes/WhatsAppSender/webhook/response';

/** The service's key goes wherever it is; of a receiver's secrets, only what is no part of a word. */
const both = [redact, withoutSecrets];
type Row = [where: string, response: unknown, secret: string, redacted: unknown, by?: typeof both];
type Untouched = [what: string, response: unknown, secret: string, by?: typeof both];

describe('Secrets in a response', () => {
	test.each<Row>([
		['a text', 'The key abcdef-1 is unknown', 'abcdef-1', 'The key ••• is unknown'],
		['a field', { data: [{ said: 'abcdef-1' }] }, 'abcdef-1', { data: [{ said: '•••' }] }],
		['the name of a field', { 'abcdef-1': true }, 'abcdef-1', { '•••': true }, [redact]],
		['an address', '/?key=one%26two', 'one&two', '/?key=•••'],
		['a form', 'key=one+two', 'one two', 'key=•••', [withoutSecrets]],
		['a text with quotes', { said: 'say "hello"!' }, 'say "hello"', { said: '•••!' }],
		['JSON text', '{"key":"say \\"hello\\""}', 'say "hello"', '{"key":"•••"}', [withoutSecrets]],
		['a number', { key: 62812345, id: 628123456 }, '62812345', { key: '•••', id: 628123456 }],
		['misread UTF-8', 'It is pÃ¤sswÃ¶rd', 'pässwörd', 'It is •••', [withoutSecrets]],
	])('are redacted in %s', (_where, response, secret, redacted, by = both) => {
		for (const without of by) expect(without(response, [secret])).toEqual(redacted);
	});

	test.each<Untouched>([
		['a short one', 'an ordinary word', 'word'],
		['a part of a number', { id: 628123456 }, '62812345'],
		['a key', { received: true }, 'received', [withoutSecrets]],
		['a part of a word', 'unreceived receivedAt', 'received', [withoutSecrets]],
	])('leave %s alone', (_what, response, secret, by = both) => {
		for (const without of by) expect(without(response, [secret])).toEqual(response);
	});

	test('cost no copy of a response that has none', () => {
		const response = { data: [{ name: 'Ayu' }, 1, null, true, undefined] };
		expect(redact(response, ['abcdef-1'])).toBe(response);
	});

	test('appear nowhere, and the rest stays, whatever the response is', () => {
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
			fc.property(tree, (response) => {
				const written = JSON.stringify(redact(response, [secret]));
				const quoted = JSON.stringify(secret).slice(1, -1);
				expect(written).not.toContain(quoted);
				const expected = JSON.stringify(response).replaceAll(quoted, '•••');
				expect(JSON.parse(written)).toEqual(JSON.parse(expected));
			}),
		);
	});
});
