import type { N8nNode } from '../../rig/api/apiTypes';
import { node, SENDER_TYPE, splitItems } from '../../rig/workflows/nodes';
import type { Credentials, Steps } from '../instruments/n8n';

/** A way to send the items' messages. */
export interface Candidate {
	name: string;
	steps: (service: { url: string }, credentials: Credentials) => Steps;
}

const fields = { phone: '={{ $json.phone }}', text: '={{ $json.text }}' };

/** This node, with so many messages at once. */
export const sender = (atOnce: number): Candidate => ({
	name: atOnce === 1 ? 'this node' : `this node, ${atOnce} at once`,
	steps: (_service, credentials) => {
		const parameters = { ...fields, ...(atOnce > 1 && { options: { concurrency: atOnce } }) };
		return { nodes: [splitItems(), node('Sender', SENDER_TYPE, parameters, { credentials })] };
	},
});

/** Hands the engine a moment after each item, in which it sends: by itself, it first evaluates all items. */
export const batchedSender: Candidate = {
	name: 'this node, 10 at once, and n8n’s Batching of 1 item and 1 ms',
	steps: (_service, credentials) => {
		const requestOptions = { batching: { batch: { batchSize: 1, batchInterval: 1 } } };
		const parameters = { ...fields, options: { concurrency: 10 }, requestOptions };
		return { nodes: [splitItems(), node('Sender', SENDER_TYPE, parameters, { credentials })] };
	},
};

/** Has no way to send some at once: it starts all requests together. */
export const httpRequest: Candidate = {
	name: 'HTTP Request node',
	steps: ({ url }) => ({ nodes: [splitItems(), requestNode(url)] }),
};

/** What keeps the order without this node: one HTTP request after the other. */
export const loop: Candidate = {
	name: 'loop around HTTP Request',
	steps: ({ url }) => {
		const items = node(
			'Loop',
			'n8n-nodes-base.splitInBatches',
			{ options: {} },
			{ typeVersion: 3 },
		);
		const request = requestNode(url);
		const to = ({ name }: N8nNode) => [{ node: name, type: 'main', index: 0 }];
		return {
			nodes: [splitItems(), items, request],
			connections: {
				[items.name]: { main: [[], to(request)] },
				[request.name]: { main: [to(items)] },
			},
		};
	},
};

/** The least that a declarative node can be. */
export const floor: Candidate = {
	name: 'empty declarative node',
	steps: (_service, credentials) => ({
		nodes: [
			splitItems(),
			node('Floor', 'n8n-nodes-bench-fixture.benchFloor', fields, { credentials }),
		],
	}),
};

function requestNode(serviceUrl: string): N8nNode {
	const parameters = [
		{ name: 'api_key', value: 'key-of-the-benchmark' },
		...Object.entries(fields).map(([name, value]) => ({ name, value })),
	];
	return node(
		'Request',
		'n8n-nodes-base.httpRequest',
		{
			method: 'POST',
			url: `${serviceUrl}/send`,
			sendBody: true,
			bodyParameters: { parameters },
			options: {},
		},
		{ typeVersion: 4.2 },
	);
}
