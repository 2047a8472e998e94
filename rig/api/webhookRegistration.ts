import { setTimeout as pause } from 'node:timers/promises';
import type { N8nNode, N8nWorkflow } from './apiTypes';
import type { RestClient } from './restClient';

const WEBHOOK_NODE = 'n8n-nodes-base.webhook';

/**
 * Waits until every Webhook node of a workflow answers, or none does: n8n 2.x activates and deactivates in the background.
 * @throws after the time-out, naming the path
 */
export async function untilWebhooks(
	wanted: 'registered' | 'gone',
	client: RestClient,
	workflow: N8nWorkflow,
	timeoutMs: number,
): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	for (const node of workflow.nodes) {
		if (node.type !== WEBHOOK_NODE || node.disabled) continue;
		while ((await isRegistered(client, node)) !== (wanted === 'registered')) {
			if (Date.now() > deadline)
				throw new Error(`The webhook ${pathOf(node)} is not ${wanted} after ${timeoutMs} ms`);
			await pause(50);
		}
	}
}

/** Asks without running the workflow: the answer to a browser's preflight lists the methods that are registered. */
async function isRegistered(client: RestClient, node: N8nNode): Promise<boolean> {
	const { headers } = await client.send('OPTIONS', `/webhook/${pathOf(node)}`, undefined, {
		origin: client.url,
	});
	const wanted = [node.parameters.httpMethod ?? 'GET'].flat() as string[];
	const registered = headers.get('access-control-allow-methods') ?? '';
	return wanted.every((method) => registered.includes(method));
}

function pathOf(node: N8nNode): string {
	const path = String(node.parameters.path ?? '').replace(/^\//, '');
	// A path with parameters gets the node's own id in front.
	return path.includes(':') ? `${node.webhookId}/${path}` : path;
}
