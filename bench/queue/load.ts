import type { N8nProcess } from '../../rig/n8n/process';
import { deliveryOf, type Delivery } from '../../rig/queue/counting';
import { endOf, untilEnded, type States } from '../../rig/queue/executions';
import { failedOnes } from '../../rig/queue/failedOnes';
import { callAll, messages, type Load } from '../../rig/queue/load';
import type { QueueSetup } from '../../rig/queue/setup';
import { publishBroadcast, publishSingle } from '../../rig/queue/workflows';
import type { QueueRig } from '../../rig/startRig';
import { cpuOf } from '../usage';

const PROCESSES = ['worker', 'webhook', 'main', 'postgres', 'redis'] as const;

export interface Figures {
	title: string;
	messagesPerSecond: number;
	/** Milliseconds of processor time for each message. */
	cpu: Record<(typeof PROCESSES)[number], number>;
	states: States;
	delivery: Delivery;
	/** Of the first execution that failed. */
	error?: string;
}

/** Executions that send one message each. */
export async function singles({ rig, credential }: QueueSetup, executions: number): Promise<Load> {
	const bodies = messages('single', executions);
	const workflow = await publishSingle(rig, credential);
	return { workflow, bodies, texts: bodies.map(({ text }) => text) };
}

/** Executions that send many messages each, 10 in parallel. */
export async function broadcasts(
	{ rig, credential }: QueueSetup,
	count: number,
	size: number,
): Promise<Load> {
	const all = Array.from({ length: count }, (_, index) => messages(`broadcast ${index}`, size));
	const workflow = await publishBroadcast(rig, { credential, atOnce: 10 });
	const bodies = all.map((items) => ({ items }));
	return { workflow, bodies, texts: all.flat().map(({ text }) => text) };
}

/** Starts all executions through the webhook process, and measures until the last one has ended. */
export async function measureLoad(
	title: string,
	{ rig, service }: QueueSetup,
	{ workflow, bodies, texts }: Load,
): Promise<Figures> {
	service.arrived.clear();
	const before = cpuByProcess(rig);
	const begun = Date.now();
	await callAll(workflow, bodies);
	const states = await untilEnded(rig.database, workflow.id, 900_000);
	const after = cpuByProcess(rig);
	rig.workers.forEach(assertAlive);
	const seconds = (await endOf(rig.database, workflow.id, begun)) / 1000;
	const each = PROCESSES.map((name) => [name, (after[name] - before[name]) / texts.length]);
	return {
		title,
		messagesPerSecond: texts.length / seconds,
		cpu: Object.fromEntries(each) as Figures['cpu'],
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

const cpuByProcess = ({ n8n, webhook, workers: [worker], database, redis }: QueueRig) => ({
	worker: cpuOf(worker.pid),
	webhook: cpuOf(webhook.pid),
	main: cpuOf(n8n.pid),
	postgres: cpuOf(database.pid),
	redis: cpuOf(redis.pid),
});
