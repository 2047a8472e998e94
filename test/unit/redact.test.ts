import { redact } from '../../nodes/WhatsAppSender/http/redact';
import { fc } from '../random';
import { pausesIn, testGrowth } from './growth';

const hex = (code: number, length: number) => code.toString(16).padStart(length, '0');
const base64 = (text: string, encoding: BufferEncoding = 'utf8') =>
	Buffer.from(text, encoding).toString('base64');
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** Each character in an escape, in lower and in upper case. */
const escapedBy = (escape: (character: string) => string) =>
	[
		escape,
		(character: string) => escape(character).replace(/[a-f]/g, (digit) => digit.toUpperCase()),
	].map((inCase) => (text: string) => Array.from(text, inCase).join(''));
const [inUnits, inUpperUnits] = escapedBy((character) =>
	character.replace(/[^]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`),
);
const [inBytes, inUpperBytes] = escapedBy((character) =>
	Buffer.from(character).toString('hex').replace(/../g, '%$&'),
);
const inHtml = (text: string) =>
	text.replace(
		/[&<>"']/g,
		(sign) =>
			({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign,
	);

/** How services and n8n encode a text. */
const ENCODINGS: Record<string, (text: string) => string> = {
	'as it is': (text) => text,
	'JSON within a text': inJson,
	'JSON within a text, with escaped slashes': (text) => inJson(text).replaceAll('/', '\\/'),
	'JSON that escapes all but ASCII': (text) =>
		inJson(text).replace(/[^\0-\x7f]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`),
	'JSON that escapes what HTML does': (text) =>
		inJson(text).replace(/[&<>']/g, (sign) => `\\u00${hex(sign.charCodeAt(0), 2)}`),
	'JSON that escapes all': inUnits,
	'JSON that escapes all, in upper case': inUpperUnits,
	'an address': encodeURIComponent,
	'an address in lower case': (text) =>
		encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase()),
	'an address by RFC 3986': (text) =>
		encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${hex(sign.charCodeAt(0), 2)}`),
	'an address that escapes all': inBytes,
	'an address that escapes all, in upper case': inUpperBytes,
	'a form': (text) => new URLSearchParams({ key: text }).toString().slice('key='.length),
	HTML: inHtml,
	'HTML by decimals': (text) => Array.from(text, (one) => `&#${one.codePointAt(0)};`).join(''),
	'HTML by hexadecimals': (text) =>
		Array.from(text, (one) => `&#x${hex(one.codePointAt(0) ?? 0, 4)};`).join(''),
	base64: (text) => base64(text),
	'base64 in an address': (text) => encodeURIComponent(base64(text)),
	'base64 for addresses': (text) => Buffer.from(text).toString('base64url'),
};

const printable = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
const secrets = fc.oneof(
	fc.string({ unit: printable, minLength: 6, maxLength: 40 }),
	fc.string({ unit: fc.constantFrom(...'aZ09_-./+=&%\\"<\' éя密🔑'), minLength: 6 }),
	fc.constantFrom('sk/live+0123=', 'abcdef"1', '\\\\\\\\\\\\', '%41%42%43', 'n&amp;n&amp;n'),
);

test.each(Object.entries(ENCODINGS))('A secret is redacted in %s', async (_name, encode) => {
	const around = fc.constantFrom('', ' ', '"', ': ', '\n', '=', '/', '(', '|', 'the key is ');
	await fc.assert(
		fc.asyncProperty(secrets, around, async (secret, text) => {
			const encoded = `${text}${encode(secret)}${text && ' '}`;
			const { data } = await redact({ data: [{ text: encoded }] }, [secret]);
			const redacted = data[0].text;
			expect(redacted).toContain('•••');
			expect(redacted.replaceAll('•••', '')).not.toContain(encode(secret));
			expect(redacted.startsWith(text)).toBe(true);
			expect(redacted.length).toBeLessThanOrEqual(text.length + 8);
		}),
		{ numRuns: process.env.LONG ? 10_000 : 50 },
	);
});

describe('Secrets in a response', () => {
	test.each<[string, unknown, string, unknown]>([
		['the name of a field', { 'abcdef-1': true }, 'abcdef-1', { '•••': true }],
		['a number', { key: 62812345, id: 628123456 }, '62812345', { key: '•••', id: 628123456 }],
		['a login', `Basic ${base64('jörg:secret1')}`, 'jörg:secret1', 'Basic •••'],
		['base64 without its end', 'Pj4+Pz8/YQ', '>>>???a', '•••'],
		['base64 with its end', 'YWJjZGVmMQ==!', 'abcdef1', '•••!'],
		['base64 for addresses', 'Pj4-Pz8_', '>>>???', '•••'],
		['mixed escapes', 'k=abc\\u0026de%66%2F&#X26;&AMP;', 'abc&def/&&', 'k=•••'],
		['the names of HTML 5', 'a&lowbar;b&ast;c&sol;&num;&UnderBar;d', 'a_b*c/#_d', '•••'],
		['a text without spaces', '密钥abcdef错误', 'abcdef', '密钥•••错误'],
		['a text after a line break', 'key:\\nabcdef', 'abcdef', 'key:\\n•••'],
		['an address after another field', 'x%3Dabcdef%26y', 'abcdef', 'x%3D•••%26y'],
		['a longer word, which is another one', 'abcdefg', 'abcdef', 'abcdefg'],
		['a word behind its last sign', 'abcdef-g', 'abcdef-', '•••g'],
	])('are redacted in %s', async (_where, response, secret, redacted) => {
		expect(await redact(response, [secret])).toEqual(redacted);
	});

	test.each<[string, unknown, string]>([
		['a text with a short secret', 'ordinary words', 'words'],
		['a longer number', { id: 628123456, phone: '6281200001001' }, '628120'],
		['a text of another case', 'ABCDEF &amp; abcdeF', 'abcdef'],
		['a response without one', { data: [{ a: 'Ayu & Co' }, 1, null, true, undefined] }, 'abcdef'],
	])('are not found in %s', async (_what, response, secret) => {
		expect(await redact(structuredClone(response), [secret])).toEqual(response);
	});

	test('that contain each other become one mark', async () => {
		const login = 'Bearer abcdef-1';
		expect(await redact(`${login} a`, ['abcdef-1', login, `${login} a`])).toBe('•••');
	});
});

test('Only the first 100 levels of a response are kept', async () => {
	let deep: unknown = 'abcdef';
	for (let level = 0; level < 200_000; level++) deep = level % 2 ? [deep] : { inside: deep };
	const redacted = await redact({ status: 200, data: 'OK', deep, key: 'abcdef' }, ['abcdef']);
	expect(redacted).toMatchObject({ status: 200, data: 'OK', key: '•••' });
	expect(JSON.stringify(redacted)).toMatch(/^.{300,1900}"…".{100,200}$/);
});

test('The order of the fields stays, and a field `__proto__` is one like any other', async () => {
	const text = '{"a":"abcdef","__proto__":{"b":"abcdef"},"c":1}';
	const redacted = await redact(JSON.parse(text), ['abcdef']);
	expect(JSON.stringify(redacted)).toBe(text.replaceAll('abcdef', '•••'));
});

test('n8n does other work while a long response is redacted', async () => {
	const data = Array.from({ length: 5_000 }, (_, id) => ({ name: 'Ayu', id }));
	expect(await pausesIn(() => redact({ data }, ['abcdef-1']))).toBeGreaterThan(9);
});

test('A secret is found wherever it lies in a long text, and once', async () => {
	const secret = 'abcdef-1';
	const part = `x ${inBytes(secret)} ${secret}, `;
	for (const start of [99_950, 99_976, 99_990, 100_000]) {
		const text = '.'.repeat(start) + part.repeat(5000);
		const expected = '.'.repeat(start) + 'x ••• •••, '.repeat(5000);
		expect((await redact({ [text]: text }, [secret])) as unknown).toEqual({ [expected]: expected });
	}
});

test('n8n does other work while a long text is redacted', async () => {
	expect(await pausesIn(() => redact('Ayu '.repeat(250_000), ['abcdef-1']))).toBe(10);
});

test('A search is built once, although two credentials alternate', async () => {
	const build = jest.spyOn(globalThis, 'RegExp');
	for (let message = 0; message < 10; message++) await redact('OK', [`another-${message % 2}`]);
	expect(build).toHaveBeenCalledTimes(2);
	build.mockRestore();
});

testGrowth('A response', ['%5c', '\\', '\\u005c', '\\%5c', 'abcde\\'], (data) =>
	redact({ data }, ['abcdef-1', '\\\\\\\\\\\\']),
);
