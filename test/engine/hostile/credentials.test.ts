import { sendTexts, useSandbox } from '../sandbox';
import { getLists } from '../lists';
import { expectCivil, expectFieldNamed } from './civil';
import { NASTY_TEXTS } from './values';

const holder = useSandbox();

async function withCredential(credential: Record<string, unknown>) {
	const { sandbox } = holder;
	const whatsAppSenderApi = {
		apiKey: sandbox.apiKey,
		baseUrl: sandbox.url,
		...credential,
	} as never;
	const credentials = { whatsAppSenderApi };
	const outcomes = [
		await sendTexts(sandbox, {
			credentials,
			items: [{ json: { phone: '6281234567890', text: 'Hi' } }],
		}),
		await getLists(sandbox, {}, { credentials }),
	];
	outcomes.forEach(expectCivil);
	return outcomes;
}

test.each(NASTY_TEXTS.filter((key) => !/^[\x21-\x7e]+$/.test(key.trim())))(
	'the API key %j is refused before anything is sent',
	async (apiKey) => {
		for (const outcome of await withCredential({ apiKey })) expectFieldNamed(outcome);
		expect(holder.sandbox.requests).toEqual([]);
	},
);

test.each(['__proto__', 'constructor', '"},{"a":"b', '${x}', '%0d%0aX-Injected:1'])(
	'the API key %j is a key like any other',
	async (apiKey) => {
		await withCredential({ apiKey });
		const [send, lists] = holder.sandbox.requests;
		expect(send.body).toEqual({ api_key: apiKey, phone: '6281234567890', text: 'Hi' });
		expect(lists.headers['api-key']).toBe(apiKey);
		expect(lists.headers).not.toHaveProperty('x-injected');
	},
);

test.each<[string, (url: string) => unknown]>([
	['a login', (url) => url.replace('//', '//user:s3cret@')],
	['a login and another protocol', () => 'ftp://user:s3cret@example.com'],
	['a login and a bad port', () => 'http://user:s3cret@example.com:99999'],
	['a query', (url) => `${url}/?x=s3cret`],
	['a fragment', (url) => `${url}/#s3cret`],
	['a script', () => 'javascript:alert(1)'],
	['a file', () => 'file:///etc/passwd'],
	['line breaks in its host', () => 'http://exam\r\nple.com:s3cret@x'],
	['nothing', () => ''],
	['a number', () => 7],
	['an object', () => ({ toString: 'x' })],
	['null', () => null],
	['5 MB', () => 'x'.repeat(5_000_000)],
])('a Base URL with %s is refused by name, without showing a login', async (_what, baseUrl) => {
	for (const outcome of await withCredential({ baseUrl: baseUrl(holder.sandbox.url) })) {
		expect(outcome.error?.message).toMatch(/^Base URL /);
		const { node, ...error } = outcome.error as unknown as Record<string, unknown>;
		expect(node).toBeDefined();
		expect(JSON.stringify(error)).not.toContain('s3cret');
	}
	expect(holder.sandbox.requests).toEqual([]);
});

test.each(['/../other', '/a/%2e%2e/b', '/a/./b/', '///', '/__proto__'])(
	'a Base URL that ends in %j sends below the path that it really has',
	async (end) => {
		const { url } = holder.sandbox;
		await withCredential({ baseUrl: url + end });
		const prefix = new URL(url + end).pathname.replace(/\/+$/, '');
		expect(holder.sandbox.requests.map(({ path }) => path)).toEqual([
			`${prefix}/send`,
			`${prefix}/lists/`,
		]);
	},
);
