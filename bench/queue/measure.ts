import { killWorker, QUICK_LOCKS } from '../../rig/queue/killedWorker';
import { startQueueSetup, type Outcome, type QueueSetup, type States } from '../../rig/queue/setup';
import { count, table } from '../page';
import { restartRedis } from './restartedRedis';

/** Runs n8n in queue mode with its own defaults, and ends it. */
export async function inQueueMode<Result>(
	use: (setup: QueueSetup) => Promise<Result>,
): Promise<Result> {
	let stop: (() => Promise<void>) | undefined;
	try {
		return await use(await startQueueSetup((end) => void (stop = end)));
	} finally {
		await stop?.();
	}
}

/** What is left of the messages when a worker or Redis dies. */
export async function measureFaults(): Promise<string> {
	return await inQueueMode(async (setup) => {
		setup.rig.workerSettings = QUICK_LOCKS;
		await setup.rig.haveWorkers(2);
		const { outcomes, noticedAfter } = await killWorker(setup);
		await setup.rig.haveWorkers(2);
		const all = [
			...outcomes.map((outcome) => ({
				...outcome,
				what: `One of two workers killed: ${outcome.what.toLowerCase()}`,
			})),
			...(await restartRedis(setup)),
		];
		return `${faultsTable(all)}\n\nEvery execution had ended ${count(noticedAfter)} seconds after the kill, with locks of 10 seconds.`;
	});
}

function faultsTable(outcomes: Outcome[]): string {
	const head = ['What happened', 'Messages', 'Once', 'Twice', 'Never', 'Executions in the editor'];
	const rows = outcomes.map(({ what, delivery: { planned, once, twice, never }, states }) => [
		what,
		...[planned, once, twice, never].map(count),
		inWords(states),
	]);
	return table(head, rows);
}

const STATES: Record<string, string> = { new: 'queued', success: 'succeeded', error: 'failed' };

export const inWords = (states: States) =>
	Object.entries(states)
		.map(([state, executions]) => `${count(executions)} ${STATES[state] ?? state}`)
		.join(', ');
