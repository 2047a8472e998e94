import type { Outcome } from './run';
import { arrivals, failing, phones, recipients, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const items = recipients(6);
const inBatchesOf = (size: number) =>
	Array.from({ length: items.length / size }, (_, batch) =>
		items.slice(batch * size, (batch + 1) * size),
	);
const pairs = inBatchesOf(2);

/** Recipients in the output of each iteration. */
const iterations = ({ run }: Outcome) =>
	run.data.resultData.runData.Sender.map(({ data }) =>
		data!.main[0]!.map(({ json, pairedItem }) => [json.recipient, pairedItem]),
	);

function smallestGap(): number {
	const times = holder.sandbox.requests.map(({ arrivedAt }) => arrivedAt);
	return Math.min(...times.slice(1).map((time, index) => time - times[index]));
}

test('A node in a loop sends to all of each iteration, and retries only within its iteration', async () => {
	const { sandbox } = holder;
	sandbox.onSend = failing(phones(1)[0], 1);
	const options = { batches: Array(3).fill(recipients(2)), retryOnFail: true };
	const { error, run } = await sendTexts(sandbox, options);

	expect(error).toBeUndefined();
	expect(arrivals(sandbox)).toEqual(phones(0, 1, 1, 0, 1, 0, 1));
	const runs = run.data.resultData.runData.Sender;
	expect(runs.map(({ data }) => data?.main[0]?.length)).toEqual([2, 2, 2]);
});

describe('Retry of an execution with a loop', () => {
	test('goes on with the iteration that failed, each time, and repeats none that succeeded', async () => {
		const { sandbox } = holder;
		sandbox.onSend = failing(phones(3)[0], 2);
		let retryOf = await sendTexts(sandbox, { batches: pairs });
		expect(retryOf.error?.description).toContain('Accepted: 1 of 2. Not sent: 0.');
		retryOf = await sendTexts(sandbox, { batches: pairs, retryOf });
		expect(retryOf.error?.context?.itemIndex).toBe(1);
		sandbox.onSend = failing(phones(5)[0], 1);
		retryOf = await sendTexts(sandbox, { batches: pairs, retryOf });
		expect(retryOf.error?.context?.itemIndex).toBe(1);
		const outcome = await sendTexts(sandbox, { batches: pairs, retryOf });

		expect(outcome.error).toBeUndefined();
		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 3, 3, 3, 4, 5, 5));
		expect(iterations(outcome)).toEqual(
			[
				[0, 1],
				[2, 3],
				[4, 5],
			].map((batch) => batch.map((index, item) => [phones(index)[0], { item }])),
		);
		// Next to nothing is left in the stored execution.
		const { contextData } = outcome.run.data.executionData!;
		expect(JSON.stringify(contextData['node:Sender']).length).toBeLessThan(120);
	});

	test('keeps nothing of an iteration that succeeded: the same recipients get the next one', async () => {
		const { sandbox } = holder;
		let rejected = 0;
		sandbox.onSend = () =>
			sandbox.accepted.length === 3 && rejected++ === 0
				? { status: 500, body: 'No signal' }
				: undefined;
		const batches = [pairs[0], pairs[0]];
		const retryOf = await sendTexts(sandbox, { batches });
		expect(retryOf.error).toBeDefined();
		await sendTexts(sandbox, { batches, retryOf });

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 0, 1, 1));
	});
});

describe('The delay', () => {
	const parameters = { options: { minDelay: 0.2 } };

	test.each([1, 2])('holds between iterations of %i', async (size) => {
		await sendTexts(holder.sandbox, { batches: inBatchesOf(size), parameters });
		expect(arrivals(holder.sandbox)).toHaveLength(6);
		expect(smallestGap()).toBeGreaterThanOrEqual(195);
	});

	test.each([false, true])('holds after a retry too (Retry On Fail: %s)', async (retryOnFail) => {
		const { sandbox } = holder;
		sandbox.onSend = failing(phones(3)[0], 1);
		const options = { batches: pairs, parameters, retryOnFail };
		const outcome = await sendTexts(sandbox, options);
		if (!retryOnFail) await sendTexts(sandbox, { ...options, retryOf: outcome });

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 3, 3, 4, 5));
		expect(smallestGap()).toBeGreaterThanOrEqual(195);
	});
});
