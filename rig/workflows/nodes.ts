import type { N8nNode } from '../api/api';

export const SENDER_TYPE = 'n8n-nodes-whatsapp-sender.whatsAppSender';

type NodeOptions = Partial<Omit<N8nNode, 'name' | 'type' | 'parameters'>>;

export function node(
	name: string,
	type: string,
	parameters: Record<string, unknown>,
	options: NodeOptions = {},
): N8nNode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters, ...options };
}

/** A Webhook node that responds with all items of the workflow's last node. */
export function webhook(path: string, parameters: Record<string, unknown> = {}): N8nNode {
	const response = { responseMode: 'lastNode', responseData: 'allEntries' };
	return node(
		'Webhook',
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path, ...response, options: {}, ...parameters },
		{ typeVersion: 2, webhookId: path },
	);
}

export const httpRequest = (name: string, parameters: object, options?: NodeOptions) =>
	node(
		name,
		'n8n-nodes-base.httpRequest',
		{ options: {}, ...parameters },
		{ typeVersion: 4.2, ...options },
	);

/** A node that makes an item of each element of the webhook's `items`. */
export const splitItems = () =>
	node('Items', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'body.items', options: {} });

export const pass = (name: string) => node(name, 'n8n-nodes-base.noOp', {});

type Connections = Record<string, { main: unknown[][] }>;

/** An input of a node, in the form of connections. */
export const to = (name: string, type = 'main') => [{ node: name, type, index: 0 }];

/** Connects each node's first output to the next node. */
export function chain(...nodes: N8nNode[]): Connections {
	const connections = nodes
		.slice(0, -1)
		.map((each, index) => [each.name, { main: [to(nodes[index + 1].name)] }]);
	return Object.fromEntries(connections);
}

/** The option Delay Between Messages, in seconds or as expressions. */
export const withDelay = (min: number | string, max = min) => ({
	delay: { seconds: { min, max } },
});
