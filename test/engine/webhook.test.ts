import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import type {
	ICredentialTestFunctions,
	ICredentialsDecrypted,
	INodeParameters,
} from 'n8n-workflow';
import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { hintsOf, skipWaits, withDelay } from './broadcasts';
import type { CredentialData } from './execution';
import { contact, cutConnection, postContacts, useReceiver } from './receiver';
import type { Received } from './receiver';

const receiver = useReceiver();
/** Another origin, on another port. */
const other = useReceiver();

const headers = (name: string, value: string) => ({ headers: { header: [{ name, value }] } });

/** All that it posts: contract/savedWorkflows.test.ts. */
test.each([200, 429, 503])('It waits between two contacts, also after HTTP %d', async (status) => {
	const waits = skipWaits(500);
	receiver.respond = (response) => {
		const headers = { 'content-type': 'text/html', 'retry-after': '0.5' };
		response.writeHead(status, headers).end('<html>');
	};
	const options = status === 200 ? withDelay(0.5) : {};
	const items = [contact('Ayu'), contact('Budi')];
	await postContacts(receiver, { options }, { items, onError: 'continueRegularOutput' });
	expect(waits).toEqual([500]);
	jest.restoreAllMocks();
});

test('An extra header replaces the Content-Type', async () => {
	await postContacts(receiver, { options: headers('content-type', 'text/x') });
	expect(receiver.received[0].headers['content-type']).toBe('text/x');
});

test('A method without a result is POST', async () => {
	await postContacts(receiver, { options: { method: '={{ $json.method }}' } });
	expect(receiver.received.map(({ method }) => method)).toEqual(['POST']);
});

test.each<[INodeParameters, RegExp]>([
	[{ options: headers('X-A', 'a\r\nX-B: b') }, /^Header "X-A" contains/],
	[{ options: headers('X-A', '\u65e5') }, /^Header "X-A" contains/],
	[{ webhookUrl: 'example.com/hook' }, /^Webhook URL "example\.com\/hook"/],
	[{ webhookUrl: 'http://me@127.0.0.1/' }, /^Webhook URL contains a login/],
	[{ webhookUrl: 'http://:my@127.0.0.1/' }, /^Webhook URL contains a login/],
	[{ requestOptions: { timeout: '={{ $("None").all() }}' } }, /^Request Options cannot read None/],
	// n8n drops the expression.
	[
		{ options: { fields: '={{ ({ field: [] }) }}' } },
		/^Extra Fields has no entries: add them one by one/,
	],
	[
		{ options: { headers: '={{ $json.headers }}' } },
		/^Extra Headers has no entries: add them one by/,
	],
	[{ countryCode: '={{ $json.none }}' }, /^Country Code is empty: enter digits or letters/],
	[{ countryCode: '={{ "" }}', phoneFormat: 'international' }, /^Country Code is empty: enter dig/],
])('Webhook List refuses %j before it sends', async (parameters, words) => {
	const { error } = await postContacts(receiver, parameters);
	expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 0 } });
	expect(error?.message).toMatch(words);
	expect(receiver.received).toEqual([]);
});

test.each(['X A', 'X-Ä', 'X:', '"X"'])(
	'A header that no client sends is named: %j',
	async (name) => {
		const words = `could not be reached: Header name must be a valid HTTP token ["${name}"]`;
		const { error } = await postContacts(receiver, { options: headers(name, 'a') });
		expect(error?.message).toContain(words);
		expect((await postWith('headerAuth', { name })).error?.message).toContain(words);
		expect(receiver.received).toEqual([]);
	},
);

