import type { RecordedRequest } from '../../sandbox';
import { arrivals, recipients, retryTexts, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const items = recipients(5);
const phones = (...indexes: number[]) => indexes.map((index) => items[index].json.phone);
const phoneOf = ({ body }: RecordedRequest) => String((body as { phone: unknown }).phone);
const rejects = (index: number, times: number) => (request: RecordedRequest, attempt: number) =>
	phoneOf(request) === phones(index)[0] && attempt <= times
		? { status: 500, body: 'No signal' }
		: undefined;

/** Five recipients, of which the service rejects the third. */
async function rejectedThird(times = 1) {
	holder.sandbox.onSend = rejects(2, times);
	const failed = await sendTexts(holder.sandbox, { items });
	expect(failed.error?.description).toContain('Accepted: 2 of 5. Not sent: 2.');
	expect(failed.error?.description).toMatch(
		/ To send the rest, use Retry under Executions\. Running the workflow again sends to everyone again\.$/,
	);
	return failed;
}

describe('Retry of a failed execution', () => {
	test('sends only what was not accepted, and gives the accepted items the output they had', async () => {
		const { sandbox } = holder;
		const failed = await rejectedThird();
		const { items: output, error } = await retryTexts(sandbox, failed, { items });

		expect(error).toBeUndefined();
		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 2, 3, 4));
		expect(output).toMatchObject(
			items.map(({ json }, item) => ({
				json: { success: true, recipient: json.phone, status: 200, response: 'OK' },
				pairedItem: { item },
			})),
		);
	});

	test.each([false, true])(
		'with Simplify off, an accepted item keeps the response it had (current workflow: %s)',
		async (useCurrent) => {
			const { sandbox } = holder;
			const body = (data: string, id: number) => ({ status: 200, statusText: '', data, id });
			sandbox.onSend = (request, attempt) =>
				rejects(2, 1)(request, attempt) ?? {
					status: 200,
					accepted: true,
					body: body('OK', sandbox.requests.length),
				};
			const options = { items, parameters: { simplify: false } };
			const failed = await sendTexts(sandbox, options);
			const { items: output } = await retryTexts(sandbox, failed, options, useCurrent);

			expect(output.map(({ json }) => json.id)).toEqual([1, 2, 4, 5, 6]);
		},
	);

	test('with a changed text sends it to the rest, and to nobody twice', async () => {
		const { sandbox } = holder;
		const failed = await rejectedThird();
		sandbox.onSend = undefined;
		const parameters = { text: '={{ $json.text }}, corrected' };
		const { error } = await retryTexts(sandbox, failed, { items, parameters }, true);

		expect(error).toBeUndefined();
		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 2, 3, 4));
		expect(sandbox.accepted.map(({ text }) => text)).toEqual([
			'Message 0',
			'Message 1',
			'Message 2, corrected',
			'Message 3, corrected',
			'Message 4, corrected',
		]);
	});

	test('of the original workflow keeps the text that it had', async () => {
		const { sandbox } = holder;
		const failed = await rejectedThird();
		await retryTexts(sandbox, failed, { items, parameters: { text: 'Changed' } });

		expect(sandbox.accepted.map(({ text }) => text)).toEqual(items.map(({ json }) => json.text));
	});

	test('sends to the recipient that an accepted item has now, and to no other accepted one', async () => {
		const { sandbox } = holder;
		const failed = await rejectedThird();
		const parameters = { phone: '={{ $itemIndex === 1 ? "6281299999999" : $json.phone }}' };
		const { items: output } = await retryTexts(sandbox, failed, { items, parameters }, true);

		expect(arrivals(sandbox)).toEqual([...phones(0, 1, 2), '6281299999999', ...phones(2, 3, 4)]);
		expect(output[1].json.recipient).toBe('6281299999999');
	});

	test('may be retried again, each time from where it stopped', async () => {
		const { sandbox } = holder;
		const failed = await rejectedThird();
		sandbox.onSend = rejects(3, 1);
		const again = await retryTexts(sandbox, failed, { items });
		expect(again.error?.context?.itemIndex).toBe(3);
		expect(again.error?.description).toContain('Accepted: 3 of 5. Not sent: 1.');
		const { items: output, error } = await retryTexts(sandbox, again, { items });

		expect(error).toBeUndefined();
		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 2, 3, 3, 4));
		expect(output.map(({ json }) => json.recipient)).toEqual(phones(0, 1, 2, 3, 4));
	});

	test('follows tries of Retry On Fail', async () => {
		const { sandbox } = holder;
		sandbox.onSend = rejects(2, 4);
		const options = { items, retryOnFail: true };
		const failed = await sendTexts(sandbox, options);
		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 2, 2));
		await retryTexts(sandbox, failed, options);

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 2, 2, 2, 2, 3, 4));
		expect(sandbox.accepted).toHaveLength(5);
	});

	test('with Messages at Once 10 sends all that was not accepted, and nothing twice', async () => {
		const { sandbox } = holder;
		const many = recipients(40);
		const options = { items: many, parameters: { options: { concurrency: 10 } } };
		sandbox.onSend = (request, attempt) => rejects(2, 1)(request, attempt) ?? { delay: 20 };
		const failed = await sendTexts(sandbox, options);
		expect(failed.error?.description).toMatch(/Accepted: \d+ of 40\. Not sent: \d+\./);
		const before = sandbox.accepted.map(({ recipient }) => recipient);
		const { items: output, error } = await retryTexts(sandbox, failed, options);

		expect(error).toBeUndefined();
		expect(before.length).toBeLessThan(40);
		const after = sandbox.accepted.slice(before.length).map(({ recipient }) => recipient);
		expect([...before, ...after].sort()).toEqual(many.map(({ json }) => json.phone));
		expect(output.map(({ json }) => json.recipient)).toEqual(many.map(({ json }) => json.phone));
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(many.map((_, item) => ({ item })));
	});

	test('starts nothing of a new execution where the old one left off', async () => {
		const { sandbox } = holder;
		await rejectedThird();
		await sendTexts(sandbox, { items });
		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 0, 1, 2, 3, 4));
	});
});
