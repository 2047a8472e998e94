import type { N8nProcess } from '../../../rig/n8n/process';
import { deliveryOf, type Delivery } from '../../../rig/queue/counting';
import { endOf, untilEnded, type States } from '../../../rig/queue/executions';
import { failedOnes } from '../../../rig/queue/failedOnes';
import { callAll, type Load } from '../../../rig/queue/load';
import type { QueueSetup } from '../../../rig/queue/setup';
import type { QueueRig } from '../../../rig/startRig';
import { cpuOf } from './cpu';

export type CpuByProcess = Record<
	'workers' | 'webhook' | 'main' | 'postgres' | 'redis' | 'bench',
	number
>;

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
export async function measure(
	{ rig, service }: QueueSetup,
	{ workflow, bodies, texts }: Load,
): Promise<Figures> {
	const before = cpuByProcess(rig);
	const begun = Date.now();
	await callAll(workflow, bodies);
	const states = await untilEnded(rig.database, workflow.id, 900_000);
	const after = cpuByProcess(rig);
	rig.workers.forEach(assertAlive);
	const seconds = (await endOf(rig.database, workflow.id, begun)) / 1000;
	const each = (name: keyof CpuByProcess) => (after[name] - before[name]) / texts.length;
	return {
		workers: rig.workers.length,
		seconds,
		messagesPerSecond: texts.length / seconds,
		cpu: Object.fromEntries(
			Object.keys(after).map((name) => [name, each(name as keyof CpuByProcess)]),
		) as CpuByProcess,
		states,
		delivery: deliveryOf(texts, service),
		...(states.error && { error: (await failedOnes(rig, workflow.id)).error }),
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

function cpuByProcess({ n8n, webhook, workers, database, redis }: QueueRig): CpuByProcess {
	const { user, system } = process.cpuUsage();
	return {
		workers: workers.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
		webhook: cpuOf(webhook.pid),
		main: cpuOf(n8n.pid),
		postgres: cpuOf(database.pid),
		redis: cpuOf(redis.pid),
		bench: (user + system) / 1000,
	};
}
