import { untilEnded, type QueueSetup, type States } from '../../rig/queue/setup';
import {
	callAll,
	messages,
	publishBroadcast,
	publishSingle,
	type Load,
} from '../../rig/queue/load';
import { API_KEY } from '../n8n';
import { count, digits, table, type Target } from '../page';
import type { Service, Tally } from '../service';
import { cpuOf } from '../usage';
import { inQueueMode, inWords } from './measure';

interface Figures {
	title: string;
	messagesPerSecond: number;
	/** Milliseconds of processor time for each message: worker, webhook process, PostgreSQL, Redis. */
	cpu: number[];
	states: States;
	tally: Tally;
	/** Of the first execution that failed. */
	error?: string;
}

/** One worker with n8n's own defaults: ten large broadcasts together, then executions of one message. */
export async function measureLoads(service: Service, tell: (text: string) => void) {
	return await inQueueMode(async (setup) => {
		const { rig } = setup;
		await rig.haveWorkers(1);
		const access = { apiKey: API_KEY, url: service.url };
		const credential = await rig.api.createSenderCredential(access);

		const single = await publishSingle(rig, credential);
		const singles = (executions: number): Load => {
			const bodies = messages('single', executions);
			return { workflow: single, bodies, texts: bodies.map(({ text }) => text) };
		};
		// What a new process does for the first time costs more.
		await measureLoad('', setup, service, singles(20));

		const all = Array.from({ length: 10 }, (_, index) => messages(`broadcast ${index}`, 2000));
		const large = await measureLoad('10 broadcasts of 2,000 messages', setup, service, {
			workflow: await publishBroadcast(rig, { credential, atOnce: 10 }),
			bodies: all.map((items) => ({ items })),
			texts: all.flat().map(({ text }) => text),
		});
		const lost = lostLocks(setup);
		tell(`queue: ${large.title}`);
		const small = await measureLoad('500 executions of one message', setup, service, singles(500));
		return { targets: [allArrived(large, lost)], loads: loadsTable([large, small]) };
	});
}

/** Starts all executions through the webhook process, and measures until the last one has ended. */
async function measureLoad(
	title: string,
	{ rig }: QueueSetup,
	service: Service,
	{ workflow, bodies, texts }: Load,
): Promise<Figures> {
	const { webhook, workers, database, redis } = rig;
	const cpu = () => [workers[0], webhook, database, redis].map(({ pid }) => cpuOf(pid));
	await service.begin(50);
	const before = cpu();
	const begun = Date.now();
	await callAll(workflow, bodies);
	const states = await untilEnded(database, workflow.id, 900_000);
	const after = cpu();
	const [[ended]] = await database.query(
		`select extract(epoch from max("stoppedAt")) * 1000 from execution_entity where "workflowId" = '${workflow.id}'`,
	);
	const failed = (await rig.api.executions(workflow.id, 100)).find(
		({ status }) => status === 'error',
	);
	return {
		title,
		messagesPerSecond: texts.length / ((Number(ended) - begun) / 1000),
		cpu: after.map((time, index) => (time - before[index]) / texts.length),
		states,
		tally: await service.tally(),
		...(failed && {
			error: (await rig.api.execution(failed.id)).data.resultData.error?.message,
		}),
	};
}

/** What the processes say when Bull has lost the lock of a job, or takes its worker for dead. */
const LOST =
	/missing (lock|key) for job|could not renew lock|\bstalled\b|timeout exceeded when trying/i;

const lostLocks = ({ rig: { n8n, webhook, workers } }: QueueSetup) =>
	[n8n, webhook, ...workers]
		.flatMap(({ output }) => output().split('\n'))
		.find((line) => LOST.test(line));

function allArrived({ title, states, tally, error }: Figures, lost?: string): Target {
	const { distinct, repeated } = tally;
	const failed = error ?? lost;
	const once = distinct - repeated;
	const arrived = `${count(once)} once, ${count(repeated)} twice, ${inWords(states)}`;
	return {
		measure: `${title} at once in one worker, n8n's default locks, pools and time-outs`,
		target: 'all arrive once, no lock lost',
		measured: failed ? `${arrived}: "${failed}"` : arrived,
		met: once === 20_000 && states.success === 10 && !failed,
	};
}

function loadsTable(loads: Figures[]): string {
	const head = ['Load', 'Messages per second', 'Worker', 'Webhook process', 'PostgreSQL', 'Redis'];
	const rows = loads.map(({ title, messagesPerSecond, cpu }) => {
		return [title, digits(messagesPerSecond), ...cpu.map((time) => `${digits(time)} ms`)];
	});
	return table(head, rows);
}
