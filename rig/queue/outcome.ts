import { until } from '../until';
import { deliveryOf, type Delivery, type Load } from './load';
import type { Postgres } from './postgres';
import type { QueueSetup } from './setup';

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
