import * as queue from '../rig/queue/load';
import { QUICK_LOCKS } from '../rig/queue/startQueue';
import { startInstance, type Instance } from '../rig/startRig';
import { API_KEY, cpuOf } from './n8n';
import { count, digits, table, target } from './page';
import type { Service } from './service';

/** n8n in queue mode with so many workers and n8n's own defaults, apart from these. */
async function startWorkers(workers: number, workerSettings: Record<string, string>) {
	const instance = await startInstance('2.x', { queue: true, rawBodies: false });
	Object.assign(instance.queue, { workerSettings });
	await instance.queue.haveWorkers(workers);
	return instance;
}

/** One worker: ten large broadcasts together, then executions of one message. */
export async function measureLoads(service: Service, tell: (text: string) => void) {
	await using instance = await startWorkers(1, {});
	const access = { apiKey: API_KEY, url: service.url };
	const credential = await instance.api.createSenderCredential(access);
	const measure = async (title: string, options: queue.LoadOptions) => {
		const load = await queue.publishLoad({ ...instance, credential }, title, options);
		const measured = await measureLoad(instance, service, load);
		tell(`queue: ${title}`);
		return measured;
	};
	// What a new process does for the first time costs more.
	await measure('a first load', { executions: 20 });
	const broadcasts = { executions: 10, messages: 2000, options: { concurrency: 10 } };
	const large = await measure('10 broadcasts of 2,000 messages', broadcasts);
	const small = await measure('500 executions of one message', { executions: 500 });
	const head = 'Load|Messages per second|Worker|Webhook process|PostgreSQL|Redis';
	return { target: large.target, loads: table(head, [large.row, small.row]) };
}

/** What the processes say when Bull has lost the lock of a job, or takes its worker for dead. */
const LOST =
	/missing (lock|key) for job|could not renew lock|\bstalled\b|timeout exceeded when trying/i;

/** Starts all executions through the webhook process, and measures until the last one has ended. */
async function measureLoad(instance: Instance, service: Service, load: queue.Load) {
	const { title, texts, bodies, workflowId } = load;
	const { webhook, workers, database, redis } = instance.queue;
	const cpu = () => [workers[0], webhook, database, redis].map(({ pid }) => cpuOf(pid));
	await service.begin(50);
	const before = cpu();
	const begun = Date.now();
	await queue.startAll(instance, load);
	const states = await queue.untilEnded(instance, load, 900_000);
	const each = cpu().map((time, index) => `${digits((time - before[index]) / texts.length)} ms`);
	const [[ended]] = await database.query(
		`select extract(epoch from max("stoppedAt")) * 1000 from execution_entity where "workflowId" = '${workflowId}'`,
	);
	const perSecond = texts.length / ((Number(ended) - begun) / 1000);

	const printed = [instance.n8n, webhook, ...workers].map(({ output }) => output()).join('\n');
	const lost = printed.split('\n').find((line) => LOST.test(line));
	const { distinct, repeated } = await service.tally();
	const once = distinct - repeated;
	const arrived = `${count(once)} once, ${count(repeated)} twice, ${inWords(states)}`;
	const row = [title, digits(perSecond), ...each];
	const isMet = once === texts.length && states.success === bodies.length && !lost;
	const what = `${title} at once in one worker, n8n's default locks, pools and time-outs`;
	const measured = lost ? `${arrived}: "${lost}"` : arrived;
	return { target: target(what, 'all arrive once, no lock lost', measured, isMet), row };
}

/** What is left of the messages when a worker or Redis dies. */
export async function measureFaults(): Promise<string> {
	await using instance = await startWorkers(2, QUICK_LOCKS);
	const outcomes = (await queue.killWorker(instance)).map((outcome) => ({
		...outcome,
		title: `One of two workers killed: ${outcome.title}`,
	}));
	await instance.queue.haveWorkers(2);
	for (const fault of REDIS_FAULTS) outcomes.push(await restartRedis(instance, ...fault));
	const rows = outcomes.map(({ title, planned, once, twice, never, states }) => [
		...[title, ...[planned, once, twice, never].map(count), inWords(states)],
	]);
	return table('What happened|Messages|Once|Twice|Never|Executions in the editor', rows);
}

/** What happens to Redis, how it ends, and whether it keeps a log of every write. */
type RedisFault = [title: string, how: 'in order' | 'crash', isLogged: boolean];

const REDIS_FAULTS: RedisFault[] = [
	['Redis restarted in order', 'in order', false],
	['Redis crashed, keeping a log of every write', 'crash', true],
	['Redis crashed, keeping snapshots (the default)', 'crash', false],
];

/** Redis goes away for three seconds while two workers empty a queue of single messages. */
async function restartRedis(instance: Instance, ...[title, how, isLogged]: RedisFault) {
	const { redis } = instance.queue;
	const settings = { saveDataSuccessExecution: 'none' };
	const load = await queue.publishLoad(instance, title, { executions: 300, settings });
	await redis.keepLog(isLogged);
	const calls = queue.startAll(instance, load);
	await queue.untilArrived(instance, load.texts, 50);
	// Debian's settings take one now and then: here at a known moment.
	if (!isLogged) await redis.takeSnapshot();
	await queue.untilArrived(instance, load.texts, 150);
	await redis.restart(how);
	await calls;
	return await queue.outcomeOf(instance, load, 30_000);
}

const STATES: Record<string, string> = { new: 'queued', success: 'succeeded', error: 'failed' };

const inWords = (states: queue.States) =>
	Object.entries(states)
		.map(([state, executions]) => `${count(executions)} ${STATES[state] ?? state}`)
		.join(', ');
