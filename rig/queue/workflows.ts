import { randomUUID } from 'node:crypto';
import type { Credential, N8nNode } from '../api/apiTypes';
import { chain, node, SENDER_TYPE, splitItems, webhook } from '../workflows/nodes';
import type { QueueRig } from '../startRig';

/** A workflow that a webhook starts. */
export interface Published {
	id: string;
	/** of the webhook process */
	url: string;
}

interface SenderSettings {
	credential: Credential;
	/** Messages at Once */
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
	const loop = node(
		'Loop',
		'n8n-nodes-base.splitInBatches',
		{ batchSize: size, options: {} },
		{ typeVersion: 3 },
	);
	const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
	const again = { Loop: { main: [[], to('Sender')] }, Sender: { main: [to('Loop')] } };
	return await publish(rig, [splitItems(), loop, sender(settings)], again, {
		saveExecutionProgress: true,
	});
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
	const workflow = {
		name: `Load ${path}`,
		nodes: all,
		connections: { ...chain(...all), ...connections },
		settings,
	};
	const { id } = await api.createWorkflow(workflow);
	await api.activate(id);
	return { id, url: `${receiver.url}/webhook/${path}` };
}
