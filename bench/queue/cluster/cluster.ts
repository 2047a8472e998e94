import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { N8nApi } from '../../../sandbox/n8n/api';
import { demoOwner } from '../../../sandbox/n8n/demo';
import { startN8n, type N8nProcess } from '../../../sandbox/n8n/process';
import type { Postgres } from '../servers/postgres';
import type { Redis } from '../servers/redis';
import { installByHand, packInto } from './packageByHand';

type Process = 'start' | 'webhook' | 'worker';

/** n8n in queue mode, as one runs it on several machines: every process has a folder, and the package, of its own. */
export interface Cluster {
	main: N8nProcess;
	/** Receives webhooks and puts executions into the queue. */
	webhook: N8nProcess;
	workers: N8nProcess[];
	api: N8nApi;
	/** Adds workers or stops some in order, until there are so many. */
	haveWorkers(count: number): Promise<void>;
	/** Settings of the workers that are started from now on. */
	workerSettings: Record<string, string>;
	/** Ends a worker at once, as a crash of its machine would. */
	kill(worker: N8nProcess): Promise<void>;
}

/**
 * Starts the main process and one webhook process, without workers yet.
 * @param folder gets a folder for each process
 * @param onSpawn gets what stops a process as soon as it exists
 */
export async function startCluster(
	folder: string,
	{ env: database }: Postgres,
	{ env: queue }: Redis,
	onSpawn: (stop: () => Promise<void>) => void,
): Promise<Cluster> {
	// While a worker prepares the items of several broadcasts it does nothing else; n8n's patience of 20 seconds for a
	// connection to the database can end meanwhile, and with it a broadcast.
	const patience = {
		DB_POSTGRESDB_POOL_SIZE: '5',
		DB_POSTGRESDB_CONNECTION_TIMEOUT: '120000',
		DB_CONNECTION_ACQUISITION_TIMEOUT_MS: '120000',
	};
	// The processes read each other's credentials, so they share the key that these are encrypted with.
	const shared = { EXECUTIONS_MODE: 'queue', N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex') };
	const places = { ...patience, ...database, ...queue };
	const packed = await packInto(folder);
	let started = 0;
	const start = async (command: Process, settings: Record<string, string> = {}) => {
		const userFolder = path.join(folder, `${command}-${++started}`);
		await installByHand(packed, userFolder);
		return await startN8n({ line: '2.x', command, userFolder, env: { ...shared, ...places, ...settings }, ownGroup: true, onSpawn });
	};
	const main = await start('start');
	const api = new N8nApi(main.url);
	await api.setupOwner(demoOwner);
	const webhook = await start('webhook');
	const cluster: Cluster = {
		main,
		webhook,
		api,
		workers: [],
		workerSettings: {},
		async haveWorkers(count) {
			const settings = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', ...cluster.workerSettings };
			while (cluster.workers.length < count) cluster.workers.push(await start('worker', settings));
			await Promise.all(cluster.workers.splice(count).map(async (worker) => await worker.stop()));
		},
		async kill(worker) {
			cluster.workers.splice(cluster.workers.indexOf(worker), 1);
			// The negative id is the process group: the worker and its task runner.
			process.kill(-worker.pid, 'SIGKILL');
			await worker.ended;
		},
	};
	return cluster;
}
