import type { N8nNode } from '../../rig/api/apiTypes';
import type { Instance } from '../../rig/startInstance';
import { sender } from '../../rig/workflows/call';
import { node } from '../../rig/workflows/nodes';

const PHONE = '6281234567890';
const TEXT = { resource: 'message', operation: 'sendText' };

/** Nodes set up as a user would have them, by their names. */
function scenes({ sandbox, receiver }: Instance): Record<string, Record<string, unknown>> {
	return {
		'Send text message': {
			...TEXT,
			phone: '+62 812-3456-7890',
			text: 'Hello Ayu, your order is on its way.',
		},
		'Send media message': {
			...{ resource: 'message', operation: 'sendMedia', phone: PHONE },
			...{ mediaUrl: 'https://example.com/invoice.pdf', text: 'Your invoice for July' },
		},
		'Send message and wait for response': {
			...{ resource: 'message', operation: 'sendAndWait', phone: PHONE },
			message: 'May invoice 1001 for 200 € be sent to Ayu Lestari?',
			approvalOptions: { values: { approvalType: 'double', approveLabel: 'Send it' } },
		},
		// Not every font has the letters of the other lists.
		'Get many lists': { resource: 'list', operation: 'getLists', limit: 5 },
		'Get many list contacts': {
			...{ resource: 'list', operation: 'getListContacts' },
			list: {
				...{ __rl: true, mode: 'list', value: sandbox.lists[0].id },
				cachedResultName: `${sandbox.lists[0].title} (${sandbox.lists[0].contacts.length})`,
			},
		},
		'Send contact to webhook': {
			...{ resource: 'webhook', operation: 'webhookList', webhookUrl: `${receiver.url}/contacts` },
			...{ name: 'Ayu Lestari', phone: PHONE },
		},
		'A send that fails': { ...TEXT, phone: '6200000000500', text: 'Hello' },
	};
}

/** @returns the id of a workflow with all scenes in it */
export async function createScenes(instance: Instance): Promise<string> {
	const start = node('Start', 'n8n-nodes-base.manualTrigger', {}, { position: [0, 0] });
	const nodes = Object.entries(scenes(instance)).map(([name, parameters], index): N8nNode => {
		const position: [number, number] = [250, 150 * index];
		return { ...sender(instance, parameters, { position }), id: name, name };
	});
	const main = [nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }))];
	const workflow = {
		name: 'Screenshots',
		nodes: [start, ...nodes],
		connections: { Start: { main } },
	};
	return (await instance.api.createWorkflow(workflow)).id;
}
