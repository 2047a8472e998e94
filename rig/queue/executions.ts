import { setTimeout as pause } from 'node:timers/promises';
import type { Postgres } from './postgres';

/** How many executions are in which state, as the editor's list shows them. */
export type States = Record<string, number>;

/** @param mode what started them: `webhook`, or `retry`, the editor's button */
export async function statesOf(
	{ query }: Postgres,
	workflowId: string,
	mode = 'webhook',
): Promise<States> {
	const where = `"workflowId" = '${workflowId}' and mode = '${mode}'`;
	const rows = await query(
		`select status, count(*) from execution_entity where ${where} group by status order by status`,
	);
	return Object.fromEntries(rows.map(([status, count]) => [status, Number(count)]));
}

/** Executions that n8n regards as queued or under way. */
const unfinished = ({ new: queued = 0, running = 0 }: States) => queued + running;

/**
 * Waits until none of the workflow's executions, which have all been started, is queued or under way.
 * @returns their states, also when the time is over
 */
export async function untilEnded(
	database: Postgres,
	workflowId: string,
	timeoutMs: number,
): Promise<States> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const states = await statesOf(database, workflowId);
		if (unfinished(states) === 0 || Date.now() > deadline) return states;
		await pause(500);
	}
}

/** @returns milliseconds from a moment until the last execution of the workflow ended */
export async function endOf(
	{ query }: Postgres,
	workflowId: string,
	since: number,
): Promise<number> {
	const column = `extract(epoch from max("stoppedAt")) * 1000`;
	const [[end]] = await query(
		`select ${column} from execution_entity where "workflowId" = '${workflowId}'`,
	);
	return Number(end) - since;
}
