import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { N8nLine } from '../n8n/folders';
import { installByHand } from '../n8n/pack';
import { startN8n, type N8nProcess, type StartOptions } from '../n8n/process';
import { startPostgres, type Postgres } from './postgres';
import { startRedis, type Redis } from './redis';

/** A Bull lock, and how often workers look for locks that have run out; n8n's defaults are 60 and 30 seconds. */
export const QUICK_LOCKS = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/** What queue mode adds to n8n's main process: every process with a folder, and the node, of its own. */
export interface Queue {
	database: Postgres;
	redis: Redis;
	/** Receives webhooks and puts executions into the queue. */
	webhook: N8nProcess;
	workers: N8nProcess[];
	/** Settings of the workers that are started from now on. */
	workerSettings: Record<string, string>;
	/** Adds workers or stops some in order, until there are so many. */
	haveWorkers(count: number): Promise<void>;
	/** Ends the first worker at once, as a crash of its machine would. */
	killWorker(): Promise<void>;
	/** Starts another process of n8n. */
	start(command: StartOptions['command'], env?: Record<string, string>): Promise<N8nProcess>;
}

/**
 * Starts PostgreSQL and Redis.
 *
 * @returns the queue, whose webhook process the caller adds
 */
export async function startQueue(
	line: N8nLine,
	folder: string,
	stops: AsyncDisposableStack,
): Promise<Queue> {
	const database = await startPostgres(stops);
	const redis = await startRedis(path.join(folder, 'redis'), stops);
	// The processes read each other's credentials, so they share the key that these are encrypted with.
	const key = randomBytes(24).toString('hex');
	const shared = { EXECUTIONS_MODE: 'queue', N8N_ENCRYPTION_KEY: key };
	let started = 0;
	const queue = {
		...{ database, redis, workers: [] as N8nProcess[], workerSettings: {} },
		async start(command, env = {}) {
			const userFolder = path.join(folder, `${command}-${++started}`);
			await installByHand(userFolder);
			return await startN8n({
				...{ line, command, userFolder, ownGroup: true, onSpawn: stops.defer.bind(stops) },
				env: { ...shared, ...database.env, ...redis.env, ...env },
			});
		},
		async haveWorkers(count) {
			const env = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', ...queue.workerSettings };
			while (queue.workers.length < count) queue.workers.push(await queue.start('worker', env));
			await Promise.all(queue.workers.splice(count).map(async (worker) => await worker.stop()));
		},
		killWorker: async () => await queue.workers.shift()!.kill(),
	} as Queue;
	return queue;
}
