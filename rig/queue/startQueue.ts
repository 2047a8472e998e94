import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { N8nLine } from '../n8n/folders';
import { installByHand } from '../n8n/pack';
import { startN8n, type N8nProcess, type StartOptions } from '../n8n/process';
import type { Stops } from '../stops';
import { startPostgres } from './postgres';
import { startRedis } from './redis';

/** What queue mode adds to n8n's main process: every process with a folder, and the node, of its own. */
export type Queue = Awaited<ReturnType<typeof startQueue>>['queue'] & {
	/** Receives webhooks and puts executions into the queue. */
	webhook: N8nProcess;
};

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
	const database = await startPostgres(programs.postgres);
	await stops.add(async () => await database.stop());
	const redis = await startRedis(programs.redis, folder);
	await stops.add(async () => await redis.stop());

	// The processes read each other's credentials, so they share the key that these are encrypted with.
	const key = randomBytes(24).toString('hex');
	const shared = { EXECUTIONS_MODE: 'queue', N8N_ENCRYPTION_KEY: key };
	let started = 0;
	const start = async (command: StartOptions['command'], env: Record<string, string> = {}) => {
		const userFolder = path.join(folder, `${command}-${++started}`);
		await installByHand(userFolder);
		return await startN8n({
			...{ line, command, userFolder, ownGroup: true, onSpawn: (end) => void stops.add(end) },
			env: { ...shared, ...database.env, ...redis.env, ...env },
		});
	};
	const workers: N8nProcess[] = [];
	const queue = {
		database,
		redis,
		workers,
		/** Settings of the workers that are started from now on. */
		workerSettings: {} as Record<string, string>,
		/** Adds workers or stops some in order, until there are so many. */
		async haveWorkers(count: number): Promise<void> {
			const env = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', ...queue.workerSettings };
			while (workers.length < count) workers.push(await start('worker', env));
			await Promise.all(workers.splice(count).map(async (worker) => await worker.stop()));
		},
		/** Ends a worker at once, as a crash of its machine would. */
		async kill(worker: N8nProcess): Promise<void> {
			workers.splice(workers.indexOf(worker), 1);
			await worker.kill();
		},
	};
	return { start, queue };
}
