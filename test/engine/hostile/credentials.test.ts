import { getLists, sendTexts, useSandbox } from '../sandbox';
import { expectCivil, expectFieldNamed, expectHidden, NASTY_TEXTS } from './input';

const holder = useSandbox();

async function withCredential(credential: Record<string, unknown>) {
	const { sandbox } = holder;
	const { apiKey, url: baseUrl } = sandbox;
	const credentials = { whatsAppSenderApi: { apiKey, baseUrl, ...credential } } as never;
	const items = [{ json: { phone: '6281234567890', text: 'Hi' } }];
	const outcomes = [
		await sendTexts(sandbox, { credentials, items }),
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
	['line breaks in its host', () => 'http://exam\r\nple.com:s3cret@x'],
	['nothing', () => ''],
	['a number', () => 7],
	['an object', () => ({ toString: 'x' })],
	['null', () => null],
	['5 MB', () => 'x'.repeat(5_000_000)],
])('a Base URL with %s is refused by name, without showing a login', async (_what, baseUrl) => {
	for (const outcome of await withCredential({ baseUrl: baseUrl(holder.sandbox.url) })) {
		expect(outcome.error?.message).toMatch(/^Base URL /);
		expectHidden('s3cret', outcome);
	}
	expect(holder.sandbox.requests).toEqual([]);
});

test.each(['/../other', '/a/%2e%2e/b', '/a/./b/', '///', '/__proto__'])(
	'a Base URL that ends in %j sends below the path that it really has',
	async (end) => {
		const { url } = holder.sandbox;
		await withCredential({ baseUrl: url + end });
		const prefix = new URL(url + end).pathname.replace(/\/+$/, '');
		const paths = holder.sandbox.requests.map(({ path }) => path);
		expect(paths).toEqual([`${prefix}/send`, `${prefix}/lists/`]);
	},
);
