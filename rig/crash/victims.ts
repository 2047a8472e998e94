import { startInstance, type Instance } from '../startInstance';
import { startRig, type QueueRig } from '../startRig';
import { QUICK_LOCKS } from '../queue/killedWorker';
import { startSandbox } from '../../sandbox';
import { Stops } from '../stops';
import type { Place } from './campaign';

/** What a kill hits. */
export type VictimName = 'n8n' | 'worker' | 'Redis';

/** n8n with something in it that can be killed. */
export interface Victim extends Place {
	name: VictimName;
	/** Kills it as a power cut would, and brings it back. */
	kill(): Promise<void>;
	/** What the guide says to do before the workflow is started again. */
	beforeNextStart?(): Promise<void>;
}

type OnBegin = (stop: () => Promise<void>) => unknown;

/** n8n 2.x in one process with SQLite: the whole of it is killed. */
export async function startAlone(onBegin: OnBegin): Promise<Victim[]> {
	const instance = {} as Instance;
	await onBegin(async () => await instance.stop?.());
	await startInstance('2.x', { rawBodies: false }, instance);
	const kill = async () => {
		await instance.n8n.kill();
		await instance.restart();
	};
	return [Object.assign(instance, { name: 'n8n' as const, kill })];
}

/** n8n 2.x in queue mode with one worker: the worker is killed, or Redis. */
export async function startInQueueMode(onBegin: OnBegin): Promise<Victim[]> {
	const stops = new Stops();
	await onBegin(async () => await stops.run());
	const sandbox = await startSandbox();
	await stops.add(async () => await sandbox.close());
	const onBeginOfRig = async (stop: () => Promise<void>) => await stops.add(stop);
	const rig: QueueRig = await startRig({ line: '2.x', queue: true, onBegin: onBeginOfRig });
	// With n8n's own times a dead worker is noticed after a minute or two.
	rig.workerSettings = QUICK_LOCKS;
	await rig.redis.keepBy('log');
	await rig.haveWorkers(1);
	const credential = await rig.api.createCredential({
		name: 'Sandbox',
		type: 'whatsAppSenderApi',
		data: { apiKey: sandbox.apiKey, baseUrl: sandbox.url },
	});
	const place: Place = { api: rig.api, sandbox, credential };
	return [
		{
			...place,
			name: 'worker',
			async kill() {
				await rig.kill(rig.workers[0]);
				await rig.haveWorkers(1);
			},
		},
		{
			...place,
			name: 'Redis',
			kill: async () => await rig.redis.restart('crash', 3000),
			// A worker whose lock has run out goes on sending, though n8n shows its execution as failed.
			async beforeNextStart() {
				await rig.haveWorkers(0);
				await rig.haveWorkers(1);
			},
		},
	];
}
