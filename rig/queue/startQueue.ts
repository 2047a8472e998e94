import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { N8nLine } from '../n8n/folders';
import { installByHand } from '../n8n/pack';
import { startN8n, type N8nProcess, type StartOptions } from '../n8n/process';
import type { Stops } from '../stops';
import { startPostgres, type Postgres } from './postgres';
import { startRedis, type Redis } from './redis';

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
	/** Ends a worker at once, as a crash of its machine would. */
	kill(worker: N8nProcess): Promise<void>;
}

/**
 * Where Debian's packages put PostgreSQL (a folder that it keeps off the PATH) and Redis.
 *
 * @throws an error that says how to install what is missing
 */
export function findPrograms() {
	const versions = '/usr/lib/postgresql';
	const postgres = (existsSync(versions) ? readdirSync(versions) : [])
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => path.join(versions, version, 'bin'))
		.find((folder) => existsSync(path.join(folder, 'initdb')));
	const redis = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'].find(existsSync);
	if (postgres && redis) return { postgres, redis };
	const missing = [!postgres && 'PostgreSQL', !redis && 'Redis'].filter(Boolean).join(' and ');
	throw new Error(
		`${missing} not found. On Debian and Ubuntu:\n  sudo apt-get install -y postgresql redis-server`,
	);
}

/**
 * Starts PostgreSQL and Redis.
 *
 * @returns the queue, whose webhook process the caller adds, and what starts each process of n8n
 */
export async function startQueue(line: N8nLine, folder: string, stops: Stops) {
	const programs = findPrograms();
	const database = await startPostgres(programs.postgres, folder);
	await stops.add(async () => await database.stop());
	const redis = await startRedis(programs.redis, folder);
	await stops.add(async () => await redis.stop());

	// The processes read each other's credentials, so they share the key that these are encrypted with.
	const key = randomBytes(24).toString('hex');
	const shared = { EXECUTIONS_MODE: 'queue', N8N_ENCRYPTION_KEY: key };
	let started = 0;
	const start = async (command: StartOptions['command'], more: Partial<StartOptions> = {}) => {
		const userFolder = path.join(folder, `${command}-${++started}`);
		await installByHand(userFolder);
		return await startN8n({
			...{ line, command, userFolder, ownGroup: true, onSpawn: (end) => void stops.add(end) },
			...more,
			env: { ...shared, ...database.env, ...redis.env, ...more.env },
		});
	};
	return { start, queue: queueOf(database, redis, start) };
}

type Start = (command: 'worker', more: Partial<StartOptions>) => Promise<N8nProcess>;

function queueOf(database: Postgres, redis: Redis, start: Start): Queue {
	const queue: Omit<Queue, 'webhook'> = {
		database,
		redis,
		workers: [],
		workerSettings: {},
		async haveWorkers(count) {
			const env = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', ...queue.workerSettings };
			while (queue.workers.length < count) queue.workers.push(await start('worker', { env }));
			await Promise.all(queue.workers.splice(count).map(async (worker) => await worker.stop()));
		},
		async kill(worker) {
			queue.workers.splice(queue.workers.indexOf(worker), 1);
			await worker.kill();
		},
	};
	return queue as Queue;
}
