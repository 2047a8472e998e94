import type { KilledWorker } from '../../../rig/queue/killedWorker';
import type { Outcome } from '../../../rig/queue/outcome';
import type { States } from '../../../rig/queue/executions';
import { count, table } from '../../page/table';

const STATES: Record<string, string> = { new: 'queued', success: 'succeeded', error: 'failed' };

/** What arrived, and how n8n lists the executions. */
export function faultTable(outcomes: Outcome[]): string {
	const head = [
		'What happened',
		'Messages',
		'Arrived once',
		'Twice',
		'Never',
		'Executions in the editor',
	];
	const rows = outcomes.map(({ what, delivery: { planned, once, twice, never }, states }) => [
		what,
		...[planned, once, twice, never].map(count),
		inWords(states),
	]);
	return table(head, rows);
}

/** What the user of the killed worker's broadcasts could find out, and what Retry did. */
export function killedWords({ outcomes, noticedAfter, afterRetry, retried }: KilledWorker): string {
	const [, broadcasts, batches] = outcomes;
	const error = outcomes.find((outcome) => outcome.error)?.error ?? 'none';
	const { once, twice } = afterRetry;
	return [
		`- Executions of the killed worker were shown as failed ${count(noticedAfter)} seconds after it died (its locks were`,
		"  set to 10 seconds, and the look for expired locks to every 5; n8n's defaults are 60 and 30).",
		`- Their error: "${error}"`,
		`- Messages that the editor shows as sent in the failed executions: ${broadcasts.shown} of the broadcasts,`,
		`  ${batches.shown} of those in batches with "Save execution progress".`,
		`- After Retry on each failed broadcast (${inWords(retried)}), ${count(once - broadcasts.delivery.once)} more messages`,
		`  had arrived, and ${count(twice)} had arrived twice.`,
	].join('\n');
}

const inWords = (states: States) =>
	Object.entries(states)
		.map(([state, executions]) => `${count(executions)} ${STATES[state] ?? state}`)
		.join(', ') || 'none';
