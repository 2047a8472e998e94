import type { Sandbox } from '../../sandbox';
import type { Instance } from '../startRig';
import { until } from '../until';
import { publishNodes, sender, type Published } from '../workflows/call';
import { loopOverItems, splitItems } from '../workflows/nodes';

/** Executions of one workflow, to be started, and the messages that are to come of them. */
export type Load = Awaited<ReturnType<typeof publishLoad>>;

export interface LoadOptions {
	executions: number;
	/** Of each execution; where it is 1, there are no items. */
	messages?: number;
	/** Size of the batches of a loop, after each node of which n8n notes how far it came. */
	batches?: number;
	options?: object;
	settings?: Record<string, unknown>;
}

/** The webhook answers at once: the execution goes into the queue. */
export const intoQueue = { responseMode: 'onReceived' };

/** Publishes Webhook → Send Text. Each message has a text of its own. */
export async function publishLoad(
	instance: Pick<Instance, 'api' | 'credential'>,
	title: string,
	{ executions, messages = 1, batches, options = {}, settings = {} }: LoadOptions,
) {
	const bodies = Array.from({ length: executions }, (_, execution) => ({
		items: Array.from({ length: messages }, (_item, index) => ({
			phone: `6281234${100_000 + index}`,
			text: `${title}, ${execution}, ${index}`,
		})),
	}));
	const from = messages > 1 ? '$json' : '$json.body.items[0]';
	const fields = { phone: `={{ ${from}.phone }}`, text: `={{ ${from}.text }}`, options };
	const nodes = [
		...(messages > 1 ? [splitItems()] : []),
		...(batches ? [loopOverItems({ batchSize: batches })] : []),
		sender(instance, fields),
	];
	const published = await publishNodes(instance, nodes, {
		trigger: intoQueue,
		settings: { saveExecutionProgress: Boolean(batches), ...settings },
	});
	const texts = bodies.flatMap(({ items }) => items.map(({ text }) => text));
	return { ...published, title, bodies, texts };
}

const CALLERS = 20;

/** Starts all executions, twenty at a time, and waits until n8n has taken them. */
export async function startAll({ api }: Instance, { path, bodies }: Load): Promise<void> {
	const waiting = bodies.values();
	const caller = async () => {
		for (const body of waiting) {
			const { status } = await api.callWebhook(path, body);
			if (status !== 200) throw new Error(`n8n's webhook process answered HTTP ${status}`);
		}
	};
	await Promise.all(Array.from({ length: CALLERS }, caller));
}

export async function untilArrived({ sandbox }: Instance, texts: string[], count: number) {
	const arrived = () => texts.length - deliveryOf(texts, sandbox).never;
	if (await until(() => arrived() >= count, 120_000)) return;
	throw new Error(`Fewer than ${count} messages have arrived in two minutes`);
}

/** How many of the planned messages have arrived how often. */
export function deliveryOf(planned: string[], { accepted }: Pick<Sandbox, 'accepted'>) {
	const times = new Map(planned.map((text) => [text, 0]));
	for (const { text = '' } of accepted) times.set(text, (times.get(text) ?? 0) + 1);
	const counts = planned.map((text) => times.get(text)!);
	const having = (is: (count: number) => boolean) => counts.filter(is).length;
	return {
		planned: planned.length,
		once: having((count) => count === 1),
		twice: having((count) => count > 1),
		never: having((count) => count === 0),
	};
}

/** How many executions are in which state, as the editor's list shows them. */
export type States = Record<string, number>;

/**
 * Waits until none of the workflow's executions, which have all been started, is queued or under way.
 *
 * @returns their states, also when the time is over
 */
export async function untilEnded(
	{ queue }: Instance,
	{ workflowId }: Published,
	timeoutMs: number,
): Promise<States> {
	const where = `"workflowId" = '${workflowId}' and mode = 'webhook'`;
	const sql = `select status, count(*) from execution_entity where ${where} group by status order by status`;
	let states: States = {};
	await until(async () => {
		const rows = await queue.database.query(sql);
		states = Object.fromEntries(rows.map(([status, count]) => [status, Number(count)]));
		return !states.new && !states.running;
	}, timeoutMs);
	return states;
}

/** What a load has come to when n8n regards every execution as ended, at most so long after. */
export async function outcomeOf(instance: Instance, load: Load, timeoutMs: number) {
	const states = await untilEnded(instance, load, timeoutMs);
	const { title, workflowId, texts } = load;
	return { title, workflowId, states, ...deliveryOf(texts, instance.sandbox) };
}

/** One of two workers is killed while both send broadcasts, broadcasts in batches, and single messages. */
export async function killWorker(instance: Instance) {
	instance.sandbox.latency = 100;
	const broadcasts = { executions: 6, messages: 100 };
	const loads = [
		await publishLoad(instance, 'broadcasts', broadcasts),
		await publishLoad(instance, 'broadcasts in batches', { ...broadcasts, batches: 20 }),
		await publishLoad(instance, 'one message an execution', { executions: 200 }),
	];
	// Broadcasts first, so that all of them are under way.
	const calls = loads.map(async (load) => await startAll(instance, load));
	for (const { texts } of loads) await untilArrived(instance, texts, texts.length / 10);
	await instance.queue.killWorker();
	await Promise.all(calls);
	const outcomes: Array<Awaited<ReturnType<typeof outcomeOf>>> = [];
	for (const load of loads) outcomes.push(await outcomeOf(instance, load, 180_000));
	return outcomes;
}
