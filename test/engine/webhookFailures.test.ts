import type { FastifyReply } from 'fastify';
import type { INodeParameters } from 'n8n-workflow';
import { hintsOf } from './broadcasts';
import { contact, cut, postContacts, useReceiver, type Receiver } from './receiver';

const receiver = useReceiver();
const items = ['A', 'B', 'C', 'D', 'E'].map((name, at) => contact(name, `62812000010${at}`));

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
	const location = `${receiver.url}/elsewhere`;
	receiver.answer = (reply) =>
		reply.code(status).type(type).header('location', location).send(body);
	const { error } = await postContacts(receiver, {}, { items });
	expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
	expect(error?.message).toBe(`The webhook receiver answered HTTP ${status}: ${words}`);
	expect(error?.description).toContain(advice);
	expect(receiver.received.map(({ url }) => url)).toEqual(['/hook']);
});

const SILENT = { requestOptions: { timeout: 200 } };
const silent = async () => await new Promise(() => {});
const breaksOff = (reply: FastifyReply) => {
	reply.hijack();
	reply.raw.writeHead(200, { 'content-length': 100 }).write('{"ok":');
	setTimeout(() => reply.raw.destroy(), 50);
};
const misnamed = (reply: FastifyReply) => reply.header('content-encoding', 'gzip').send('{}');

const NOWHERE = { webhookUrl: 'http://127.0.0.1:1/hook' };

/** What the receiver does, the parameters, the error, and whether the contact may have arrived. */
test.each<[string, Receiver['answer'], INodeParameters, RegExp, boolean]>([
	['A refused connection', cut, NOWHERE, /receiver at .* could not be reached: .*refused/, false],
	['A connection that is cut', cut, {}, /^No answer from 127\.0\.0\.1:\d+: .*closed/, true],
	['A silent one', silent, SILENT, /^No answer from 127\.0\.0\.1:\d+: .*timed out/, true],
	['A response that ends in the middle', breaksOff, {}, /^No answer from /, true],
	['A response that is not compressed as it says', misnamed, {}, /127\.0\.0\.1/, true],
])('%s is named', async (_case, answer, given, words, arrived) => {
	receiver.answer = answer;
	const { error } = await postContacts(receiver, given, { items });
	expect(error).toMatchObject({ name: 'NodeApiError', message: expect.stringMatching(words) });
	const maybe = 'The contact may already have been sent. Accepted: 0 of 5.';
	expect(error?.message.endsWith(maybe)).toBe(arrived);
	expect(receiver.received).toHaveLength(Number(arrived));
});

const names = () =>
	receiver.received.map(({ body }) => (JSON.parse(body) as { name: string }).name);

/** Fails once, for contact C. */
function failC(fail: (reply: FastifyReply) => unknown, good: object = { ok: true }) {
	let left = 1;
	receiver.answer = (reply, { body }) => (body.includes('"C"') && left-- > 0 ? fail(reply) : good);
}

describe('Retry of an execution of Webhook List', () => {
	test('posts only what was not accepted, though Phone Format is another now, and keeps each response', async () => {
		const response = { id: 1 };
		failC((reply) => reply.code(500).send('Out of order'), response);
		const retryOf = await postContacts(receiver, {}, { items });
		expect(retryOf.error?.description).toMatch(/^Stopped at item 3 of 5\./);
		const options = { items, retryOf, useCurrent: true };
		const now = { phoneFormat: 'international' };
		const { items: output, error } = await postContacts(receiver, now, options);
		expect(error).toBeUndefined();
		expect(names()).toEqual(['A', 'B', 'C', 'C', 'D', 'E']);
		expect(output).toEqual(items.map((_, item) => ({ json: response, pairedItem: { item } })));
	});

	test('posts again what may already have arrived, and a hint says so', async () => {
		failC(cut);
		const retryOf = await postContacts(receiver, {}, { items });
		const outcome = await postContacts(receiver, {}, { items, retryOf });
		expect(names()).toEqual(['A', 'B', 'C', 'C', 'D', 'E']);
		const message = 'An earlier attempt may already have been sent to 628120000102';
		expect(hintsOf(outcome)).toMatchObject([{ message }, { message: 'Accepted: 5 of 5.' }]);
	});
});

// n8n runs a node again whose first item has a field "error".
test('Retry On Fail posts nothing again for a field "error"', async () => {
	receiver.answer = () => ({ ok: true, error: '' });
	const { items: sent, run } = await postContacts(receiver, {}, { items, retryOnFail: true });
	expect(receiver.received).toHaveLength(5);
	expect(sent.map(({ json }) => json)).toEqual(Array(5).fill({ ok: true, error: '' }));
	expect(run.data.resultData.error).toBeUndefined();
	receiver.answer = () => ({ ok: true, error: null });
	const onError = 'continueErrorOutput';
	await postContacts(receiver, {}, { items, retryOnFail: true, onError });
	expect(receiver.received).toHaveLength(10);
});
