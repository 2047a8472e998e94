import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import type { ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { hintsOf } from './broadcasts';
import { contact, cutConnection, postContacts, useReceiver, type Receiver } from './receiver';

const receiver = useReceiver();
const items = ['A', 'B', 'C', 'D', 'E'].map((name, index) => contact(name, `62812000010${index}`));
const namesReceived = () =>
	receiver.received.map(({ body }) => (JSON.parse(body) as { name: string }).name);

const ADVICE = 'Check Webhook URL, Authentication and the fields that the receiver expects.';
const MAYBE = 'The contact may already have been sent. Accepted: 0 of 5.';
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
	expect(error?.message).toBe(`The webhook receiver answered HTTP ${status}: ${words}`);
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
	])(
		'by %s has the contact, and a GET reads its response',
		async (_how, status, method, ...more) => {
			const [headers, body, json] = more;
			redirect(status, '../done?id=7', [302, { location: '/done' }], [200, headers, body]);
			const options = { method, headers: { header: [{ name: 'X-Mine', value: 'a' }] } };
			const outcome = await postContacts(receiver, { options });
			expect(outcome.items.map((item) => item.json)).toEqual([json]);
			const requests = receiver.received.map((request) => `${request.method} ${request.url}`);
			expect(requests).toEqual([`${method} /hook`, 'GET /done?id=7', 'GET /done']);
			expect(receiver.received[2]).toMatchObject({ body: '', headers: { 'x-mine': 'a' } });
			expect(receiver.received[2].headers).not.toHaveProperty('content-type');
		},
	);

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
			`The webhook receiver answered HTTP ${status}: it redirects to another address, set Webhook URL to ${address}`,
		);
		expect(error?.description).toContain('Set Webhook URL to the address');
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
		['a server that is down', 'http://127.0.0.1:1/', [], /127\.0\.0\.1:1 could not .* refused/],
	])('to %s leaves the contact unconfirmed', async (_where, location, responses, words) => {
		redirect(302, location, ...responses);
		const onError = 'continueRegularOutput';
		const { items: rows } = await postContacts(receiver, {}, { items: items.slice(0, 1), onError });
		expect(rows[0].json.error).toMatch(words);
		expect(rows[0].json.error).toMatch(
			/^The webhook receiver redirects to .*already have been sent$/,
		);
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
		expect(error?.message).toMatch(
			/could not be reached: The request was blocked .*already have been/,
		);
		expect(receiver.received).toHaveLength(1);
	});
});

const silent = async () => await new Promise(() => {});
const breakOff = (response: ServerResponse) => {
	response.writeHead(200, { 'content-length': 100 }).write('{"ok":');
	setTimeout(() => response.destroy(), 50);
};
const misname = (response: ServerResponse) =>
	response.writeHead(200, { 'content-encoding': 'gzip' }).end('{}');
const SHORT = { requestOptions: { timeout: 200 } };
const NOWHERE = { webhookUrl: 'http://127.0.0.1:1/hook' };

/** What the receiver does, the parameters, the error, and whether the contact may have arrived. */
test.each<[string, Receiver['respond'], INodeParameters, RegExp, boolean]>([
	['A refused connection', cutConnection, NOWHERE, /could not be reached: .*refused/, false],
	['A cut connection', cutConnection, {}, /^No answer from 127\.0\.0\.1:\d+: .*closed/, true],
	['No response', silent, SHORT, /^No answer from 127\.0\.0\.1:\d+: .*timed out/, true],
	['A response that ends in the middle', breakOff, {}, /^No answer from /, true],
	['A response with a wrong content-encoding', misname, {}, /127\.0\.0\.1/, true],
])(
	'%s causes an error that says whether the contact may have arrived',
	async (_case, respond, parameters, words, arrived) => {
		receiver.respond = respond;
		const { error } = await postContacts(receiver, parameters, { items });
		expect(error).toMatchObject({ name: 'NodeApiError', message: expect.stringMatching(words) });
		expect(error?.message.endsWith(MAYBE)).toBe(arrived);
		expect(receiver.received).toHaveLength(Number(arrived));
	},
);

describe('Retry of an execution of Webhook List', () => {
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
