import type { N8nNode } from '../../rig/api/apiTypes';
import type { Instance } from '../../rig/startRig';
import { sender } from '../../rig/workflows/call';
import { chain, node } from '../../rig/workflows/nodes';

const OPERATIONS = [
	['message', 'sendMedia'],
	['list', 'getLists'],
	['webhook', 'webhookList'],
] as const;

/** A node with nothing but its operation, by the operation's name. */
export const blank = (operation: string) => `Blank ${operation}`;

/** A chain of its own: several contacts, and a send to each. */
export const SEVERAL = { contacts: 'Several contacts', send: 'Send to each' };

/** To a number at which the sandbox fails. */
export const FAILING = 'A send that fails';

const text = { resource: 'message', operation: 'sendText', text: 'Hello from the editor' };

/** One workflow with a node for each case: the editor is loaded once for many tests. */
export async function createCases(instance: Instance): Promise<string> {
	const { api, sandbox } = instance;
	// With none there, the editor has another button for the first one.
	const login = { authentication: 'bearerAuth', token: 'a-token' };
	await api.createCredential({ name: 'Receiver', type: 'whatsAppSenderWebhookApi', data: login });
	const list = { __rl: true, mode: 'id', value: sandbox.lists[0].id };
	const parameters: Array<[name: string, values: Record<string, unknown>]> = [
		...OPERATIONS.map(([resource, operation]): [string, Record<string, unknown>] => [
			blank(operation),
			{ resource, operation },
		]),
		[FAILING, { ...text, phone: '6200000000500' }],
		[SEVERAL.contacts, { resource: 'list', operation: 'getListContacts', list }],
		[SEVERAL.send, { ...text, recipientType: 'contact' }],
	];
	const nodes = parameters.map(([name, values], index): N8nNode => {
		const position: [number, number] = [250 + 250 * (index % 5), 200 * Math.floor(index / 5)];
		return { ...sender(instance, values, { position }), id: name, name };
	});
	const start = node('Start', 'n8n-nodes-base.manualTrigger', {});
	const first = nodes.slice(0, -1).map(({ name }) => ({ node: name, type: 'main', index: 0 }));
	const { id } = await api.createWorkflow({
		name: 'Every case',
		nodes: [start, ...nodes],
		connections: { ...chain(...nodes.slice(-2)), Start: { main: [first] } },
	});
	return id;
}