describe('What Phone cannot read', () => {
	const phones = ['call me', '6281234567890, 6281234567891', '819012345678', '081234567890'];
	const group = { name: 'Team', phone: '6281200001000', is_group: true };
	const rows = [...phones, '+65 9123 4567', 'a@g.us'].map((phone) => ({
		json: { phone, name: '' },
	}));
	const sentTo = async (count: number, parameters: INodeParameters = {}) => {
		const outcome = await postContacts(receiver, parameters, {
			items: [...rows.slice(0, count), { json: group }],
		});
		const sent = receiver.received.map(({ body }) => (JSON.parse(body) as typeof group).phone);
		return { sent, hint: hintsOf(outcome).find((hint) => hint.includes('passed on')) };
	};

	test('is passed on as it is, and a hint counts it', async () => {
		Object.assign(rows[2].json, { row_number: 9 });
		const { sent, hint } = await sentTo(6);
		expect(hint).toBe('3 phones were passed on as they are: rows 1, 2, 9');
		expect(sent).toEqual([...rows.map(({ json }) => json.phone), group.phone]);
	});

	test('is counted in the singular, and not if nothing is to change', async () => {
		expect((await sentTo(1)).hint).toBe('1 phone was passed on as it is: row 1');
		expect((await sentTo(6, { phoneFormat: 'asIs' })).hint).toBeUndefined();
	});
});

