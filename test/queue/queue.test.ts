import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { killWorker, QUICK_LOCKS } from '../../bench/queue/faults/killedWorker';
import { messages } from '../../bench/queue/loads/call';
import { measure } from '../../bench/queue/loads/measure';
import { uploadAcross } from '../../bench/queue/loads/upload';
import { publishBroadcast, publishSingle } from '../../bench/queue/loads/workflows';
import { startRig } from '../../bench/queue/rig';
import { findPrograms } from '../../bench/queue/servers/debian';
import { installN8n } from '../../sandbox/n8n/install';

// The quick form of `npm run bench:queue`: nothing here looks at a time.
describe('n8n 2.x in queue mode, with two workers', () => {
	let started: Awaited<ReturnType<typeof startRig>>;
	const tasks: Array<() => unknown> = [];

	beforeAll(async () => {
		const programs = findPrograms();
		await installN8n('2.x');
		const folder = await mkdtemp(path.join(tmpdir(), 'whatsapp-sender-queue-'));
		tasks.push(async () => await rm(folder, { recursive: true, force: true }));
		started = await startRig(programs, folder, { add: async (task) => void tasks.unshift(task) });
		started.rig.cluster.workerSettings = QUICK_LOCKS;
		await started.rig.cluster.haveWorkers(2);
	}, 600_000);

	afterAll(async () => {
		for (const task of tasks) await task();
	}, 60_000);

	test('each of 50 executions sends its message once', async () => {
		const { rig, credential } = started;
		const bodies = messages('single', 50);
		const texts = bodies.map(({ text }) => text);
		const workflow = await publishSingle(rig.cluster, credential);
		const { delivery, states } = await measure(rig, { workflow, bodies, texts });
		expect(delivery).toEqual({ planned: 50, once: 50, twice: 0, never: 0 });
		expect(states).toEqual({ success: 50 });
	});

	test('four broadcasts, on whichever worker, send each message once', async () => {
		const { rig, credential } = started;
		const all = [1, 2, 3, 4].map((number) => messages(`broadcast ${number}`, 25));
		const workflow = await publishBroadcast(rig.cluster, { credential, atOnce: 10 });
		const load = { workflow, bodies: all.map((items) => ({ items })), texts: all.flat().map(({ text }) => text) };
		const { delivery, states } = await measure(rig, load);
		expect(delivery).toEqual({ planned: 100, once: 100, twice: 0, never: 0 });
		expect(states).toEqual({ success: 4 });
	});

	test('a worker sends the bytes of a file that another process has received', async () => {
		expect(await uploadAcross(started.rig, started.sandbox)).toEqual({
			megabytes: 20,
			store: 'database',
			sentByWorker: true,
			sameBytes: true,
		});
	});

	test('the death of a worker sends nothing twice, and its executions fail', async () => {
		const { outcomes, afterRetry } = await killWorker(started.rig, started.credential);
		for (const { delivery, states } of outcomes) {
			expect(delivery).toMatchObject({ twice: 0 });
			expect(Object.keys(states).filter((state) => state !== 'success' && state !== 'error')).toEqual([]);
		}
		expect(outcomes.reduce((sum, { states }) => sum + (states.error ?? 0), 0)).toBeGreaterThan(0);
		expect(afterRetry).toMatchObject({ twice: 0 });
	});
});
