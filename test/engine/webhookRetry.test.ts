import type { FastifyReply } from 'fastify';
import { contact, cut, postContacts, useReceiver } from './receiver';

const receiver = useReceiver();
const items = Array.from({ length: 5 }, (_, index) =>
	contact(`Contact ${index}`, `62812000000${index}`),
);
const posted = () =>
	receiver.received.map(({ body }) => Number(JSON.parse(body).name.split(' ')[1]));

/** Fails for the third contact as often as given. */
function failThird(times: number, fail: (reply: FastifyReply) => unknown, good?: () => object) {
	let failed = 0;
	receiver.answer = (reply, { body }) =>
		body.includes('Contact 2') && failed++ < times ? fail(reply) : (good?.() ?? { ok: true });
}
const reject = (reply: FastifyReply) => reply.code(500).send('Out of order');

describe('Retry of an execution of Webhook List', () => {
	test.each([[{ id: 1 }], [{ ok: true, error: '' }]])(
		'posts only what was not accepted, and keeps the responses that came: %j',
		async (response) => {
			failThird(1, reject, () => ({ ...response, posted: receiver.received.length }));
			const retryOf = await postContacts(receiver, {}, { items });
			expect(retryOf.error?.description).toContain('Accepted: 2 of 5. Not sent: 2.');
			const { items: output, error } = await postContacts(receiver, {}, { items, retryOf });

			expect(error).toBeUndefined();
			expect(posted()).toEqual([0, 1, 2, 2, 3, 4]);
			expect(output).toEqual(
				[1, 2, 4, 5, 6].map((number, item) => ({
					json: { ...response, posted: number },
					pairedItem: { item },
				})),
			);
		},
	);

	test('posts again what may already have arrived, and the error says so', async () => {
		let lost = 0;
		failThird(2, (reply) => (lost++ === 0 ? cut(reply) : reject(reply)));
		const retryOf = await postContacts(receiver, {}, { items });
		expect(retryOf.error?.message).toMatch(/The contact may already have been sent/);
		const again = await postContacts(receiver, {}, { items, retryOf });

		expect(posted()).toEqual([0, 1, 2, 2]);
		expect(again.error?.message).toMatch(
			/^The webhook receiver answered HTTP 500: Out of order\. An earlier attempt may already have been sent to /,
		);
	});

	test('posts again what may already have arrived, and says so beside the response it then gets', async () => {
		failThird(1, cut);
		const retryOf = await postContacts(receiver, {}, { items });
		const { items: output, run } = await postContacts(receiver, {}, { items, retryOf });

		expect(posted()).toEqual([0, 1, 2, 2, 3, 4]);
		expect(output.map(({ json }) => json)).toEqual(Array(5).fill({ ok: true }));
		expect(run.data.resultData.runData.Sender.at(-1)?.hints).toEqual([
			{
				message: expect.stringMatching(/^An earlier attempt may already have been sent to /),
				location: 'outputPane',
			},
		]);
	});

	test('holds with Messages at Once and with Retry On Fail too', async () => {
		failThird(4, reject);
		const options = { items, retryOnFail: true };
		const parameters = { options: { concurrency: 3 } };
		const retryOf = await postContacts(receiver, parameters, options);
		expect(retryOf.error).toBeDefined();
		const { items: output } = await postContacts(receiver, parameters, { ...options, retryOf });

		expect(output).toHaveLength(5);
		expect(
			posted()
				.filter((index) => index !== 2)
				.sort(),
		).toEqual([0, 1, 3, 4]);
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
