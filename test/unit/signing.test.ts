import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import { InputError } from '../../nodes/WhatsAppSender/errors/failures';
import { normalizeBaseUrl } from '../../nodes/WhatsAppSender/service/service';

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
	test('keeps its path, without the spaces around it and the slashes at its end', () => {
		const bases = [HOST, `${HOST}/whatsapp/v1`, 'http://[::1]:3000/v1', `${HOST}/resend`];
		expect(bases.map((base) => normalizeBaseUrl(` \u200B${base}// `))).toEqual(bases);
	});

	test.each([
		null,
		'x'.repeat(5_000_000),
		'http://exam\r\nple.com:secret@x',
		'https:example.com',
		'https://user:secret@x.com',
		'https://example.com/#secret',
		'http://user:secret@example.com:99999',
	])('%p is refused, and the error repeats no secret', (entered) => {
		expect(() => normalizeBaseUrl(entered)).toThrow(InputError);
		expect(() => normalizeBaseUrl(entered)).toThrow(/^Base URL (?!.*secret).{0,200}$/);
	});
});

test.each(['"},{"a":"b', ` ${KEY}\n`])('The API key %j is trimmed and sent', async (entered) => {
	const key = entered.trim();
	expect((await sign(get, BASE, entered)).headers).toEqual({ 'api-key': key });
	expect((await sign(post({}), BASE, entered)).body).toEqual({ api_key: key });
});

test.each(['  ', 'a\r\nX-Injected: yes', 'é', 'abcde'])('%j is no API key', async (entered) => {
	const words = /^The API Key .* (is empty|not allowed in a key|fewer than six characters)$/;
	for (const request of [get, post({})])
		await expect(sign(request, BASE, entered)).rejects.toThrow(words);
});

describe('A request is signed', () => {
	test.each<[string, object]>([
		['a path alone', { url: '/lists/' }],
		['the older name of the URL', { uri: 'lists/' }],
	])('for lists in the header, by %s', async (_how, request) => {
		const { url, uri, headers, body, qs, ...more } = await sign({ method: 'GET', ...request });
		// Each of n8n's helpers has another option for redirects.
		const noRedirects = { disableFollowRedirect: true, maxRedirects: 0, followRedirect: false };
		expect(more).toMatchObject({ ...noRedirects, followAllRedirects: false });
		expect(url).toBe(`${BASE}/lists/`);
		// n8n's newer helper does not know `uri`.
		expect(uri).toBe('uri' in request ? url : undefined);
		expect(headers).toEqual({ 'api-key': KEY });
		expect([body, qs]).toEqual([undefined, undefined]);
	});

	/** As JSON, and as the forms of n8n's older helper. */
	test.each(['body', 'form', 'formData'] as const)('for POST /send in its %s', async (field) => {
		const signed = await sign(post({ method: 'post', [field]: { text: 'Hi', phone: '62811' } }));
		expect(JSON.stringify(signed[field])).toBe(`{"api_key":"${KEY}","text":"Hi","phone":"62811"}`);
		expect(JSON.stringify([signed.url, signed.uri, signed.headers, signed.qs])).not.toContain(KEY);
	});

	test('for a form in its first part', async () => {
		const body = new FormData();
		body.append('text', 'Hi');
		const signed = await sign(post({ body }));
		expect([...(signed.body as FormData)].flat()).toEqual(['api_key', KEY, 'text', 'Hi']);
		expect([...body.keys()]).toEqual(['text']);
		expect(JSON.stringify([signed.url, signed.headers])).not.toContain(KEY);
	});

	test('in the header, beside its own, if it is another method or path', async () => {
		const headers = { accept: 'a/b' };
		for (const other of [{ method: 'GET' }, { url: `${BASE}/lists/` }, { url: `${BASE}/send/` }]) {
			const signed = await sign(post({ ...other, headers }));
			expect([signed.body, signed.headers]).toEqual([undefined, { ...headers, 'api-key': KEY }]);
		}
	});

	test('but not if its body is a text', async () => {
		const signing = sign(post({ body: '{"text":"Hi"}' }));
		await expect(signing).rejects.toThrow(/^(?!.*key-0123).*POST \/send/);
	});
});

test.each<[string, string, object]>([
	['a host that begins alike', 'evil.test', { url: `${HOST}.evil.test/v1/` }],
	['another port', 'api.example.com:8443', { url: `${HOST}:8443/v1/lists/` }],
	['an address without encryption', 'api.example.com', { url: 'http://api.example.com/v1/lists/' }],
	['a path outside', 'api.example.com', { url: `${HOST}/lists/` }],
	['a path that begins alike', 'api.example.com', { url: `${BASE}0/lists/` }],
	['no host at all', 'an unknown host', { url: 'http://[' }],
	['an encoded way up', 'api.example.com', { url: `${BASE}/%2e%2e/admin/` }],
])('A request to %s is refused; the error has its host and no key', async (_case, host, to) => {
	for (const method of ['GET', 'POST']) {
		const error = await sign({ method, ...to }).catch((thrown: Error) => thrown);
		expect(error).toBeInstanceOf(InputError);
		expect((error as Error).message).toContain(host);
		expect((error as Error).message).not.toContain(KEY);
	}
});
