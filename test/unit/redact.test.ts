import fc from 'fast-check';
import { redact } from '../../nodes/WhatsAppSender/errors/redact';

const hex = (code: number, length: number) => code.toString(16).padStart(length, '0');
const base64 = (text: string, encoding: BufferEncoding = 'utf8') =>
	Buffer.from(text, encoding).toString('base64');
const each = (text: string, write: (character: string) => string) => [...text].map(write).join('');
const units = (text: string) => text.replace(/[^]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);
const bytes = (text: string) => [...Buffer.from(text)].map((byte) => `%${hex(byte, 2)}`).join('');
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const NAMED: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&apos;',
	'/': '&sol;',
	'+': '&plus;',
	'=': '&equals;',
	_: '&lowbar;',
};

/** How others write a text. */
const WRITINGS: Record<string, (text: string) => string> = {
	'as it is': (text) => text,
	'JSON in a text': inJson,
	'JSON in a text, with escaped slashes': (text) => inJson(text).replaceAll('/', '\\/'),
	'JSON in JSON': (text) => inJson(inJson(text)),
	'JSON that escapes each character': units,
	'an address': encodeURIComponent,
	'an address in lower case': (text) =>
		encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase()),
	'an address that escapes each character': bytes,
	'an address in an address': (text) => encodeURIComponent(encodeURIComponent(text)),
	'JSON in an address': (text) => encodeURIComponent(inJson(text)),
	'a form': (text) => encodeURIComponent(text).replaceAll('%20', '+'),
	'HTML with names': (text) => each(text, (character) => NAMED[character] ?? character),
	'HTML with numbers': (text) => each(text, (character) => `&#${character.codePointAt(0)};`),
	'HTML with hexadecimal numbers': (text) =>
		each(text, (character) => `&#x${hex(character.codePointAt(0)!, 1).toUpperCase()};`),
	'HTML in JSON': (text) => inJson(each(text, (character) => NAMED[character] ?? character)),
	base64: (text) => base64(text),
	'base64 for addresses': (text) => Buffer.from(text).toString('base64url'),
	'base64 in an address': (text) => encodeURIComponent(base64(text)),
	'misread UTF-8': (text) => Buffer.from(text).toString('latin1'),
};

const printable = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
const secrets = fc.oneof(
	fc.string({ unit: printable, minLength: 6, maxLength: 40 }),
	fc.string({ unit: fc.constantFrom(...'aZ09_-./+=&%\\"<\' éя密🔑'), minLength: 6 }),
	fc.constantFrom(
		'sk/live+0123=',
		'abcdef"1',
		'\\\\\\\\\\\\',
		'%41%42%43',
		'n&amp;n&amp;n',
		'🔑🔑🔑',
	),
);

test.each(Object.entries(WRITINGS))(
	'A secret is redacted in %s, and nothing around it',
	(_, write) => {
		const numRuns = process.env.LONG ? 10_000 : 500;
		const around = fc.constantFrom('', ' ', '"', ': ', '\n', '=', '/', '(', '|', 'the key is ');
		fc.assert(
			fc.property(secrets, around, (secret, text) => {
				const written = `${text}${write(secret)}${text && ' '}`;
				const redacted = redact({ data: [{ text: written }] }, [secret]).data[0].text;
				expect(redacted).toContain('•••');
				expect(redacted.replaceAll('•••', '')).not.toContain(write(secret));
				expect(redacted.startsWith(text)).toBe(true);
				expect(redacted.length).toBeLessThanOrEqual(text.length + 8);
			}),
			{ numRuns },
		);
	},
);

