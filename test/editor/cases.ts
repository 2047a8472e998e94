import type { N8nNode } from '../../rig/api/apiTypes';
import type { Instance } from '../../rig/startInstance';
import { sender } from '../../rig/workflows/call';
import { chain, node, pass } from '../../rig/workflows/nodes';

type Change = Record<string, string | boolean>;
type Form = [resource: string, operation: string, changes: Change[]];

const groupInteractive = { recipientType: 'group', isInteractive: true };
const contactInteractive = { recipientType: 'contact', isInteractive: true };

/** Every operation, and the changes that show and hide its fields, one after the other. */
export const FORMS: Form[] = [
	['message', 'sendText', [contactInteractive, { isInteractive: false, recipientType: 'group' }]],
	['message', 'sendMedia', [groupInteractive, { recipientType: 'contact', mediaSource: 'binary' }]],
	['message', 'sendAndWait', [{ recipientType: 'group', responseType: 'freeText' }]],
	['list', 'getLists', [{ returnAll: true }]],
	['list', 'getListContacts', [{ returnAll: true, include: 'groups' }]],
	[
		'webhook',
		'webhookList',
		[
			{ phoneFormat: 'asIs' },
			{ receiverAuthentication: 'credential' },
			{ receiverAuthentication: 'none' },
		],
	],
];

/** A node with nothing but its operation, by the operation's name. */
export const blank = (operation: string) => `Blank ${operation}`;

/** A chain of its own: several contacts, a send to each, and a node after it. */
export const SEVERAL = { contacts: 'Several contacts', send: 'Send to each', next: 'After it' };

const text = { resource: 'message', operation: 'sendText', text: 'Hello from the editor' };

const FAILING: Record<string, Record<string, unknown>> = {
	'A phone without its country': { ...text, phone: '0812 3456 7890' },
	'A send that fails': { ...text, phone: '6200000000500' },
	'A key that is wrong': { resource: 'list', operation: 'getLists' },
};

/** One workflow with a node for each case: the editor is loaded once for many tests. */
export async function createCases(instance: Instance): Promise<string> {
	const { api, sandbox } = instance;
	const wrong = await api.createSenderCredential({ ...sandbox, apiKey: 'another-key' });
	// With none there, the editor has another button for the first one.
	const login = { authentication: 'bearerAuth', token: 'a-token' };
	await api.createCredential({ name: 'Receiver', type: 'whatsAppSenderWebhookApi', data: login });
	const named = (name: string, parameters: Record<string, unknown>, index: number): N8nNode => {
		const position: [number, number] = [250 + 250 * (index % 5), 200 * Math.floor(index / 5)];
		const credential = name === 'A key that is wrong' ? wrong : instance.credential;
		return { ...sender({ ...instance, credential }, parameters, { position }), id: name, name };
	};
	const blanks = FORMS.map(
		([resource, operation]) => [blank(operation), { resource, operation }] as const,
	);
	const single = [...blanks, ...Object.entries(FAILING)].map(([name, parameters], index) =>
		named(name, parameters, index),
	);
	const list = { __rl: true, mode: 'id', value: sandbox.lists[0].id };
	const several = [
		named(SEVERAL.contacts, { resource: 'list', operation: 'getListContacts', list }, 15),
		named(SEVERAL.send, { ...text, recipientType: 'contact' }, 16),
		{ ...pass(SEVERAL.next), position: [750, 600] as [number, number] },
	];
	const start = node('Start', 'n8n-nodes-base.manualTrigger', {});
	const first = [...single, several[0]].map(({ name }) => ({ node: name, type: 'main', index: 0 }));
	const { id } = await api.createWorkflow({
		name: 'Every case',
		nodes: [start, ...single, ...several],
		connections: { ...chain(...several), Start: { main: [first] } },
	});
	return id;
}
