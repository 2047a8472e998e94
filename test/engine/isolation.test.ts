import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parse, stringify } from 'flatted';
import type { IRunExecutionData } from 'n8n-workflow';
import { storedData } from './execution';
import { NO_SIGNAL, useBroadcasts } from './broadcasts';
import { phone, recipients } from './sandbox';

const { holder, send, fail, arrivals } = useBroadcasts();
const EXECUTIONS = process.env.LONG ? 1000 : 100;
const COUNT = process.env.LONG ? 5000 : 200;
const MB = 1024 * 1024;

describe('One run knows nothing of another:', () => {
	test('two sender nodes in one workflow each send all their items', async () => {
		fail({ 2: [NO_SIGNAL, undefined, NO_SIGNAL] });
		const { error } = await send({
			senders: ['Sender', 'Second'],
			parameters: { phone: '={{ $json.phone ?? $json.recipient }}', text: 'Hello' },
			retryOnFail: true,
		});
		expect(error).toBeUndefined();
		expect(arrivals()).toEqual([0, 1, 2, 2, 0, 1, 2, 2]);
	});

	test('ten executions at once', async () => {
		const { sandbox } = holder;
		sandbox.latency = 5;
		sandbox.onSend = ({ body }, attempt) =>
			(body as { phone: string }).phone === phone(2) && attempt === 1 ? NO_SIGNAL : undefined;
		const texts = Array.from({ length: 10 }, (_, execution) => `Execution ${execution}`);
		await Promise.all(
			texts.map(async (text) => await send({ to: 5, parameters: { text }, retryOnFail: true })),
		);
		const sent = sandbox.accepted.map(({ text, recipient }) => `${text} ${recipient}`);
		const everyone = recipients(5).map(({ json }) => json.phone);
		expect(sent.sort()).toEqual(texts.flatMap((text) => everyone.map((to) => `${text} ${to}`)));
	});
});

describe('What the node leaves in the stored execution', () => {
	test.each([false, true])(
		'is 14 bytes a recipient after a success (though its first item failed in every try: %s)',
		async (fails) => {
			const onError = 'continueRegularOutput';
			const faults = { 0: fails ? NO_SIGNAL : undefined };
			const { run } = await send({ to: 200, faults, retryOnFail: true, onError });
			expect(holder.sandbox.accepted).toHaveLength(fails ? 199 : 200);
			expect(JSON.stringify(run.data.executionData!.contextData).length).toBeLessThan(
				200 + 200 * 15,
			);
		},
	);

	test.each([true, false])(
		`is under 200 bytes per item after a failure of ${COUNT} items (Simplify: %s)`,
		async (simplify) => {
			const { run, error } = await send({
				to: COUNT,
				faults: { [COUNT - 1]: NO_SIGNAL },
				options: { concurrency: 50 },
				parameters: { simplify },
			});
			expect(error?.description).toContain(`Accepted: ${COUNT - 1}.`);
			const stored = storedData(run);
			const withoutMemory = parse(stored) as IRunExecutionData;
			expect(Object.keys(withoutMemory.executionData!.contextData)).toEqual(['node:Sender']);
			withoutMemory.executionData!.contextData = {};
			expect(stored.length - stringify(withoutMemory).length).toBeLessThan(200 * COUNT);
		},
		120_000,
	);
});

test(`memory returns to where it was after ${EXECUTIONS} executions`, async () => {
	const rounds = async (count: number) => {
		for (let round = 0; round < count; round++) {
			const faults = { 0: round % 4 === 0 ? NO_SIGNAL : undefined };
			await send({ faults, retryOnFail: round % 8 === 0 });
			holder.sandbox.reset();
		}
		return await heapUsed();
	};
	const before = await rounds(EXECUTIONS / 5);
	const after = await rounds(EXECUTIONS);
	console.info(`Heap: ${(before / MB).toFixed(1)} MB, later ${(after / MB).toFixed(1)} MB`);
	expect(after - before).toBeLessThan((EXECUTIONS / 50) * MB);
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
