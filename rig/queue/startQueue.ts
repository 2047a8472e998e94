import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { installPackage } from '../n8n/pack';
import { startN8n, type N8nProcess, type StartOptions } from '../n8n/process';
import { startPostgres, startRedis } from './servers';

/** The time after which another worker gets the job of a silent one. n8n's defaults are some minutes. */
const QUICK_LOCKS = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

export type Queue = Awaited<ReturnType<typeof startQueue>>;

/** Starts PostgreSQL, Redis and n8n in queue mode, without workers. Each process has its own folder with the node. */
export async function startQueue(folder: string, stops: AsyncDisposableStack) {
	const shared = {
		EXECUTIONS_MODE: 'queue',
		// All processes read the same credentials.
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		...(await startPostgres(stops)),
		...(await startRedis(path.join(folder, 'redis'), stops)),
	};
	let started = 0;
	const start = async (command: StartOptions['command'], more = {}) => {
		const userFolder = path.join(folder, `${command}-${++started}`);
		await installPackage(userFolder);
		const onSpawn = stops.defer.bind(stops);
		return await startN8n({ command, userFolder, onSpawn, env: { ...shared, ...more } });
	};
	const workers: N8nProcess[] = [];
	const main = await start('start');
	/** Receives webhooks and puts executions into the queue. */
	const webhook = await start('webhook');
	// Links lead to the process that receives webhooks, as behind a proxy.
	const links = { WEBHOOK_URL: `${webhook.url}/` };
	const workerEnv = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', ...QUICK_LOCKS, ...links };
	return {
		workers,
		main,
		webhook,
		/** Starts or stops workers until there are `count`. */
		async haveWorkers(count: number): Promise<void> {
			while (workers.length < count) workers.push(await start('worker', workerEnv));
			await Promise.all(workers.splice(count).map(async (worker) => await worker.stop()));
		},
		/** Kills the first worker, as a power cut would. */
		killWorker: async () => await workers.shift()!.kill(),
	};
}
