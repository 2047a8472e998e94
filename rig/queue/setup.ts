import { startSandbox, type Sandbox } from '../../sandbox';
import type { Credential } from '../api/apiTypes';
import { startRig, type QueueRig } from '../startRig';
import { Stops } from '../stops';
import { until } from '../until';
import { deliveryOf, type Delivery, type Load } from './load';
import type { Postgres } from './postgres';

/** n8n 2.x in queue mode, and the service that its messages go to. */
export interface QueueSetup {
	rig: QueueRig;
	service: Sandbox;
	credential: Credential;
}

/**
 * Starts everything but workers.
 *
 * @param onBegin gets what ends all of it, before anything is started
 */
export async function startQueueSetup(
	onBegin: (stop: () => Promise<void>) => unknown,
): Promise<QueueSetup> {
	const stops = new Stops();
	await onBegin(async () => await stops.run());
	const service = await startSandbox();
	service.latency = 50;
	await stops.add(async () => await service.close());
	const rig = await startRig({
		line: '2.x',
		queue: true,
		onBegin: async (stop) => await stops.add(stop),
	});
	const credential = await rig.api.createSenderCredential(service);
	return { rig, service, credential };
}

/** How many executions are in which state, as the editor's list shows them. */
export type States = Record<string, number>;

/** What a fault left behind, of one load. */
export interface Outcome {
	what: string;
	delivery: Delivery;
	states: States;
}

/**
 * Waits until none of the workflow's executions, which have all been started, is queued or under way.
 * @returns their states, also when the time is over
 */
export async function untilEnded(
	{ query }: Postgres,
	workflowId: string,
	timeoutMs: number,
): Promise<States> {
	const where = `"workflowId" = '${workflowId}' and mode = 'webhook'`;
	const sql = `select status, count(*) from execution_entity where ${where} group by status order by status`;
	let states: States = {};
	await until(async () => {
		states = Object.fromEntries((await query(sql)).map(([status, count]) => [status, +count]));
		return !states.new && !states.running;
	}, timeoutMs);
	return states;
}

/** Waits until n8n regards every execution as ended, at most so long, and compares the books. */
export async function outcomeOf(
	what: string,
	{ rig, service }: QueueSetup,
	{ workflow, texts }: Load,
	timeoutMs: number,
): Promise<Outcome> {
	const states = await untilEnded(rig.database, workflow.id, timeoutMs);
	return { what, states, delivery: deliveryOf(texts, service) };
}
