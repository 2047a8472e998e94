import type { FastifyReply } from 'fastify';
import { contact, cut, postContacts, useReceiver } from './receiver';

const receiver = useReceiver();
const items = ['A', 'B', 'C', 'D', 'E'].map((name, at) => contact(name, `62812000000${at}`));
const names = () =>
	receiver.received.map(({ body }) => (JSON.parse(body) as { name: string }).name);

/** Fails for contact C as often as given. */
function failC(times: number, fail: (reply: FastifyReply) => unknown, good: object = { ok: true }) {
	let left = times;
	receiver.answer = (reply, { body }) =>
		body.includes('"C"') && left-- > 0 ? fail(reply) : { ...good };
}

describe('Retry of an execution of Webhook List', () => {
	test.each([[{ id: 1 }], [{ ok: true, error: '' }]])(
		'posts only what was not accepted, and keeps the responses that came: %j',
		async (response) => {
			failC(1, (reply) => reply.code(500).send('Out of order'), response);
			const retryOf = await postContacts(receiver, {}, { items });
			expect(retryOf.error?.description).toContain('Accepted: 2 of 5. Not sent: 2.');
			const { items: output, error } = await postContacts(receiver, {}, { items, retryOf });
			expect(error).toBeUndefined();
			expect(names()).toEqual(['A', 'B', 'C', 'C', 'D', 'E']);
			expect(output).toEqual(items.map((_, item) => ({ json: response, pairedItem: { item } })));
		},
	);

	test('posts the rest in another Phone Format, and nobody again', async () => {
		failC(1, (reply) => reply.code(400).send('Write it with the country code'));
		const retryOf = await postContacts(receiver, {}, { items });
		const options = { items, retryOf, useCurrent: true };
		await postContacts(receiver, { phoneFormat: 'international' }, options);
		expect(names()).toEqual(['A', 'B', 'C', 'C', 'D', 'E']);
	});

	test('posts again what may already have arrived, and says so beside the response it then gets', async () => {
		failC(1, cut);
		const retryOf = await postContacts(receiver, {}, { items });
		const { items: output, run } = await postContacts(receiver, {}, { items, retryOf });
		expect(names()).toEqual(['A', 'B', 'C', 'C', 'D', 'E']);
		expect(output.map(({ json }) => json)).toEqual(Array(5).fill({ ok: true }));
		const message = 'An earlier attempt may already have been sent to 628120000002';
		const { hints } = run.data.resultData.runData.Sender.at(-1)!;
		expect(hints).toEqual([{ message, location: 'outputPane' }]);
	});
});

// n8n runs a node again whose first item has a field "error".
test.each([
	['', undefined],
	['none', 'continueRegularOutput'],
	[null, 'continueErrorOutput'],
	[0, undefined],
] as const)(
	'A success whose JSON has the error %p is posted once, with Retry On Fail (On Error: %s)',
	async (error, onError) => {
		receiver.answer = () => ({ ok: true, error });
		const options = { items, retryOnFail: true, onError };
		const { items: sent, run } = await postContacts(receiver, {}, options);
		expect(receiver.received).toHaveLength(5);
		expect(sent).toHaveLength(5);
		if (!onError) expect(sent[4].json).toEqual({ ok: true, error });
		expect(run.data.resultData.error).toBeUndefined();
	},
);

test.each([2, 3, 4, 5])(
	'With %d tries, it is posted once too while another contact fails, and by Retry after it',
	async (maxTries) => {
		const settings = { items, retryOnFail: true, maxTries };
		const good = { ok: true, error: 'none' };
		const fail = (reply: FastifyReply) => reply.code(500).send('Out of order');
		const tries = Array<string>(maxTries).fill('C');

		failC(maxTries, fail, good);
		const retryOf = await postContacts(receiver, {}, settings);
		expect(names()).toEqual(['A', 'B', ...tries]);
		const { items: output } = await postContacts(receiver, {}, { ...settings, retryOf });
		expect(names()).toEqual(['A', 'B', ...tries, 'C', 'D', 'E']);
		expect(output.map(({ json }) => json)).toEqual(items.map(() => good));

		receiver.received = [];
		failC(maxTries, fail, good);
		const onError = 'continueRegularOutput';
		const continued = await postContacts(receiver, {}, { ...settings, onError });
		expect(names()).toEqual(['A', 'B', 'C', 'D', 'E', ...tries.slice(1)]);
		const error = 'The webhook receiver answered HTTP 500: Out of order';
		expect(continued.items.map(({ json }) => json)).toEqual([good, good, { error }, good, good]);
	},
);
