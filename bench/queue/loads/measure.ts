import type { N8nProcess } from '../../../sandbox/n8n/process';
import type { Cluster } from '../cluster/cluster';
import { cpuOf } from '../cluster/cpu';
import { failedOnes } from '../cluster/failedOnes';
import { endOf, untilEnded, type States } from '../cluster/executions';
import { deliveryOf, type CountingService, type Delivery } from '../servers/counting';
import type { Postgres } from '../servers/postgres';
import type { Redis } from '../servers/redis';
import { callAll } from './call';
import type { Published } from './workflows';

/** All that a load runs on. */
export interface Rig {
	cluster: Cluster;
	database: Postgres;
	queue: Redis;
	service: CountingService;
}

/** Executions to be started, and the messages that are to come of them. */
export interface Load {
	workflow: Published;
	bodies: object[];
	texts: string[];
}

export type CpuByProcess = Record<'workers' | 'webhook' | 'main' | 'postgres' | 'redis' | 'bench', number>;

export interface Figures {
	workers: number;
	seconds: number;
	messagesPerSecond: number;
	/** milliseconds of processor time for each message */
	cpu: CpuByProcess;
	states: States;
	delivery: Delivery;
	/** of the first execution that failed */
	error?: string;
}

/** Starts all executions through the webhook process and measures until the last one has ended. */
export async function measure(rig: Rig, { workflow, bodies, texts }: Load): Promise<Figures> {
	const { cluster, database, service } = rig;
	const before = cpuByProcess(rig);
	const begun = Date.now();
	await callAll(workflow, bodies);
	const states = await untilEnded(database, workflow.id, 900_000);
	const after = cpuByProcess(rig);
	cluster.workers.forEach(assertAlive);
	const seconds = (await endOf(database, workflow.id, begun)) / 1000;
	const each = (name: keyof CpuByProcess) => (after[name] - before[name]) / texts.length;
	return {
		workers: cluster.workers.length,
		seconds,
		messagesPerSecond: texts.length / seconds,
		cpu: Object.fromEntries(Object.keys(after).map((name) => [name, each(name as keyof CpuByProcess)])) as CpuByProcess,
		states,
		delivery: deliveryOf(texts, service),
		...(states.error && { error: (await failedOnes(cluster, workflow.id)).error }),
	};
}

/** @throws with the end of its output where a worker has ended by itself */
function assertAlive({ pid, output }: N8nProcess): void {
	try {
		// Signal 0 asks without disturbing.
		process.kill(pid, 0);
	} catch {
		throw new Error(`A worker ended by itself. The end of its output:\n${output().slice(-3000)}`);
	}
}

function cpuByProcess({ cluster, database, queue }: Rig): CpuByProcess {
	const { user, system } = process.cpuUsage();
	return {
		workers: cluster.workers.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
		webhook: cpuOf(cluster.webhook.pid),
		main: cpuOf(cluster.main.pid),
		postgres: cpuOf(database.pid),
		redis: cpuOf(queue.pid),
		bench: (user + system) / 1000,
	};
}
