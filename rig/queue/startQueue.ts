import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { installPackage } from '../n8n/pack';
import { startN8n, type N8nProcess, type StartOptions } from '../n8n/process';
import { startPostgres, startRedis } from './servers';

/** A Bull lock, and how often workers look for locks that have run out; n8n's defaults are 60 and 30 seconds. */
export const QUICK_LOCKS = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

export type Queue = Awaited<ReturnType<typeof startQueue>>;

/**
 * Starts PostgreSQL, Redis and n8n in queue mode, without workers: every process with a folder, and the node, of its own.
 *
 * @param env settings of the main process and the one for webhooks
 */
export async function startQueue(
	folder: string,
	stops: AsyncDisposableStack,
	env: Record<string, string> = {},
) {
	const shared = {
		EXECUTIONS_MODE: 'queue',
		// The processes read each other's credentials.
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		...(await startPostgres(stops)),
		...(await startRedis(path.join(folder, 'redis'), stops)),
	};
	let started = 0;
	const start = async (command: StartOptions['command'], more: Record<string, string>) => {
		const userFolder = path.join(folder, `${command}-${++started}`);
		await installPackage(userFolder);
		return await startN8n({
			command,
			userFolder,
			onSpawn: stops.defer.bind(stops),
			env: { ...shared, ...more },
		});
	};
	const workers: N8nProcess[] = [];
	const queue = {
		workers,
		main: await start('start', env),
		/** Receives webhooks and puts executions into the queue. */
		webhook: await start('webhook', env),
		/** Settings of the workers that are started from now on. */
		workerSettings: {} as Record<string, string>,
		/** Adds workers or stops some in order, until there are so many. */
		async haveWorkers(count: number): Promise<void> {
			const settings = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', ...queue.workerSettings };
			while (workers.length < count) workers.push(await start('worker', settings));
			await Promise.all(workers.splice(count).map(async (worker) => await worker.stop()));
		},
		/** Ends the first worker at once, as a crash of its machine would. */
		killWorker: async () => await workers.shift()!.kill(),
	};
	return queue;
}
