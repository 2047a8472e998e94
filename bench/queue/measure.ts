import { killWorker, QUICK_LOCKS } from '../../rig/queue/killedWorker';
import { startQueueSetup, type QueueSetup } from '../../rig/queue/setup';
import type { States } from '../../rig/queue/executions';
import type { Outcome } from '../../rig/queue/outcome';
import { count, digits, table, type Target } from '../page';
import { broadcasts, measureLoad, singles, type Figures } from './load';
import { restartRedis } from './restartedRedis';

/** Runs n8n in queue mode with its own defaults, and ends it. */
async function inQueueMode<Result>(use: (setup: QueueSetup) => Promise<Result>): Promise<Result> {
	let stop: (() => Promise<void>) | undefined;
	try {
		return await use(await startQueueSetup((end) => void (stop = end)));
	} finally {
		await stop?.();
	}
}

/** One worker: ten large broadcasts together, then executions of one message. */
export async function measureLoads(tell: (text: string) => void) {
	return await inQueueMode(async (setup) => {
		await setup.rig.haveWorkers(1);
		// What a new process does for the first time costs more.
		await measureLoad('', setup, await singles(setup, 20));
		const many = await broadcasts(setup, 10, 2000);
		const large = await measureLoad('10 broadcasts of 2,000 messages', setup, many);
		const lost = lostLocks(setup);
		tell(`queue: ${large.title}`);
		const one = await singles(setup, 500);
		const small = await measureLoad('500 executions of one message', setup, one);
		return { targets: [allArrived(large, lost)], loads: loadsTable([large, small]) };
	});
}

/** What the processes say when Bull has lost the lock of a job, or takes its worker for dead. */
const LOST =
	/missing (lock|key) for job|could not renew lock|\bstalled\b|timeout exceeded when trying/i;

const lostLocks = ({ rig: { n8n, webhook, workers } }: QueueSetup) =>
	[n8n, webhook, ...workers]
		.flatMap(({ output }) => output().split('\n'))
		.find((line) => LOST.test(line));

function allArrived({ title, states, delivery, error }: Figures, lost?: string): Target {
	const { once, planned, twice } = delivery;
	const failed = error ?? lost;
	const arrived = `${count(once)} once, ${count(twice)} twice, ${inWords(states)}`;
	return {
		measure: `${title} at once in one worker, n8n's default locks, pools and time-outs`,
		target: 'all arrive once, no lock lost',
		measured: failed ? `${arrived}: "${failed}"` : arrived,
		met: once === planned && states.success === 10 && !failed,
	};
}

function loadsTable(loads: Figures[]): string {
	const head = ['Load', 'Messages per second', 'Worker', 'Webhook process', 'PostgreSQL', 'Redis'];
	const rows = loads.map(({ title, messagesPerSecond, cpu }) => {
		const each = [cpu.worker, cpu.webhook, cpu.postgres, cpu.redis];
		return [title, digits(messagesPerSecond), ...each.map((time) => `${digits(time)} ms`)];
	});
	return table(head, rows);
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

const inWords = (states: States) =>
	Object.entries(states)
		.map(([state, executions]) => `${count(executions)} ${STATES[state] ?? state}`)
		.join(', ');
