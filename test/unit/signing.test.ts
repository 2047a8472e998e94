import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import { InputError } from '../../nodes/WhatsAppSender/errors/nodeErrors';
import { normalizeBaseUrl } from '../../nodes/WhatsAppSender/service/authentication';

const KEY = 'key-0123456789';
const HOST = 'https://api.example.com';
const BASE = `${HOST}/v1`;
const sign = async (request: object, baseUrl = BASE, apiKey = KEY) =>
	(await new WhatsAppSenderApi().authenticate(
		{ apiKey, baseUrl },
		request as IHttpRequestOptions,
	)) as IHttpRequestOptions & { uri?: string; form?: IDataObject; formData?: IDataObject };
const post = (more: object) => ({ method: 'POST', url: `${BASE}/send`, ...more });
const get = { method: 'GET', url: '/lists/' };

describe('The Base URL', () => {
	test('is read without spaces around it and slashes at its end, with its path', () => {
		const bases = [HOST, `${HOST}/whatsapp/v1`, 'http://[::1]:3000/v1', `${HOST}/resend`];
		expect(bases.map((base) => normalizeBaseUrl(` ${base}// `))).toEqual(bases);
	});

	test.each([
		...['   ', null, 'x'.repeat(5_000_000), 'http://exam\r\nple.com:secret@x'],
		...'/v1 https:example.com ftp://user:secret@example.com https://user:secret@x.com'.split(' '),
		...'https://example.com/#secret http://user:secret@example.com:99999'.split(' '),
	])('%p is refused, without repeating what could be secret', (typed) => {
		expect(() => normalizeBaseUrl(typed)).toThrow(InputError);
		expect(() => normalizeBaseUrl(typed)).toThrow(/^Base URL (?!.*secret).{0,200}$/);
	});

	const LIST = '/lists/3f2504e0-4f89-41d3-9a0c-0305e82c3301';
	test.each(['/send', '/lists', LIST])('is refused with %s at its end', (path) => {
		const message = `Base URL of api.example.com ends in "${path}", which the node adds itself: remove it`;
		expect(() => normalizeBaseUrl(`${HOST + path}/`)).toThrow(new InputError(message));
	});
});

test.each(['"},{"a":"b', ` ${KEY}\n`])('The API key %j is trimmed and sent', async (typed) => {
	const key = typed.trim();
	expect((await sign(get, BASE, typed)).headers).toEqual({ 'api-key': key });
	expect((await sign(post({}), BASE, typed)).body).toEqual({ api_key: key });
});

test.each(['', '  ', 'two words', 'a\r\nX-Injected: yes', 'é'])(
	'%j is no API key',
	async (typed) => {
		const words = /^The API Key .* (is empty|not allowed in a key)$/;
		for (const request of [get, post({})])
			await expect(sign(request, BASE, typed)).rejects.toThrow(words);
	},
);

describe('A request is signed', () => {
	test.each<[string, object]>([
		['a path alone', { url: '/lists/' }],
		['the older name of the URL', { uri: `${BASE}/lists/` }],
	])('in the header for lists, addressed by %s', async (_how, request) => {
		const { url, uri, headers, body, qs, ...more } = await sign({ method: 'GET', ...request });
		// Each of n8n's helpers has an option of its own.
		const noRedirects = { disableFollowRedirect: true, maxRedirects: 0, followRedirect: false };
		expect(more).toMatchObject({ ...noRedirects, followAllRedirects: false });
		expect(url).toBe(`${BASE}/lists/`);
		// Only a request that had it gets it: n8n's newer helper knows no such option.
		expect(uri).toBe('uri' in request ? url : undefined);
		expect(headers).toEqual({ 'api-key': KEY });
		expect([body, qs]).toEqual([undefined, undefined]);
	});

	/** JSON, and the forms of n8n's older helper. */
	test.each(['body', 'form', 'formData'] as const)('in POST /send: %s', async (field) => {
		const signed = await sign(post({ [field]: { text: 'Hi', phone: '62811' } }));
		expect(JSON.stringify(signed[field])).toBe(`{"api_key":"${KEY}","text":"Hi","phone":"62811"}`);
		expect(JSON.stringify([signed.url, signed.uri, signed.headers, signed.qs])).not.toContain(KEY);
	});

	test('in a form, before all other parts', async () => {
		const body = new FormData();
		body.append('text', 'Hi');
		const signed = await sign(post({ body }));
		expect([...(signed.body as FormData)].flat()).toEqual(['api_key', KEY, 'text', 'Hi']);
		expect([...body.keys()]).toEqual(['text']);
		expect(JSON.stringify([signed.url, signed.headers])).not.toContain(KEY);
	});

	test('never where a text as body has no place for the key', async () => {
		const signing = sign(post({ body: '{"text":"Hi"}' }));
		await expect(signing).rejects.toThrow(/^(?!.*key-0123).*POST \/send/);
	});
});

test.each<[string, string, object]>([
	['another host', 'evil.test', { url: 'https://evil.test/v1/lists/' }],
	['a host that begins alike', 'evil.test', { url: `${HOST}.evil.test/v1/` }],
	['another port', 'api.example.com:8443', { url: `${HOST}:8443/v1/lists/` }],
	['no encryption', 'api.example.com', { url: 'http://api.example.com/v1/lists/' }],
	['a path outside', 'api.example.com', { url: `${HOST}/lists/` }],
	['a path that begins alike', 'api.example.com', { url: `${BASE}0/lists/` }],
	['an encoded way up', 'api.example.com', { url: `${BASE}/%2e%2e/admin/` }],
])('A request for %s is refused, with its host and without the key', async (_case, host, to) => {
	for (const method of ['GET', 'POST']) {
		const error = await sign({ method, ...to }).catch((thrown: Error) => thrown);
		expect(error).toBeInstanceOf(InputError);
		expect((error as Error).message).toContain(host);
		expect((error as Error).message).not.toContain(KEY);
	}
});
