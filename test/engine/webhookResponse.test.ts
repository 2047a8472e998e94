import { failedOf } from './sandbox';
import { contact, cut, postContacts, useReceiver } from './receiver';

const receiver = useReceiver();
const three = [
	contact('A', '6281200000001'),
	contact('B', '6281200000002'),
	contact('C', '6281200000003'),
];

describe("The receiver's response", () => {
	test.each<[string, string, unknown[]]>([
		['a JSON object as it is', '{"id": 7, "tags": ["a"]}', [{ id: 7, tags: ['a'] }]],
		['an array as items', '[{"id": 1}, {"id": 2}]', [{ id: 1 }, { id: 2 }]],
		['plain text as response', 'Thank you', [{ response: 'Thank you' }]],
		['an empty response as success', '', [{ success: true }]],
		['an empty array as no item', '[]', []],
	])('gives %s', async (_rule, body, expected) => {
		const type = /^[[{]/.test(body) ? 'application/json' : 'text/plain';
		receiver.answer = (reply) => reply.type(type).send(body);
		const { items, error } = await postContacts(receiver);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual(expected);
	});

	test('with HTTP 204 gives success', async () => {
		receiver.answer = (reply) => reply.code(204).send();
		expect((await postContacts(receiver)).items).toMatchObject([{ json: { success: true } }]);
	});

	test('gives items linked to their input item, of an array too', async () => {
		receiver.answer = (reply, { body }) => {
			const { name } = JSON.parse(body) as { name: string };
			return reply.send(name === 'B' ? [{ name }, { name }] : { name });
		};
		const { items } = await postContacts(receiver, {}, { items: three });
		expect(items).toEqual([
			{ json: { name: 'A' }, pairedItem: { item: 0 } },
			{ json: { name: 'B' }, pairedItem: { item: 1 } },
			{ json: { name: 'B' }, pairedItem: { item: 1 } },
			{ json: { name: 'C' }, pairedItem: { item: 2 } },
		]);
	});

	test.each<[number, string, RegExp]>([
		[400, '{"error": "phone is taken"}', /: phone is taken$/],
		[401, '{"message": "Who are you?"}', /: Who are you\?$/],
		[500, 'Out of order', /: Out of order$/],
		[502, '<!doctype html><html><title>502 Bad Gateway</title></html>', /: [^<]*502 Bad Gateway/],
		// A redirect is not followed.
		...[301, 302, 303, 307, 308].map((status): [number, string, RegExp] => [status, '', /: ./]),
	])('with HTTP %d stops with its own text', async (status, body, words) => {
		const type = body.startsWith('{') ? 'application/json' : 'text/html';
		receiver.answer = (reply) =>
			reply.code(status).type(type).header('location', `${receiver.url}/elsewhere`).send(body);
		const { error } = await postContacts(receiver, {}, { items: three });

		expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
		expect(error?.message).toMatch(new RegExp(`^The webhook receiver answered HTTP ${status}: `));
		expect(error?.message).toMatch(words);
		expect(receiver.received.map(({ url }) => url)).toEqual(['/hook']);
	});
});

describe('Without a response', () => {
	test('of a host that refuses the connection the message names host and reason', async () => {
		const { error } = await postContacts(receiver, { webhookUrl: 'http://127.0.0.1:1/hook' });
		expect(error?.name).toBe('NodeApiError');
		expect(error?.message).toMatch(
			/^The webhook receiver at 127\.0\.0\.1:1 could not be reached: .*refused/,
		);
		expect(error?.message).not.toMatch(/already have been sent/);
	});

	test.each([
		['of a connection that is cut', cut, /^No answer from 127\.0\.0\.1:\d+: .*/],
		[
			'within Timeout',
			async () => await new Promise(() => {}),
			/^No answer from 127\.0\.0\.1:\d+: .*time/,
		],
	])('%s the message says that the contact may have arrived', async (_case, answer, message) => {
		receiver.answer = answer;
		const { error } = await postContacts(receiver, { options: { timeout: 1000 } });
		expect(error?.message).toMatch(message);
		expect(error?.message).toMatch(/may already have been sent/);
		expect(receiver.received).toHaveLength(1);
	});
});

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'On Error = %s tries every item and links each failure to its item',
	async (onError) => {
		receiver.answer = (reply, { body }) => {
			if (body.includes('"B"')) return reply.code(422).send({ error: 'phone is taken' });
			return body.includes('"D"') ? cut(reply) : reply.send({ ok: true });
		};
		const items = [...three, contact('D', '6281200000004'), contact('E', '')];
		const outcome = await postContacts(receiver, {}, { items, onError });

		expect(outcome.error).toBeUndefined();
		expect(outcome.errors).toHaveLength(onError === 'continueErrorOutput' ? 3 : 0);
		const failed = (item: number, error: string | RegExp) => ({
			json: { error: expect.stringMatching(error) },
			pairedItem: { item },
		});
		expect(failedOf(outcome)).toMatchObject([
			failed(1, 'The webhook receiver answered HTTP 422: phone is taken'),
			failed(3, /^No answer from .*may already have been sent/),
			failed(4, /^Phone /),
		]);
		const good = outcome.items.filter(({ json }) => json.ok);
		expect(good.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
	},
);
