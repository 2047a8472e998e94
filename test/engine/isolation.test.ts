import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parse, stringify } from 'flatted';
import type { IRunExecutionData } from 'n8n-workflow';
import { storedData } from './execution';
import { useReceiver } from './receiver';
import { arrivals, failing, phones, recipients, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const receiver = useReceiver();
const EXECUTIONS = process.env.LONG ? 1000 : 200;
const COUNT = process.env.LONG ? 5000 : 500;
const MB = 1024 * 1024;

describe('One run knows nothing of another:', () => {
	test('two sender nodes in one workflow each send all their items', async () => {
		const { sandbox } = holder;
		sandbox.onSend = failing(phones(2)[0], 1);
		// Another text for the second, so that either sender's message is rejected once.
		const { error } = await sendTexts(sandbox, {
			senders: ['Sender', 'Second'],
			parameters: {
				phone: '={{ $json.phone ?? $json.recipient }}',
				text: '={{ $json.text ?? "Second" }}',
			},
			retryOnFail: true,
		});

		expect(error).toBeUndefined();
		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 2, 0, 1, 2, 2));
	});

	test('ten executions at once', async () => {
		const { sandbox } = holder;
		sandbox.latency = 5;
		sandbox.onSend = failing(phones(2)[0], 1);
		const outcomes = await Promise.all(
			Array.from({ length: 10 }, async (_, execution) => {
				const parameters = { text: `Execution ${execution}` };
				const options = { items: recipients(5), parameters, retryOnFail: true };
				return await sendTexts(sandbox, options);
			}),
		);

		expect(outcomes.map(({ items }) => items.length)).toEqual(outcomes.map(() => 5));
		const texts = sandbox.accepted.map(({ text, recipient }) => `${text} ${recipient}`);
		expect(new Set(texts).size).toBe(50);
		expect(texts).toHaveLength(50);
	});

	test('a run that failed for good leaves nothing to the next', async () => {
		const { sandbox } = holder;
		const options = { items: recipients(2), retryOnFail: true };
		sandbox.onSend = failing(phones(1)[0]);
		const failed = await sendTexts(sandbox, options);
		sandbox.onSend = undefined;
		await sendTexts(sandbox, options);
		await sendTexts(sandbox, options);

		expect(failed.error).toBeDefined();
		expect(arrivals(sandbox)).toEqual(phones(0, 1, 1, 1, 0, 1, 0, 1));
	});
});

describe('What the node leaves in the stored execution', () => {
	test.each([false, true])(
		'is next to nothing after a success (though its first item failed in every try: %s)',
		async (fails) => {
			const { sandbox } = holder;
			sandbox.onSend = fails ? failing(phones(0)[0]) : undefined;
			const options = { retryOnFail: true, onError: 'continueRegularOutput' } as const;
			const { run, error } = await sendTexts(sandbox, { items: recipients(200), ...options });
			expect(error).toBeUndefined();
			expect(sandbox.accepted).toHaveLength(fails ? 199 : 200);
			expect(JSON.stringify(run.data.executionData!.contextData).length).toBeLessThan(200);
		},
	);

	test.each([true, false])(
		`is under 200 bytes per item after a failure of ${COUNT} items (Simplify: %s)`,
		async (simplify) => {
			const many = recipients(COUNT);
			const last = String(many.at(-1)!.json.phone);
			receiver.answer = (reply, { body }) =>
				body.includes(last) ? reply.code(500).send('No signal') : 'OK';
			const { run, error } = await sendTexts(holder.sandbox, {
				items: many,
				parameters: { simplify, options: { concurrency: 50 } },
				credentials: { whatsAppSenderApi: { apiKey: 'a-key', baseUrl: receiver.url } },
			});
			expect(error?.description).toContain(`Accepted: ${COUNT - 1} of ${COUNT}.`);

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
	const { sandbox } = holder;
	const rounds = async (count: number) => {
		for (let round = 0; round < count; round++) {
			const isFailing = round % 4 === 0;
			sandbox.onSend = () => (isFailing ? { status: 500, body: 'No signal' } : undefined);
			await sendTexts(sandbox, { retryOnFail: round % 8 === 0 });
			sandbox.reset();
		}
		return await heapUsed();
	};
	const before = await rounds(EXECUTIONS / 5);
	const after = await rounds(EXECUTIONS);
	console.info(
		`Heap: ${(before / MB).toFixed(1)} MB, after ${EXECUTIONS} executions ${(after / MB).toFixed(1)} MB`,
	);
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
