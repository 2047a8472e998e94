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
const ELSEWHERE = 'it redirects to another address, correct the Webhook URL';

test.each<[number, string, string, string]>([
	[400, '{"error": "phone is taken"}', 'phone is taken', ADVICE],
	[503, '', 'Service Unavailable', ADVICE],
	[502, '<!doctype html><title>Bad Gateway</title>', `Bad Gateway. ${MAYBE}`, BY_PROXY],
	[302, '', ELSEWHERE, 'Set Webhook URL to '],
])('A response with HTTP %d stops with its own text', async (status, body, words, advice) => {
	const type = body.startsWith('{') ? 'application/json' : 'text/html';
	const headers = { 'content-type': type, location: `${receiver.url}/elsewhere` };
	receiver.respond = (response) => response.writeHead(status, headers).end(body);
	const { error } = await postContacts(receiver, {}, { items });
	expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
	expect(error?.message).toBe(`The webhook receiver answered HTTP ${status}: ${words}`);
	expect(error?.description).toContain(advice);
	expect(receiver.received.map(({ url }) => url)).toEqual(['/hook']);
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
		expect(retryOf.error?.description).toMatch(/^Stopped at item 3 of 5\./);
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
