import type { FastifyReply } from 'fastify';
import type { INodeParameters } from 'n8n-workflow';
import { contact, cut, postContacts, useReceiver, type Receiver } from './receiver';

const receiver = useReceiver();
const items = ['A', 'B', 'C', 'D', 'E'].map((name, at) => contact(name, `62812000000${at}`));

describe("The receiver's response", () => {
	test.each<[string, number, string, unknown[]]>([
		['a JSON object as it is', 200, '{"id": 7, "tags": ["a"]}', [{ id: 7, tags: ['a'] }]],
		['an array as items', 201, '[{"id": 1}, {"id": 2}]', [{ id: 1 }, { id: 2 }]],
		['plain text as response', 200, 'Thank you', [{ response: 'Thank you' }]],
		['an empty response as success', 200, '', [{ success: true }]],
		['no content as success', 204, '', [{ success: true }]],
		['an empty array as no item', 200, '[]', []],
	])('gives %s, linked to its input item', async (_rule, status, body, expected) => {
		const type = /^[[{]/.test(body) ? 'application/json' : 'text/plain';
		receiver.answer = (reply) => reply.code(status).type(type).send(body);
		const { items: output } = await postContacts(receiver, {}, { items: items.slice(0, 2) });
		expect(output).toEqual(
			[0, 1].flatMap((item) => expected.map((json) => ({ json, pairedItem: { item } }))),
		);
	});

	const ADVICE = 'Check Webhook URL, Authentication and the fields that the receiver expects.';
	const ELSEWHERE = 'it redirects to another address, correct the Webhook URL';
	test.each<[number, string, string, string]>([
		[400, '{"error": "phone is taken"}', 'phone is taken. Nothing was sent.', ADVICE],
		[503, '', 'Service Unavailable. Nothing was sent.', ADVICE],
		[
			502,
			'<!doctype html><title>Bad Gateway</title>',
			'Bad Gateway. The contact may already have been sent. Accepted: 0 of 5.',
			'Check whether the receiver got the contact',
		],
		...[301, 302, 303, 307, 308].map((status) => {
			return [status, '', `${ELSEWHERE}. Nothing was sent.`, 'Set Webhook URL to '] as never;
		}),
	])('with HTTP %d stops with its own text', async (status, body, words, advice) => {
		const type = body.startsWith('{') ? 'application/json' : 'text/html';
		const location = `${receiver.url}/elsewhere`;
		receiver.answer = (reply) =>
			reply.code(status).type(type).header('location', location).send(body);
		const { error } = await postContacts(receiver, {}, { items });
		expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
		expect(error?.message).toBe(`The webhook receiver answered HTTP ${status}: ${words}`);
		expect(error?.description).toContain(advice);
		expect(receiver.received.map(({ url }) => url)).toEqual(['/hook']);
	});
});

const LOGIN = { whatsAppSenderWebhookApi: { authentication: 'bearerAuth', token: 'a-token' } };
const SILENT = { requestOptions: { timeout: 500 } };
const silent = async () => await new Promise(() => {});
const breaksOff = (reply: FastifyReply) => {
	reply.hijack();
	reply.raw.writeHead(200, { 'content-length': 100 }).write('{"ok":');
	setTimeout(() => reply.raw.destroy(), 50);
};
const misnamed = (reply: FastifyReply) => reply.header('content-encoding', 'gzip').send('{}');

const NOWHERE = { webhookUrl: 'http://127.0.0.1:1/hook' };
const WITH_LOGIN = { ...SILENT, receiverAuthentication: 'credential' };

/** What the receiver does, the parameters, the error, and whether the contact may have arrived. */
test.each<[string, Receiver['answer'], INodeParameters, RegExp, boolean]>([
	['A refused connection', cut, NOWHERE, /receiver at .* could not be reached: .*refused/, false],
	['A connection that is cut', cut, {}, /^No answer from 127\.0\.0\.1:\d+: .*closed/, true],
	['A silent one', silent, SILENT, /^No answer from 127\.0\.0\.1:\d+: .*timed out/, true],
	['A silent one with a login', silent, WITH_LOGIN, /^No answer from .*timed out/, true],
	['A response that ends in the middle', breaksOff, {}, /^No answer from /, true],
	['A response that is not compressed as it says', misnamed, {}, /127\.0\.0\.1/, true],
])(
	'%s is named, and whether the contact may have arrived',
	async (_case, answer, given, words, arrived) => {
		receiver.answer = answer;
		const { error } = await postContacts(receiver, given, { items, credentials: LOGIN });
		expect(error).toMatchObject({ name: 'NodeApiError', message: expect.stringMatching(words) });
		const maybe = 'The contact may already have been sent. Accepted: 0 of 5.';
		expect(error?.message.endsWith(arrived ? maybe : 'Nothing was sent.')).toBe(true);
		expect(receiver.received).toHaveLength(Number(arrived));
	},
);

test.each(['none', 'credential'])(
	'The receiver has 30 seconds for its whole response (authentication: %s)',
	async (receiverAuthentication) => {
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		await postContacts(receiver, { receiverAuthentication }, { credentials: LOGIN });
		expect(timeout.mock.calls).toEqual([[30_000]]);
		timeout.mockRestore();
	},
);
