import type { IRun } from 'n8n-workflow';
import type { RecordedRequest } from '../../sandbox';
import { outcomeOf } from './execution';
import { retryLoop, runLoop } from './workflows';
import { arrivals, recipients, useSandbox } from './sandbox';

const holder = useSandbox();
const items = recipients(6);
const phones = (...indexes: number[]) => indexes.map((index) => items[index].json.phone);
const inBatchesOf = (size: number) =>
	Array.from({ length: items.length / size }, (_, batch) =>
		items.slice(batch * size, (batch + 1) * size),
	);
const pairs = inBatchesOf(2);

const rejects = (index: number, times: number) => {
	let rejected = 0;
	return ({ body }: RecordedRequest) =>
		(body as { phone: unknown }).phone === phones(index)[0] && rejected++ < times
			? { status: 500, body: 'No signal' }
			: undefined;
};
/** Recipients in the output of each iteration. */
const iterations = ({ data }: IRun) =>
	data.resultData.runData.Sender.map((run) =>
		run.data!.main[0]!.map(({ json, pairedItem }) => [json.recipient, pairedItem]),
	);
const expected = [
	[0, 1],
	[2, 3],
	[4, 5],
].map((batch) => batch.map((index, item) => [phones(index)[0], { item }]));

function gaps(): number[] {
	const times = holder.sandbox.requests.map(({ arrivedAt }) => arrivedAt);
	return times.slice(1).map((time, index) => time - times[index]);
}

describe('Retry of an execution with a loop', () => {
	test('goes on with the iteration that failed, and repeats none that succeeded', async () => {
		const { sandbox } = holder;
		sandbox.onSend = rejects(3, 1);
		const failed = await runLoop(sandbox, pairs);
		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 3));
		expect(outcomeOf(failed).error?.description).toContain('Accepted: 1 of 2. Not sent: 0.');
		const run = await retryLoop(sandbox, failed, pairs);

		expect(run.data.resultData.error).toBeUndefined();
		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 3, 3, 4, 5));
		expect(iterations(run)).toEqual(expected);
	});

	test('may be retried again, in the same iteration and in a later one', async () => {
		const { sandbox } = holder;
		sandbox.onSend = rejects(3, 2);
		let run = await runLoop(sandbox, pairs);
		run = await retryLoop(sandbox, run, pairs);
		expect(outcomeOf(run).error?.context?.itemIndex).toBe(1);
		sandbox.onSend = rejects(5, 1);
		run = await retryLoop(sandbox, run, pairs);
		expect(outcomeOf(run).error?.context?.itemIndex).toBe(1);
		run = await retryLoop(sandbox, run, pairs);

		expect(run.data.resultData.error).toBeUndefined();
		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 3, 3, 3, 4, 5, 5));
		expect(iterations(run)).toEqual(expected);
	});

	test('with a changed text sends it to the rest only', async () => {
		const { sandbox } = holder;
		sandbox.onSend = rejects(3, 1);
		const failed = await runLoop(sandbox, pairs);
		await retryLoop(sandbox, failed, pairs, {
			settings: { parameters: { text: 'Corrected' } },
		});

		expect(sandbox.accepted.map(({ recipient }) => recipient)).toEqual(phones(0, 1, 2, 3, 4, 5));
		expect(sandbox.accepted.slice(3).map(({ text }) => text)).toEqual(Array(3).fill('Corrected'));
	});

	test('keeps nothing of an iteration that succeeded: the same recipients get the next one', async () => {
		const { sandbox } = holder;
		let rejected = 0;
		sandbox.onSend = () =>
			sandbox.accepted.length === 3 && rejected++ === 0
				? { status: 500, body: 'No signal' }
				: undefined;
		const twice = [pairs[0], pairs[0]];
		const failed = await runLoop(sandbox, twice);
		expect(outcomeOf(failed).error).toBeDefined();
		await retryLoop(sandbox, failed, twice);

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 0, 1, 1));
	});

	test('leaves next to nothing in the stored execution once it has succeeded', async () => {
		const { sandbox } = holder;
		sandbox.onSend = rejects(3, 1);
		const failed = await runLoop(sandbox, pairs);
		const { contextData } = (await retryLoop(sandbox, failed, pairs)).data.executionData!;
		expect(JSON.stringify(contextData['node:Sender']).length).toBeLessThan(120);
	});
});

describe('The delay', () => {
	const delay = (seconds: number, retryOnFail = false) => ({
		settings: { parameters: { options: { minDelay: seconds } }, retryOnFail },
	});

	test.each([1, 2])('holds between iterations of %i', async (size) => {
		await runLoop(holder.sandbox, inBatchesOf(size), delay(0.2));
		expect(gaps()).toHaveLength(5);
		expect(Math.min(...gaps())).toBeGreaterThanOrEqual(195);
	});

	test('holds after a retry too', async () => {
		const { sandbox } = holder;
		sandbox.onSend = rejects(3, 1);
		const failed = await runLoop(sandbox, pairs, delay(0.2));
		await retryLoop(sandbox, failed, pairs, delay(0.2));

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 3, 3, 4, 5));
		expect(Math.min(...gaps())).toBeGreaterThanOrEqual(195);
	});

	test('holds between tries of Retry On Fail', async () => {
		const { sandbox } = holder;
		sandbox.onSend = rejects(3, 1);
		await runLoop(sandbox, pairs, delay(0.2, true));

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 3, 3, 4, 5));
		expect(Math.min(...gaps())).toBeGreaterThanOrEqual(195);
	});
});
