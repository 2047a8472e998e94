import { killWorker } from '../rig/queue/killedWorker';
import {
	outcomeOf,
	publishLoad,
	startAll,
	untilArrived,
	untilEnded,
	type Load,
	type LoadOutcome,
	type States,
} from '../rig/queue/load';
import { QUICK_LOCKS } from '../rig/queue/startQueue';
import { startInstance, type Instance } from '../rig/startInstance';
import { API_KEY } from './n8n';
import { count, digits, table, type Target } from './page';
import type { Service } from './service';
import { cpuOf } from './usage';

/** Runs n8n in queue mode with so many workers and n8n's own defaults, apart from these, and ends it. */
async function inQueueMode<Result>(
	workers: number,
	settings: Record<string, string>,
	use: (instance: Instance) => Promise<Result>,
): Promise<Result> {
	const instance = {} as Instance;
	try {
		await startInstance('2.x', { queue: true, rawBodies: false }, instance);
		instance.queue.workerSettings = settings;
		await instance.queue.haveWorkers(workers);
		return await use(instance);
	} finally {
		await instance.stop?.();
	}
}

/** One worker: ten large broadcasts together, then executions of one message. */
export async function measureLoads(service: Service, tell: (text: string) => void) {
	return await inQueueMode(1, {}, async (instance) => {
		const access = { apiKey: API_KEY, url: service.url };
		const credential = await instance.api.createSenderCredential(access);
		const place = { ...instance, credential };
		const singles = async (executions: number) =>
			await publishLoad(place, `${executions} executions of one message`, { executions });
		// What a new process does for the first time costs more.
		await measureLoad(instance, service, await singles(20));
		const options = { concurrency: 10 };
		const broadcasts = { executions: 10, messages: 2000, options };
		const load = await publishLoad(place, '10 broadcasts of 2,000 messages', broadcasts);
		const large = await measureLoad(instance, service, load);
		const target = allArrived(large, lostLock(instance));
		tell(`queue: ${load.title}`);
		const small = await measureLoad(instance, service, await singles(500));
		const head = [
			'Load',
			'Messages per second',
			'Worker',
			'Webhook process',
			'PostgreSQL',
			'Redis',
		];
		return { targets: [target], loads: table(head, [large.row, small.row]) };
	});
}

/** Starts all executions through the webhook process, and measures until the last one has ended. */
async function measureLoad(instance: Instance, service: Service, load: Load) {
	const { webhook, workers, database, redis } = instance.queue;
	const cpu = () => [workers[0], webhook, database, redis].map(({ pid }) => cpuOf(pid));
	await service.begin(50);
	const before = cpu();
	const begun = Date.now();
	await startAll(instance, load);
	const states = await untilEnded(instance, load, 900_000);
	const messages = load.texts.length;
	const each = cpu().map((time, index) => `${digits((time - before[index]) / messages)} ms`);
	const [[ended]] = await database.query(
		`select extract(epoch from max("stoppedAt")) * 1000 from execution_entity where "workflowId" = '${load.workflowId}'`,
	);
	const row = [load.title, digits(messages / ((Number(ended) - begun) / 1000)), ...each];
	return { title: load.title, row, states, tally: await service.tally() };
}

/** What the processes say when Bull has lost the lock of a job, or takes its worker for dead. */
const LOST =
	/missing (lock|key) for job|could not renew lock|\bstalled\b|timeout exceeded when trying/i;

const lostLock = ({ n8n, queue: { webhook, workers } }: Instance) =>
	[n8n, webhook, ...workers]
		.flatMap(({ output }) => output().split('\n'))
		.find((line) => LOST.test(line));

type Measured = Awaited<ReturnType<typeof measureLoad>>;

function allArrived({ title, states, tally }: Measured, lost?: string): Target {
	const { distinct, repeated } = tally;
	const once = distinct - repeated;
	const arrived = `${count(once)} once, ${count(repeated)} twice, ${inWords(states)}`;
	return {
		measure: `${title} at once in one worker, n8n's default locks, pools and time-outs`,
		target: 'all arrive once, no lock lost',
		measured: lost ? `${arrived}: "${lost}"` : arrived,
		met: once === 20_000 && states.success === 10 && !lost,
	};
}

/** What happens to Redis, how it ends, and whether it keeps a log of every write. */
const FAULTS: Array<[title: string, how: 'in order' | 'crash', isLogged: boolean]> = [
	['Redis restarted in order', 'in order', false],
	['Redis crashed, keeping a log of every write', 'crash', true],
	['Redis crashed, keeping snapshots (the default)', 'crash', false],
];

/** What is left of the messages when a worker or Redis dies. */
export async function measureFaults(): Promise<string> {
	return await inQueueMode(2, QUICK_LOCKS, async (instance) => {
		const outcomes = (await killWorker(instance)).map((outcome) => ({
			...outcome,
			title: `One of two workers killed: ${outcome.title}`,
		}));
		await instance.queue.haveWorkers(2);
		for (const fault of FAULTS) outcomes.push(await restartRedis(instance, ...fault));
		const head = [
			'What happened',
			'Messages',
			'Once',
			'Twice',
			'Never',
			'Executions in the editor',
		];
		const rows = outcomes.map(({ title, planned, once, twice, never, states }) => [
			title,
			...[planned, once, twice, never].map(count),
			inWords(states),
		]);
		return table(head, rows);
	});
}

/** Redis goes away for three seconds while two workers empty a queue of single messages. */
async function restartRedis(
	instance: Instance,
	...[title, how, isLogged]: (typeof FAULTS)[number]
): Promise<LoadOutcome> {
	const { redis } = instance.queue;
	const settings = { saveDataSuccessExecution: 'none' };
	const load = await publishLoad(instance, title, { executions: 300, settings });
	await redis.keepLog(isLogged);
	const calls = startAll(instance, load);
	await untilArrived(instance, load.texts, 50);
	// Debian's settings take one now and then: here at a known moment.
	if (!isLogged) await redis.takeSnapshot();
	await untilArrived(instance, load.texts, 150);
	await redis.restart(how);
	await calls;
	return await outcomeOf(instance, load, 30_000);
}

const STATES: Record<string, string> = { new: 'queued', success: 'succeeded', error: 'failed' };

const inWords = (states: States) =>
	Object.entries(states)
		.map(([state, executions]) => `${count(executions)} ${STATES[state] ?? state}`)
		.join(', ');
