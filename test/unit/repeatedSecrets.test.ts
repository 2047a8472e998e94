import { withoutSecrets } from '../../nodes/WhatsAppSender/webhook/repeatedSecrets';

describe("the receiver's secrets in its response", () => {
	test.each<[string, unknown, string, unknown]>([
		['a text', 'The key abcdef-1 is unknown', 'abcdef-1', 'The key ••• is unknown'],
		['a value', { data: [{ said: 'abcdef-1' }] }, 'abcdef-1', { data: [{ said: '•••' }] }],
		['an address', '/?key=one%26two', 'one&two', '/?key=•••'],
		['a form', 'key=one+two', 'one two', 'key=•••'],
		['JSON text', '{"key":"say \\"hello\\""}', 'say "hello"', '{"key":"•••"}'],
		['a number', { key: 62812345, id: 628123456 }, '62812345', { key: '•••', id: 628123456 }],
		['misread UTF-8', 'Your password is pÃ¤sswÃ¶rd', 'pässwörd', 'Your password is •••'],
	])('are hidden in %s', (_, response, secret, hidden) => {
		expect(withoutSecrets(response, [secret])).toEqual(hidden);
	});

	test.each<[string, unknown, string]>([
		['a key', { received: true }, 'received'],
		['a part of a word', { text: 'receivedAt unreceived' }, 'received'],
		['a short one', 'an ordinary word', 'word'],
		['a part of a number', { id: 628123456 }, '62812345'],
	])('leave %s alone', (_, response, secret) => {
		expect(withoutSecrets(response, [secret])).toEqual(response);
	});
});