describe('Secrets in a response', () => {
	test.each<[string, unknown, string, unknown]>([
		['the name of a field', { 'abcdef-1': true }, 'abcdef-1', { '•••': true }],
		['a number', { key: 62812345, id: 628123456 }, '62812345', { key: '•••', id: 628123456 }],
		['a header', 'Bearer abcdef-1', 'Bearer abcdef-1', '•••'],
		['a part of a header', 'unknown token abcdef-1', 'Bearer abcdef-1', 'unknown token •••'],
		['a part of a header of any scheme', 'wrong abcdef-1', 'Api-Key abcdef-1', 'wrong •••'],
		['a part of a header after a tab', 'wrong abcdef-1', 'Api-Key\tabcdef-1', 'wrong •••'],
		['a login', `Basic ${base64('ayu:secret1')}`, 'ayu:secret1', 'Basic •••'],
		['a login in Latin-1', base64('jörg:pässwörd1', 'latin1'), 'jörg:pässwörd1', '•••'],
		['base64 without its end', 'YWJjZGVmMQ', 'abcdef1', '•••'],
		['a text, again and again', 'abcdef abcdef,abcdef', 'abcdef', '••• •••,•••'],
		['a text after a line break', 'key:\\nabcdef', 'abcdef', 'key:\\n•••'],
		['an address after another field', 'x%3Dabcdef%26y', 'abcdef', 'x%3D•••%26y'],
		['both ways in one text', 'abc/7def abc%2F7def', 'abc/7def', '••• •••'],
	])('are redacted in %s', (_where, response, secret, redacted) => {
		expect(redact(response, [secret])).toEqual(redacted);
	});

	test.each<[string, unknown, string]>([
		['a short one', 'ordinary words', 'words'],
		['a part of a number', { id: 628123456, phone: '6281200000001' }, '628120'],
		['a part of a word', 'unreceived receivedAt', 'received'],
		['a word that begins in the middle of an escape', 'x%41abcdef', 'abcdef'],
		['what is escaped and no secret', 'a\\/b%20&amp;&none;&#9999999;\\', 'abcdef'],
		['names that every object has', 'a&valueOf;b&toString;', 'abcdef'],
	])('leave %s alone', (_what, response, secret) => {
		expect(redact(response, [secret])).toBe(response);
	});

	test('that are called as a field of the service leave the names of its fields alone', () => {
		const list = { id: 'a', title: 'a', contacts: 2, updated_at: 1 };
		const contact = { name: 'a', phone: '1', is_group: false, id: 'a', created_at: 1 };
		const headers = { 'content-length': '2', 'content-type': 'text/plain' };
		const response = { status: 200, statusText: '', data: [list, contact], headers };
		const names = [response, headers, list, contact].flatMap(Object.keys);
		const redacted = redact({ ...response, told: { sandbox: 'status' } }, [...names, 'sandbox']);
		expect(redacted).toEqual({ ...response, told: { '•••': '•••' } });
	});

	test('that are in one another leave one mark', () => {
		expect(redact('Bearer abcdef-1', ['abcdef-1', 'Bearer abcdef-1'])).toBe('•••');
	});

	test('cost no copy of a response that has none', () => {
		const response = { data: [{ name: 'Ayu' }, 1, null, true, undefined] };
		expect(redact(response, ['abcdef-1'])).toBe(response);
		expect(redact(response, [])).toBe(response);
	});
});

test.each([6000, 200_000])('A response that is nested %i deep keeps its first levels', (depth) => {
	let deep: unknown = 'abcdef';
	for (let level = 0; level < depth; level++) deep = level % 2 ? [deep] : { inside: deep };
	const response = { status: 200, data: 'OK', key: 'abcdef', deep };
	const redacted = redact(response, ['abcdef']);
	expect(redacted).toMatchObject({ status: 200, data: 'OK', key: '•••' });
	expect(JSON.stringify(redacted)).toMatch(/^.{300,2000}$/);
	expect(JSON.stringify(redact(response, []))).toMatch(/^.{300,2000}$/);
});

test.each(['\\', '%25', '&amp;', '&#0', '\\u005c', '\\%5c&#92;', 'abcde', 'abcde\\', 'a\\/'])(
	'A text with many "%s" costs hardly more than as much in short ones',
	(repeated) => {
		/** Time of this process for as much text, in so many pieces. */
		const cost = (pieces: number) => {
			const text = repeated.repeat(100_000 / pieces / repeated.length);
			const times = Array.from({ length: 2 }, () => {
				const start = process.cpuUsage();
				for (let piece = 0; piece < pieces; piece++) {
					redact({ data: text }, ['abcdef-1', '\\\\\\\\\\\\']);
				}
				const { user, system } = process.cpuUsage(start);
				return user + system;
			});
			return Math.min(...times);
		};
		expect(cost(1)).toBeLessThan(6 * cost(50));
	},
);

test('Whatever a response is, it comes through', () => {
	const anything = fc.oneof(fc.jsonValue({ noUnicodeString: false }), fc.anything());
	const texts = fc.string({ unit: fc.constantFrom(...'\\u0&#x;%2f4amp1\ud83d\udd11') });
	fc.assert(
		fc.property(
			fc.oneof(anything, texts),
			fc.array(fc.oneof(secrets, texts)),
			(response, given) => {
				redact(response, given);
				if (given.length === 0) expect(redact(response, given)).toEqual(response);
			},
		),
	);
});
