import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { arrivals, recipients, sendTexts, useSandbox } from '../engine/sandbox';
import { runLoop, runTwoSenders } from './workflows';

const holder = useSandbox();
const phones = (count: number) => recipients(count).map(({ json }) => String(json.phone));
const EXECUTIONS = 1000;
const MB = 1024 * 1024;

/** Refuses a recipient's first message of each text. */
function refuseFirst(phone: string): void {
	holder.sandbox.onSend = ({ body }, attempt) =>
		(body as { phone: string }).phone === phone && attempt === 1
			? { status: 500, body: 'No signal' }
			: undefined;
}

test('a node in a loop sends to all of each iteration, and retries only within its iteration', async () => {
	const { sandbox } = holder;
	refuseFirst(phones(2)[1]);
	const run = await runLoop(sandbox, Array(3).fill(recipients(2)), {
		settings: { retryOnFail: true },
	});

	expect(run.data.resultData.error).toBeUndefined();
	const [a, b] = phones(2);
	expect(arrivals(sandbox)).toEqual([a, b, b, a, b, a, b]);
	const iterations = run.data.resultData.runData.Sender;
	expect(iterations.map(({ data }) => data?.main[0]?.length)).toEqual([2, 2, 2]);
});

test('two sender nodes in one workflow each send all their items', async () => {
	const { sandbox } = holder;
	refuseFirst(phones(3)[2]);
	const run = await runTwoSenders(sandbox, recipients(3), { retryOnFail: true });

	expect(run.data.resultData.error).toBeUndefined();
	const [a, b, c] = phones(3);
	// Each sender's text is its own, so the third recipient is refused once by either.
	expect(arrivals(sandbox)).toEqual([a, b, c, c, a, b, c, c]);
});

test('ten executions at once know nothing of each other', async () => {
	const { sandbox } = holder;
	sandbox.latency = 5;
	refuseFirst(phones(5)[2]);
	const outcomes = await Promise.all(
		Array.from({ length: 10 }, async (_, execution) => {
			const items = recipients(5).map(({ json }) => ({
				json: { ...json, text: `Execution ${execution}` },
			}));
			return await sendTexts(sandbox, { items, retryOnFail: true });
		}),
	);

	expect(outcomes.map(({ items }) => items.length)).toEqual(outcomes.map(() => 5));
	const texts = sandbox.accepted.map(({ text, recipient }) => `${text} ${recipient}`);
	expect(new Set(texts).size).toBe(50);
	expect(texts).toHaveLength(50);
});

test('Execute Once sends one item, in every try too', async () => {
	const { sandbox } = holder;
	refuseFirst(phones(1)[0]);
	const { items } = await sendTexts(sandbox, { executeOnce: true, retryOnFail: true });

	expect(arrivals(sandbox)).toEqual([phones(1)[0], phones(1)[0]]);
	expect(items).toHaveLength(1);
});

test('a run that failed for good leaves nothing to the next', async () => {
	const { sandbox } = holder;
	const [a, b] = phones(2);
	sandbox.onSend = ({ body }) =>
		(body as { phone: string }).phone === b ? { status: 500, body: 'No signal' } : undefined;
	const items = recipients(2);
	const failed = await sendTexts(sandbox, { items, retryOnFail: true });
	sandbox.onSend = undefined;
	await sendTexts(sandbox, { items, retryOnFail: true });

	expect(failed.error).toBeDefined();
	expect(arrivals(sandbox)).toEqual([a, b, b, b, a, b]);
});

test(`memory returns to where it was after ${EXECUTIONS} executions`, async () => {
	const { sandbox } = holder;
	const rounds = async (count: number) => {
		for (let round = 0; round < count; round++) {
			const failing = round % 4 === 0;
			sandbox.onSend = () => (failing ? { status: 500, body: 'No signal' } : undefined);
			await sendTexts(sandbox, { items: recipients(3), retryOnFail: round % 8 === 0 });
			sandbox.reset();
		}
		return heapUsed();
	};
	const before = await rounds(EXECUTIONS / 5);
	const after = await rounds(EXECUTIONS);
	console.info(
		`Heap: ${(before / MB).toFixed(1)} MB, after ${EXECUTIONS} executions ${(after / MB).toFixed(1)} MB`,
	);
	expect(after - before).toBeLessThan(20 * MB);
}, 600_000);

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function heapUsed(): Promise<number> {
	for (let turn = 0; turn < 3; turn++) {
		await new Promise((resolve) => setTimeout(resolve, 20));
		collectGarbage();
	}
	return process.memoryUsage().heapUsed;
}
