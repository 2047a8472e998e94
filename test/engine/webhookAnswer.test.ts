import type { FastifyReply } from 'fastify';
import { contact, postContacts, useReceiver } from './receiver';

const receiver = useReceiver();
const three = [
	contact('A', '6281200000001'),
	contact('B', '6281200000002'),
	contact('C', '6281200000003'),
];
const answerWith =
	(status: number, body: unknown, type = 'application/json', headers = {}) =>
	(reply: FastifyReply) =>
		reply.code(status).type(type).headers(headers).send(body);
const cut = (reply: FastifyReply) => {
	reply.hijack();
	reply.raw.destroy();
};

describe("The receiver's response", () => {
	test.each<[string, unknown, string, unknown[]]>([
		[
			'a JSON object as it is',
			'{"id": 7, "tags": ["a"]}',
			'application/json',
			[{ id: 7, tags: ['a'] }],
		],
		['an array as items', '[{"id": 1}, {"id": 2}]', 'application/json', [{ id: 1 }, { id: 2 }]],
		['plain text as response', 'Thank you', 'text/plain', [{ response: 'Thank you' }]],
		['an empty response as success', '', 'text/plain', [{ success: true }]],
		['an empty array as no item', '[]', 'application/json', []],
	])('gives %s', async (_rule, body, type, expected) => {
		receiver.answer = answerWith(200, body, type);
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
		expect(items.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
			['A', { item: 0 }],
			['B', { item: 1 }],
			['B', { item: 1 }],
			['C', { item: 2 }],
		]);
	});

	test.each<[number, string, string]>([
		[400, '{"error": "phone is taken"}', 'phone is taken'],
		[401, '{"message": "Who are you?"}', 'Who are you?'],
		[500, 'Out of order', 'Out of order'],
		[
			502,
			'<!doctype html><html><head><title>502 Bad Gateway</title></head></html>',
			'.*502 Bad Gateway',
		],
	])('with HTTP %d stops with its own text', async (status, body, words) => {
		receiver.answer = answerWith(
			status,
			body,
			body.startsWith('{') ? 'application/json' : 'text/html',
		);
		const { error } = await postContacts(receiver, {}, { items: three });

		expect(error?.name).toBe('NodeApiError');
		expect(error?.message).toMatch(
			new RegExp(`^The webhook receiver answered HTTP ${status}: ${words}`),
		);
		expect(error?.message).not.toContain('<');
		expect(error?.context?.itemIndex).toBe(0);
		expect(receiver.received).toHaveLength(1);
	});

	test.each([301, 302, 303, 307, 308])('with the redirect %d is not followed', async (status) => {
		receiver.answer = answerWith(status, '', 'text/plain', {
			location: `${receiver.url}/elsewhere`,
		});
		const { error } = await postContacts(receiver);
		expect(error?.message).toMatch(new RegExp(`^The webhook receiver answered HTTP ${status}: `));
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

	test('of a connection that is cut the message says that the contact may have arrived', async () => {
		receiver.answer = cut;
		const { error } = await postContacts(receiver);
		expect(error?.message).toMatch(
			/^No answer from 127\.0\.0\.1:\d+: .*may already have been sent/,
		);
		expect(receiver.received).toHaveLength(1);
	});

	test('within Timeout the message says that the contact may have arrived', async () => {
		receiver.answer = async () => await new Promise(() => {});
		const { error } = await postContacts(receiver, { options: { timeout: 150 } });
		expect(error?.message).toMatch(
			/^No answer from 127\.0\.0\.1:\d+: .*time.*may already have been sent/,
		);
		expect(receiver.received).toHaveLength(1);
	});
});

describe.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'On Error = %s',
	(onError) => {
		test('tries every item and links each failure to its item', async () => {
			receiver.answer = (reply, { body }) => {
				if (body.includes('"B"')) return reply.code(422).send({ error: 'phone is taken' });
				return body.includes('"D"') ? cut(reply) : reply.send({ ok: true });
			};
			const items = [...three, contact('D', '6281200000004'), contact('E', '')];
			const { error, items: output, errors } = await postContacts(receiver, {}, { items, onError });
			const failed =
				onError === 'continueErrorOutput' ? errors : output.filter(({ json }) => json.error);

			expect(error).toBeUndefined();
			expect(failed.map(({ pairedItem }) => pairedItem)).toEqual(
				[1, 3, 4].map((item) => ({ item })),
			);
			expect(failed.map(({ json }) => json.error)).toEqual([
				'The webhook receiver answered HTTP 422: phone is taken',
				expect.stringMatching(/^No answer from .*may already have been sent/),
				expect.stringMatching(/^Phone /),
			]);
			const good = output.filter(({ json }) => json.ok);
			expect(good.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		});
	},
);
