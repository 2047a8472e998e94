import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../../sandbox';
import type { Credential, N8nNode } from '../api/apiTypes';
import type { QueueRig } from '../startRig';
import { until } from '../until';
import { chain, node, SENDER_TYPE, splitItems, webhook } from '../workflows/nodes';

/** A workflow that a webhook starts. */
export interface Published {
	id: string;
	/** of the webhook process */
	url: string;
}

/** Executions to be started, and the messages that are to come of them. */
export interface Load {
	workflow: Published;
	bodies: object[];
	texts: string[];
}

interface SenderSettings {
	credential: Credential;
	/** Messages in Parallel */
	atOnce?: number;
}

/** Send Text of `phone` and `text`: of each item, or of the webhook's own body. */
function sender({ credential: { id, name }, atOnce = 1 }: SenderSettings, from = '$json'): N8nNode {
	const parameters = {
		operation: 'sendText',
		phone: `={{ ${from}.phone }}`,
		text: `={{ ${from}.text }}`,
		...(atOnce > 1 && { options: { concurrency: atOnce } }),
	};
	return node('Sender', SENDER_TYPE, parameters, {
		credentials: { whatsAppSenderApi: { id, name } },
	});
}

/** Webhook → Send Text: one execution a message. */
export async function publishSingle(
	rig: QueueRig,
	credential: Credential,
	settings: Record<string, unknown> = {},
): Promise<Published> {
	return await publish(rig, [sender({ credential }, '$json.body')], {}, settings);
}

/** Webhook → Split Out → Send Text: one execution for all messages. */
export async function publishBroadcast(
	rig: QueueRig,
	settings: SenderSettings,
): Promise<Published> {
	return await publish(rig, [splitItems(), sender(settings)]);
}

/** As a broadcast, but in batches, and n8n notes how far it came after every node. */
export async function publishBatches(
	rig: QueueRig,
	settings: SenderSettings,
	size: number,
): Promise<Published> {
	const type = 'n8n-nodes-base.splitInBatches';
	const loop = node('Loop', type, { batchSize: size, options: {} }, { typeVersion: 3 });
	const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
	const again = { Loop: { main: [[], to('Sender')] }, Sender: { main: [to('Loop')] } };
	const noted = { saveExecutionProgress: true };
	return await publish(rig, [splitItems(), loop, sender(settings)], again, noted);
}

/** The webhook answers at once: the execution goes into the queue. */
export async function publish(
	{ api, webhook: receiver }: QueueRig,
	nodes: N8nNode[],
	connections: Record<string, unknown> = {},
	settings: Record<string, unknown> = {},
): Promise<Published> {
	const path = randomUUID();
	const all = [webhook(path, { responseMode: 'onReceived' }), ...nodes];
	const { id } = await api.createWorkflow({
		name: `Load ${path}`,
		nodes: all,
		connections: { ...chain(...all), ...connections },
		settings,
	});
	await api.activate(id);
	return { id, url: `${receiver.url}/webhook/${path}` };
}

const CALLERS = 20;

/** Calls a webhook once for each body, twenty at a time, and waits until all calls are answered. */
export async function callAll({ url }: Published, bodies: object[]): Promise<void> {
	const waiting = bodies.values();
	const caller = async () => {
		for (const body of waiting) {
			const headers = { 'content-type': 'application/json' };
			const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
			await response.text();
			if (!response.ok) throw new Error(`n8n's webhook process answered HTTP ${response.status}`);
		}
	};
	await Promise.all(Array.from({ length: CALLERS }, caller));
}

/** So many messages, each with a text of its own. */
export function messages(name: string, count: number): Array<{ phone: string; text: string }> {
	return Array.from({ length: count }, (_, index) => ({
		phone: `6281234${100_000 + index}`,
		text: `${name} ${index}`,
	}));
}

/** Waits until so many of the texts have arrived. */
export async function untilArrived(texts: string[], count: number, service: Sandbox) {
	const arrived = () => texts.length - deliveryOf(texts, service).never;
	if (await until(() => arrived() >= count, 120_000)) return;
	throw new Error(`Fewer than ${count} messages have arrived in two minutes`);
}

/** What became of the messages that were to be sent. */
export interface Delivery {
	planned: number;
	once: number;
	twice: number;
	never: number;
}

/** Compares what was planned with what has arrived. */
export function deliveryOf(planned: string[], { accepted }: Sandbox): Delivery {
	const times = new Map(planned.map((text) => [text, 0]));
	for (const { text = '' } of accepted) times.set(text, (times.get(text) ?? 0) + 1);
	const having = (is: (count: number) => boolean) =>
		planned.filter((text) => is(times.get(text)!)).length;
	return {
		planned: planned.length,
		once: having((count) => count === 1),
		twice: having((count) => count > 1),
		never: having((count) => count === 0),
	};
}