test.each<[string, string, unknown[]]>([
	['a JSON object as it is', '{"id": 7, "tags": ["a"]}', [{ id: 7, tags: ['a'] }]],
	['an array as items', '[{"id": 1}, {"id": 2}]', [{ id: 1 }, { id: 2 }]],
	['nothing in an array as success', '[null, ""]', [{ success: true }, { success: true }]],
	['each list in an array as a response', '[[1, 2], []]', [{ response: [1, 2] }, { response: [] }]],
	['plain text as response', 'Thank you', [{ response: 'Thank you' }]],
	['an empty response as success', '', [{ success: true }]],
	['an empty array as success', '[]', [{ success: true }]],
])('Webhook List returns %s', async (_rule, body, rows) => {
	const type = /^[[{]/.test(body) ? 'application/json' : 'text/plain';
	receiver.respond = (response) => response.writeHead(201, { 'content-type': type }).end(body);
	const { items } = await postContacts(receiver, {}, { items: [contact('Ayu'), contact('Budi')] });
	expect(items).toEqual(
		[0, 1].flatMap((item) => rows.map((json) => ({ json, pairedItem: { item } }))),
	);
});

const SECRET = 'receivers-own-secret';
/** As they are pasted, with spaces around them. */
const LOGINS = {
	basicAuth: { user: ' jörg', password: `\t${SECRET} ` },
	bearerAuth: { token: `\t${SECRET} ` },
	headerAuth: { name: ' X-Token\t', value: ` ${SECRET}\t` },
	queryAuth: { name: ' token', value: `${SECRET}\t` },
};
type Kind = keyof typeof LOGINS;
const BASIC = Buffer.from(`jörg:${SECRET}`, 'utf8').toString('base64');
const loginOf = (kind: Kind, values: object) =>
	({ authentication: kind, ...LOGINS[kind], ...values }) as CredentialData[string];

/** Posts with a login, in which some values differ. */
async function postWith(kind: Kind, values: object = {}, parameters = {}) {
	const whatsAppSenderApi = { apiKey: 'the-services-own-key', baseUrl: receiver.url };
	const credentials = { whatsAppSenderApi, whatsAppSenderWebhookApi: loginOf(kind, values) };
	const all = { receiverAuthentication: 'credential', ...parameters };
	return await postContacts(receiver, all, { credentials });
}

async function pressTest(kind: Kind, values: object) {
	const { testReceiverCredential } = new WhatsAppSender().methods.credentialTest;
	const credential = { data: loginOf(kind, values) } as unknown as ICredentialsDecrypted;
	return await testReceiverCredential.call({} as ICredentialTestFunctions, credential);
}

test.each<[Kind, object, string | undefined]>([
	['basicAuth', {}, 'authorization'],
	['bearerAuth', {}, 'authorization'],
	['headerAuth', {}, 'x-token'],
	['queryAuth', {}, undefined],
	// Too short to be redacted.
	['queryAuth', { value: 'short' }, undefined],
])('%s, %o, and Extra Headers follow redirects to the same origin', async (kind, values, name) => {
	const secret =
		kind === 'queryAuth' ? String({ ...LOGINS[kind], ...values }.value).trim() : SECRET;
	const extra = 'secret-of-the-header';
	const options = { headers: { header: [{ name: 'X-Mine', value: extra }] } };
	// A receiver may repeat the query, also to another origin, which may redirect back.
	const redirect =
		(to: string) =>
		(response: ServerResponse, { url }: Received) =>
			response.writeHead(303, { location: to + new URL(url, to).search }).end();
	receiver.respond = (response, request) => {
		if (request.url.startsWith('/hook')) return redirect(`${receiver.url}/same`)(response, request);
		if (request.url.startsWith('/same')) return redirect(`${other.url}/other`)(response, request);
		return { ok: true };
	};
	other.respond = redirect(`${receiver.url}/back`);
	const { items } = await postWith(kind, values, { options });
	expect(items[0].json).toEqual({ ok: true });
	const [, same, back] = receiver.received;
	expect(same.headers['x-mine']).toBe(extra);
	expect(name ? same.headers[name] : same.url).toContain(kind === 'basicAuth' ? BASIC : secret);
	expect([back.url, other.received[0].url]).toEqual(['/back', '/other']);
	for (const text of [secret, BASIC, extra])
		expect(JSON.stringify([back, other.received])).not.toContain(text);
});

const everything = { depth: Infinity, maxStringLength: Infinity, maxArrayLength: Infinity };
const header = { name: 'Authorization', value: `Bearer ${SECRET}` };

/** The header that is sent, and what the output shows of it if the receiver repeats it. */
test.each<[Kind, object, string, string, string]>([
	['basicAuth', {}, 'authorization', `Basic ${BASIC}`, '•••'],
	['bearerAuth', {}, 'authorization', `Bearer ${SECRET}`, '•••'],
	['headerAuth', {}, 'x-token', SECRET, '•••'],
	['headerAuth', header, 'authorization', `Bearer ${SECRET}`, '•••'],
	['queryAuth', {}, 'host', '127.0.0.1', '127.0.0.1'],
])('%s, %o, goes to the receiver and to no output', async (kind, values, name, sent, redacted) => {
	const secrets = kind === 'basicAuth' ? [SECRET, BASIC] : [SECRET];
	const query = kind === 'queryAuth' ? `&token=${SECRET}` : '';
	const message = `You sent ${query} ${secrets.join()}`;
	const statuses = [200, 307, 403, 500, 0];
	for (const status of statuses) {
		receiver.respond = (response, { headers }) => {
			if (status === 0) return cutConnection(response);
			const type = { 'content-type': 'application/json' };
			response.writeHead(status, { location: '/elsewhere', ...type });
			return response.end(JSON.stringify({ message, headers }));
		};
		const webhookUrl = `${receiver.url}/hook?list=7`;
		const { run, error, items } = await postWith(kind, values, { webhookUrl });
		expect(error === undefined).toBe(status === 200);
		if (!error)
			expect(items[0].json.headers).toHaveProperty(name, expect.stringContaining(redacted));
		const text = inspect([run, error], everything);
		expect(text.includes('You sent')).toBe([200, 403, 500].includes(status));
		for (const secret of secrets) expect(text).not.toContain(secret);
	}
	const [{ headers, body }] = receiver.received;
	const urls = receiver.received.map(({ url }) => url);
	expect(urls).toEqual(statuses.map(() => `/hook?list=7${query}`));
	expect(headers[name]).toContain(sent);
	expect('authorization' in headers).toBe(name === 'authorization');
	expect(JSON.parse(body)).toEqual({ name: 'Ayu', phone: '081234567890' });
	// The service's credential is attached, too, and goes nowhere.
	expect(JSON.stringify(receiver.received)).not.toMatch(/the-services-own-key|api[-_]key/i);
	// The Test button knows no address to try.
	const complete = 'The login is complete. The receiver checks it with the first request.';
	expect(await pressTest(kind, values)).toEqual({ status: 'OK', message: complete });
	expect(receiver.received).toHaveLength(statuses.length);
});

test('Leftover values of another login type are not redacted', async () => {
	const json = { token: SECRET, source: 'newsletter', role: 'customer' };
	receiver.respond = () => json;
	const leftover = { value: 'newsletter', password: 'customer' };
	const { items } = await postWith('bearerAuth', leftover);
	expect(items[0].json).toEqual({ ...json, token: '•••' });
});

test('A login replaces a header of the same name, in any case', async () => {
	const options = { headers: { header: [{ name: 'AUTHORIZATION', value: 'mine' }] } };
	await postWith('bearerAuth', {}, { options });
	expect(receiver.received[0].headers.authorization).toBe(`Bearer ${SECRET}`);
});

test.each<[string, string, boolean]>([
	['none', '', false],
	['all', '', true],
	['domains', '', false],
	['domains', 'api.example.com, 127.0.0.1', true],
	['domains', '*.0.0.1', true],
	['domains', '*.0.0.2', false],
])(
	'The Allowed HTTP Request Domains are obeyed: %s %j',
	async (rule, allowedDomains, isAllowed) => {
		const limits = { allowedHttpRequestDomains: rule, allowedDomains };
		const { error } = await postWith('bearerAuth', limits);
		const { host } = new URL(receiver.url);
		const words = `The WhatsApp Sender Webhook API credential is not allowed for ${host}`;
		expect(error?.message).toBe(isAllowed ? undefined : words);
		expect(receiver.received).toHaveLength(Number(isAllowed));
	},
);

test.each<[Kind, object, RegExp]>([
	['basicAuth', { user: '' }, /^User of .* is empty$/],
	['bearerAuth', { token: 'a\nb' }, /^Header "Authorization" of .* contains line breaks/],
	['bearerAuth', { authentication: 'o' }, /^Authentication "o" of .* is not supported/],
])('%s with %o is refused, also by the Test button', async (kind, values, words) => {
	const { error } = await postWith(kind, values);
	expect(error).toMatchObject({ name: 'NodeOperationError' });
	expect(error?.message).toMatch(words);
	expect(await pressTest(kind, values)).toEqual({ status: 'Error', message: error?.message });
	expect(receiver.received).toEqual([]);
});

const items = ['A', 'B', 'C', 'D', 'E'].map((name, index) => contact(name, `62812000010${index}`));
const namesReceived = () =>
	receiver.received.map(({ body }) => (JSON.parse(body) as { name: string }).name);

const ADVICE = 'Check Webhook URL, Authentication and the fields that the receiver expects.';
const MAYBE = 'The contact may already have been sent';
const BY_PROXY =
	'A proxy answered instead of the receiver. Check whether the receiver got the contact';
const SLOW_DOWN =
	'The receiver is limiting your requests. Wait, then use longer delays under Options.';

test.each<[number, string, string, string]>([
	[400, '{"error": "phone is taken"}', 'phone is taken', ADVICE],
	[503, '', 'Service Unavailable', ADVICE],
	[502, '<!doctype html><title>Bad Gateway</title>', `Bad Gateway. ${MAYBE}`, BY_PROXY],
	[429, '{"error": "Too many"}', 'Too many', SLOW_DOWN],
])('A response with HTTP %d stops with its own text', async (status, body, words, advice) => {
	const type = body.startsWith('{') ? 'application/json' : 'text/html';
	receiver.respond = (response) => response.writeHead(status, { 'content-type': type }).end(body);
	const { error } = await postContacts(receiver, {}, { items });
	expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
	const sent = words.includes(MAYBE) ? '. Accepted: 0 of 5.' : '';
	const message = `The webhook receiver answered HTTP ${status}: ${words}. Item 1${sent}`;
	expect(error?.message).toBe(message);
	expect(error?.description).toContain(advice);
	expect(receiver.received).toHaveLength(1);
});

describe('A receiver that redirects', () => {
	/** Responds to the contact with this redirect, and to each later request with the next response. */
	type Response = [status: number, headers: Record<string, string>, body?: string];
	const redirect = (status: number, location: string, ...next: Response[]) => {
		const responses: Response[] = [[status, { location }], ...next];
		receiver.respond = (response) => {
			const [code, headers, body] = responses[receiver.received.length - 1];
			response.writeHead(code, headers).end(body);
		};
	};
	const TEXT = { 'content-type': 'text/plain' };
	const JSON_TYPE = { 'content-type': 'application/json' };
	const PAGE = { 'content-type': 'text/html' };

	test.each<[string, number, string, Response[1], string, object]>([
		['302 after POST', 302, 'POST', JSON_TYPE, '{"id": 7}', { id: 7 }],
		['303 after POST', 303, 'POST', TEXT, 'Thank you', { response: 'Thank you' }],
		['303 after PUT', 303, 'PUT', JSON_TYPE, '{"id": 7}', { id: 7 }],
	])('by %s has the contact, and a GET its response', async (_how, status, method, ...more) => {
		const [headers, body, json] = more;
		redirect(status, '../done?id=7', [302, { location: '/done' }], [200, headers, body]);
		const options = { method, headers: { header: [{ name: 'X-Mine', value: 'a' }] } };
		const outcome = await postContacts(receiver, { options });
		expect(outcome.items.map((item) => item.json)).toEqual([json]);
		const requests = receiver.received.map((request) => `${request.method} ${request.url}`);
		expect(requests).toEqual([`${method} /hook`, 'GET /done?id=7', 'GET /done']);
		expect(receiver.received[2]).toMatchObject({ body: '', headers: { 'x-mine': 'a' } });
		expect(receiver.received[2].headers).not.toHaveProperty('content-type');
	});

	test.each([
		[301, 'POST'],
		[307, 'POST'],
		[308, 'PUT'],
		[302, 'PUT'],
	])('by %d after %s is rejected, with the address to enter', async (status, method) => {
		redirect(status, '/hook/?list=7');
		const { error } = await postContacts(receiver, { options: { method } }, { items });
		const address = `${receiver.url}/hook/?list=7`;
		expect(error?.message).toBe(
			`The webhook receiver answered HTTP ${status}: it redirects to another address, set Webhook URL to ${address}. Item 1`,
		);
		expect(receiver.received).toHaveLength(1);
	});

	const LOOP = Array<Response>(5).fill([302, { location: '/again' }]);
	/** Where it redirects to, the responses there, and why the contact is unconfirmed. */
	test.each<[string, string, Response[], RegExp]>([
		['a web page', '/login', [[200, PAGE, '<title>Sign in</title>']], /a web page, Sign in/],
		['HTML without a tag', '/login', [[200, PAGE, 'Sign in']], /a web page, Sign in/],
		['an empty response', '/done', [[200, TEXT, '']], /an empty response/],
		['a failure', '/done', [[404, JSON_TYPE, '{"error": "Gone"}']], /HTTP 404, Gone/],
		['too many redirects', '/again', LOOP, /redirects too often/],
		['an address that is not of the web', 'ftp://example.com/', [], /HTTP 302, Found/],
		['no address', '', [], /HTTP 302, Found/],
		['an address that is none', 'http://[', [], /HTTP 302, Found/],
		['a server that is down', 'http://127.0.0.1:1/', [], /: the server at .* not .* refused/],
	])('to %s leaves the contact unconfirmed', async (_where, location, responses, words) => {
		redirect(302, location, ...responses);
		const onError = 'continueRegularOutput';
		const { items: rows } = await postContacts(receiver, {}, { items: items.slice(0, 1), onError });
		expect(rows[0].json.error).toMatch(words);
		const about = /^The webhook receiver redirects to .*already have been sent$/;
		expect(rows[0].json.error).toMatch(about);
		expect(receiver.received).toHaveLength(1 + responses.length);
	});

	test("to an address that n8n protects leaves the contact unconfirmed, with n8n's words", async () => {
		const ssrf = Container.get(SsrfProtectionConfig);
		receiver.respond = (response) => {
			// n8n let the first request through.
			ssrf.enabled = true;
			response.writeHead(302, { location: '/private' }).end();
		};
		const { error } = await postContacts(receiver);
		ssrf.enabled = false;
		const words = /could not be reached: The request was blocked .*already have been/;
		expect(error?.message).toMatch(words);
		expect(receiver.received).toHaveLength(1);
	});
});

describe('Retry of an execution of Webhook List', () => {
	test('keeps the item of a contact that was accepted, even if it names another', async () => {
		receiver.respond = (response) =>
			namesReceived().join('') === 'AB' ? response.writeHead(500).end('No') : [];
		const retryOf = await postContacts(receiver, {}, { items });
		const parameters = { phone: '={{ "9" + $json.phone }}' };
		const outcome = await postContacts(receiver, parameters, { items, retryOf });
		expect(outcome.items.map(({ json }) => json)).toEqual(Array(5).fill({ success: true }));
		expect(hintsOf(outcome)).toContainEqual(expect.stringMatching(/^Sent to (\d+), not to 9\1$/));
		expect(namesReceived()).toEqual(['A', 'B', 'B', 'C', 'D', 'E']);
	});

	/** Fails once, for contact C. */
	const failC = (fail: (response: ServerResponse) => unknown) => {
		receiver.respond = (response) =>
			namesReceived().join('') === 'ABC' ? fail(response) : { id: receiver.received.length };
	};

	test('posts only what was not accepted, even in another Phone Format, and keeps each response', async () => {
		failC((response) => response.writeHead(500).end('Out of order'));
		const retryOf = await postContacts(receiver, {}, { items });
		expect(retryOf.error?.description).toMatch(/^Accepted: 2\. Failed: 1\. /);
		const parameters = { phoneFormat: 'international' };
		const outcome = await postContacts(receiver, parameters, { items, retryOf });
		expect(namesReceived()).toEqual(['A', 'B', 'C', 'C', 'D', 'E']);
		const rows = [1, 2, 4, 5, 6].map((id, item) => ({ json: { id }, pairedItem: { item } }));
		expect(outcome.items).toEqual(rows);
	});

	test('posts again what may already have arrived, and a hint says so', async () => {
		failC(cutConnection);
		const retryOf = await postContacts(receiver, {}, { items });
		expect(retryOf.error?.message).toMatch(
			/^No answer .* already have been sent\. Item 3\. Accepted: 2 of 5/,
		);
		expect(retryOf.error?.description).toContain('Check whether the receiver got the contact');
		const outcome = await postContacts(receiver, {}, { items, retryOf });
		expect(namesReceived()).toEqual(['A', 'B', 'C', 'C', 'D', 'E']);
		const hint = 'An earlier attempt may already have been sent to 628120000102';
		expect(hintsOf(outcome)).toEqual([hint, 'Accepted: 5 of 5.']);
	});
});

// n8n runs a node again if its first item has a field "error".
test.each([
	['', undefined],
	[null, 'continueErrorOutput'],
] as const)('Retry On Fail posts nothing again for the error %j', async (error, onError) => {
	receiver.respond = () => ({ ok: true, error });
	const options = { items, retryOnFail: true, onError };
	const outcome = await postContacts(receiver, {}, options);
	expect(receiver.received).toHaveLength(5);
	expect(outcome.items.map(({ json }) => json)).toEqual(Array(5).fill({ ok: true, error }));
});
