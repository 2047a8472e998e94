import { setTimeout as pause } from 'node:timers/promises';
import type { ExecutionSummary } from '../api/apiTypes';
import { QUICK_LOCKS } from '../queue/startQueue';
import { startInstance, type Instance } from '../startInstance';
import { until } from '../until';
import { EXECUTION, publishCampaign, UNCONFIRMED, type Campaign, type Settings } from './campaign';

/** A message takes the service so long; without it, a broadcast is over before anything can be killed. */
const LATENCY = 20;
const PATIENCE_MS = 300_000;

/** The two ways that the guide names: a crash sends a batch again, or leaves one recipient to check by hand. */
export const WAYS: Settings[] = [
	{ batchSize: 20, noteFirst: false },
	{ batchSize: 1, noteFirst: true },
];

/** What is killed, as a power cut would, and brought back. */
const KILLS = {
	async n8n({ n8n, restart }: Instance): Promise<void> {
		await n8n.kill();
		await restart();
	},
	async worker({ queue }: Instance): Promise<void> {
		await queue.killWorker();
		await queue.haveWorkers(1);
	},
	Redis: async ({ queue }: Instance) => await queue.redis.restart('crash'),
};

export type VictimName = keyof typeof KILLS;

/** n8n 2.x in one process with SQLite; or in queue mode with one worker, and a Redis that keeps a log. */
export async function startForKills(queue: boolean, instance = {} as Instance): Promise<Instance> {
	await startInstance('2.x', { queue, rawBodies: false }, instance);
	if (!queue) return instance;
	// With n8n's own times a dead worker is noticed after a minute or two.
	instance.queue.workerSettings = QUICK_LOCKS;
	await instance.queue.redis.keepLog(true);
	await instance.queue.haveWorkers(1);
	return instance;
}

/** What became of a broadcast that was cut once and started again. */
export type Cut = Awaited<ReturnType<typeof cutOnce>>;

/** Nobody is lost, and only the batch under way is sent twice, or is to be checked by hand. */
export function isKept({ lost, twice, toCheck, batchSize, noteFirst }: Cut): boolean {
	const [mayBe, mustNotBe] = noteFirst ? [toCheck, twice] : [twice, toCheck];
	return lost === 0 && mustNotBe === 0 && mayBe <= batchSize;
}

/** Starts the campaign, kills the victim at a random moment, and starts the campaign again. */
export async function cutOnce(
	instance: Instance,
	victim: VictimName,
	size: number,
	settings: Settings,
) {
	const { sandbox, queue } = instance;
	sandbox.reset();
	sandbox.latency = LATENCY;
	const campaign = await publishCampaign(instance, size, settings);
	await campaign.start();
	const killAfter = 1 + Math.floor(Math.random() * (size - 1));
	await until(() => sandbox.accepted.length >= killAfter, PATIENCE_MS);
	// A moment anywhere between two messages, and between message and row.
	await pause(Math.random() * 100);
	const killedAfter = sandbox.accepted.length;
	await KILLS[victim](instance);
	await ended(instance, campaign);
	// As the guide says for a start by hand. A worker whose lock has run out goes on sending, though n8n shows its
	// execution as failed.
	if (victim === 'Redis') {
		await queue.haveWorkers(0);
		await queue.haveWorkers(1);
	}
	await instance.api.deleteDataTableRows(campaign.table, 'phone', EXECUTION);
	await campaign.start();
	await ended(instance, campaign);

	const { lost, twice, toCheck, rows } = await whatBecameOf(instance, campaign);
	return { victim, recipients: size, killedAfter, ...settings, lost, twice, toCheck, rows };
}

/** Compares what the service accepted with the list, and with the campaign's table. */
export async function whatBecameOf({ api, sandbox }: Instance, { table, recipients }: Campaign) {
	const rows = (await api.dataTableRows(table)).filter(({ phone }) => phone !== EXECUTION);
	const isUnconfirmed = (recipient: string) =>
		rows.findLast(({ phone }) => phone === recipient)?.result === 'unconfirmed';
	const times = countOf(sandbox.accepted.map(({ recipient }) => recipient));
	return {
		/** Recipients who got nothing and are not marked as unconfirmed. */
		lost: recipients.filter((each) => !times[each] && !isUnconfirmed(each)).length,
		twice: recipients.filter((each) => times[each] > 1).length,
		/** Recipients whom a kill left unconfirmed. */
		toCheck: recipients.filter((each) => isUnconfirmed(each) && each !== UNCONFIRMED).length,
		/** Rows with each result in the campaign's table. */
		rows: countOf(rows.map(({ result }) => result)),
	};
}

/** What a user looks at before the next start: no execution is under way in the editor's list. */
async function ended(instance: Instance, { workflowId }: Campaign): Promise<void> {
	const hasEnded = async () => {
		const executions = await instance.api.executions(workflowId, 100);
		return executions.length > 0 && executions.every(isOver);
	};
	if (!(await until(hasEnded, PATIENCE_MS))) throw new Error('Executions have not ended');
}

export const isOver = ({ status }: ExecutionSummary) => status !== 'new' && status !== 'running';

function countOf(values: string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
	return counts;
}
