import { contact, postContacts, retryContacts, useReceiver } from './receiver';

const receiver = useReceiver();

describe('Retry of an execution of Webhook List', () => {
	const contacts = Array.from({ length: 5 }, (_, index) =>
		contact(`Contact ${index}`, `62812000000${index}`),
	);
	const posted = () =>
		receiver.received.map(({ body }) => Number(JSON.parse(body).name.split(' ')[1]));
	const rejectThird = (times: number) => {
		let rejected = 0;
		receiver.answer = (reply, { body }) =>
			body.includes('Contact 2') && rejected++ < times
				? reply.code(500).send('Out of order')
				: { id: receiver.received.length };
	};

	test('posts only what was not accepted, and keeps the responses that came', async () => {
		rejectThird(1);
		const failed = await postContacts(receiver, {}, { items: contacts });
		expect(failed.error?.description).toContain('Accepted: 2 of 5. Not sent: 2.');
		expect(failed.error?.description).toMatch(
			/ To send the rest, use Retry under Executions\. Running the workflow again sends to everyone again\.$/,
		);
		const { items: output, error } = await retryContacts(receiver, failed, {}, { items: contacts });

		expect(error).toBeUndefined();
		expect(posted()).toEqual([0, 1, 2, 2, 3, 4]);
		expect(output.map(({ json }) => json.id)).toEqual([1, 2, 4, 5, 6]);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			contacts.map((_, item) => ({ item })),
		);
	});

	test('posts again what may already have arrived, and the error says so', async () => {
		let lost = 0;
		receiver.answer = (reply, { body }) => {
			if (!body.includes('Contact 2')) return { ok: true };
			if (lost++ > 0) return reply.code(500).send('Out of order');
			reply.hijack();
			return reply.raw.destroy();
		};
		const failed = await postContacts(receiver, {}, { items: contacts });
		expect(failed.error?.message).toMatch(/The contact may already have been sent/);
		const again = await retryContacts(receiver, failed, {}, { items: contacts });

		expect(posted()).toEqual([0, 1, 2, 2]);
		expect(again.error?.message).toMatch(
			/^The webhook receiver answered HTTP 500: Out of order\. An earlier attempt may already have been sent to /,
		);
	});

	test('posts again what may already have arrived, and says so beside the response it then gets', async () => {
		let lost = 0;
		receiver.answer = (reply, { body }) => {
			if (!body.includes('Contact 2') || lost++ > 0) return { ok: true };
			reply.hijack();
			return reply.raw.destroy();
		};
		const failed = await postContacts(receiver, {}, { items: contacts });
		const { items, run } = await retryContacts(receiver, failed, {}, { items: contacts });

		expect(posted()).toEqual([0, 1, 2, 2, 3, 4]);
		expect(items.map(({ json }) => json)).toEqual(Array(5).fill({ ok: true }));
		expect(run.data.resultData.runData.Sender.at(-1)?.hints).toEqual([
			{
				message: expect.stringMatching(/^An earlier attempt may already have been sent to /),
				location: 'outputPane',
			},
		]);
	});

	test('holds with Messages at Once and with Retry On Fail too', async () => {
		rejectThird(4);
		const options = { items: contacts, retryOnFail: true };
		const parameters = { options: { concurrency: 3 } };
		const failed = await postContacts(receiver, parameters, options);
		expect(failed.error).toBeDefined();
		const { items: output } = await retryContacts(receiver, failed, parameters, options);

		expect(output).toHaveLength(5);
		const times = posted().filter((index) => index !== 2);
		expect(times.sort()).toEqual([0, 1, 3, 4]);
	});
});
