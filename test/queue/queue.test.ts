import { requireN8n } from '../../rig/n8n/install';
import { killWorker, QUICK_LOCKS } from '../../rig/queue/killedWorker';
import {
	callAll,
	deliveryOf,
	messages,
	publish,
	publishBroadcast,
	publishSingle,
	type Load,
} from '../../rig/queue/load';
import { startQueueSetup, untilEnded, type QueueSetup } from '../../rig/queue/setup';
import { findPrograms } from '../../rig/queue/startQueue';
import { uploadAcross } from './upload';
import { node, SENDER_TYPE, splitItems } from '../../rig/workflows/nodes';

findPrograms();
requireN8n('2.x');

// Nothing here looks at a time: `npm run bench -- queue` does.
describe('n8n 2.x in queue mode, with two workers', () => {
	let setup: QueueSetup;
	let stop: (() => Promise<void>) | undefined;

	beforeAll(async () => {
		setup = await startQueueSetup((end) => void (stop = end));
		setup.rig.workerSettings = QUICK_LOCKS;
		await setup.rig.haveWorkers(2);
	}, 300_000);

	afterAll(async () => await stop?.(), 60_000);

	/** Starts all executions and waits until the last one has ended. */
	const run = async ({ workflow, bodies, texts }: Load) => {
		await callAll(workflow, bodies);
		const states = await untilEnded(setup.rig.database, workflow.id, 120_000);
		return { states, delivery: deliveryOf(texts, setup.service) };
	};

	test('each of 50 executions sends its message once', async () => {
		const { rig, credential } = setup;
		const bodies = messages('single', 50);
		const texts = bodies.map(({ text }) => text);
		const workflow = await publishSingle(rig, credential);
		const { delivery, states } = await run({ workflow, bodies, texts });
		expect(delivery).toEqual({ planned: 50, once: 50, twice: 0, never: 0 });
		expect(states).toEqual({ success: 50 });
	});

	test('four broadcasts, on whichever worker, send each message once', async () => {
		const { rig, credential } = setup;
		const all = [1, 2, 3, 4].map((number) => messages(`broadcast ${number}`, 25));
		const workflow = await publishBroadcast(rig, { credential, atOnce: 10 });
		const load = {
			workflow,
			bodies: all.map((items) => ({ items })),
			texts: all.flat().map(({ text }) => text),
		};
		const { delivery, states } = await run(load);
		expect(delivery).toEqual({ planned: 100, once: 100, twice: 0, never: 0 });
		expect(states).toEqual({ success: 4 });
	});

	test('a worker sends the bytes of a file that another process has received', async () => {
		expect(await uploadAcross(setup)).toEqual({
			store: 'database',
			sentByWorker: true,
			sameBytes: true,
		});
	});

	test('a broadcast that reaches the time limit of its workflow says how far it came', async () => {
		const { rig, credential } = setup;
		const sender = node(
			'Sender',
			SENDER_TYPE,
			{ phone: '={{ $json.phone }}', text: '={{ $json.text }}', options: { minDelay: 600 } },
			{ credentials: { whatsAppSenderApi: { id: credential.id, name: credential.name } } },
		);
		const limit = { executionTimeout: 5 };
		const workflow = await publish(rig, [splitItems(), sender], {}, limit);
		const items = messages('time limit', 3);
		const { delivery } = await run({
			...{ workflow, bodies: [{ items }] },
			texts: items.map(({ text }) => text),
		});
		expect(delivery).toMatchObject({ once: 1, never: 2 });
		const [{ id }] = await rig.api.executions(workflow.id, 1);
		const { status, data } = await rig.api.execution(id);
		expect(status).toBe('canceled');
		expect(data.resultData.error?.message).toBe('The execution was canceled. Accepted: 1 of 3.');
		expect(data.resultData.runData.Sender[0].error?.description).toContain('Data Table');
	});

	test('the death of a worker sends nothing twice, and its executions fail', async () => {
		const { outcomes, afterRetry } = await killWorker(setup);
		for (const { delivery, states } of outcomes) {
			expect(delivery).toMatchObject({ twice: 0 });
			expect(
				Object.keys(states).filter((state) => state !== 'success' && state !== 'error'),
			).toEqual([]);
		}
		expect(outcomes.reduce((sum, { states }) => sum + (states.error ?? 0), 0)).toBeGreaterThan(0);
		expect(afterRetry).toMatchObject({ twice: 0 });
	});
});
