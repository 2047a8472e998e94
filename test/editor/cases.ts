import type { N8nNode } from '../../rig/api/apiTypes';
import type { Instance } from '../../rig/startInstance';
import { sender } from '../../rig/workflows/call';
import { chain, node, pass } from '../../rig/workflows/nodes';

const PHONE = '6281234567890';
const TEXT = { resource: 'message', operation: 'sendText', text: 'Hello from the editor' };

/** What a user changes in a form, by name and value. */
export type Change = Record<string, string | boolean>;

export interface Operation {
	resource: string;
	operation: string;
	/** Of its form, one after the other. */
	changes: Change[];
}

const authentications = ['basicAuth', 'bearerAuth', 'headerAuth', 'queryAuth', 'none'];

/** Every operation, and the changes that show and hide its fields. */
export const operations: Operation[] = [
	{
		...{ resource: 'message', operation: 'sendText' },
		changes: [
			{ recipientType: 'group' },
			{ recipientType: 'contact', isInteractive: true },
			{ recipientType: 'phone', isInteractive: false },
		],
	},
	{
		...{ resource: 'message', operation: 'sendMedia' },
		changes: [
			{ recipientType: 'group', isInteractive: true },
			{ recipientType: 'contact' },
			{ mediaSource: 'binary' },
		],
	},
	{
		...{ resource: 'message', operation: 'sendAndWait' },
		changes: [{ recipientType: 'group', responseType: 'freeText' }],
	},
	{ resource: 'list', operation: 'getLists', changes: [{ returnAll: true }] },
	{
		...{ resource: 'list', operation: 'getListContacts' },
		changes: [{ returnAll: true, include: 'groups' }],
	},
	{
		...{ resource: 'webhook', operation: 'webhookList' },
		changes: [
			{ phoneFormat: 'asIs' },
			...authentications.map((receiverAuthentication) => ({ receiverAuthentication })),
		],
	},
];

/** The sandbox fails for it, always in the same way. */
export const FAULT_PHONE = '6200000000500';

/** A node with nothing but its operation, by the operation's name. */
export const blank = (operation: string) => `Blank ${operation}`;

/** A chain of its own: several contacts, a send to each, and a node after it. */
export const SEVERAL = { contacts: 'Several contacts', send: 'Send to each', next: 'After it' };

/** What the nodes of the workflow are set to, by their names. */
const settings = ({ sandbox, receiver }: Instance): Record<string, Record<string, unknown>> => ({
	...Object.fromEntries(
		operations.map(({ resource, operation }) => [blank(operation), { resource, operation }]),
	),
	'Text to a phone': { ...TEXT, phone: PHONE },
	'Media to a phone': {
		...{ resource: 'message', operation: 'sendMedia', phone: PHONE, text: 'Your invoice' },
		mediaUrl: 'https://example.com/invoice.pdf',
	},
	'All lists': { resource: 'list', operation: 'getLists' },
	'Contacts of a list': {
		...{ resource: 'list', operation: 'getListContacts' },
		list: { __rl: true, mode: 'id', value: sandbox.lists[0].id },
	},
	'Contact to a webhook': {
		...{ resource: 'webhook', operation: 'webhookList', webhookUrl: `${receiver.url}/contacts` },
		...{ name: 'Ayu Lestari', phone: PHONE },
	},
	'A phone without its country': { ...TEXT, phone: '0812 3456 7890' },
	'A send that fails': { ...TEXT, phone: FAULT_PHONE },
	'A key that is wrong': { resource: 'list', operation: 'getLists' },
});

/** One workflow with a node for each case: the editor is loaded once for many tests. */
export async function createCases(instance: Instance): Promise<string> {
	const { api, sandbox } = instance;
	const wrong = await api.createCredential({
		...{ name: 'Another key', type: 'whatsAppSenderApi' },
		data: { apiKey: 'another-key', baseUrl: sandbox.url },
	});
	const start = node('Start', 'n8n-nodes-base.manualTrigger', {}, { position: [0, 0] });
	const nodes = Object.entries(settings(instance)).map(([name, parameters], index): N8nNode => {
		const position: [number, number] = [250 + 250 * (index % 5), 200 * Math.floor(index / 5)];
		const credential = name === 'A key that is wrong' ? wrong : instance.credential;
		return { ...sender({ ...instance, credential }, parameters, { position }), id: name, name };
	});
	const several = severalNodes(instance);
	const first = [...nodes, several[0]].map(({ name }) => ({ node: name, type: 'main', index: 0 }));
	const { id } = await api.createWorkflow({
		name: 'Every case',
		nodes: [start, ...nodes, ...several],
		connections: { ...chain(...several), Start: { main: [first] } },
	});
	return id;
}

function severalNodes(instance: Instance): N8nNode[] {
	const list = { __rl: true, mode: 'id', value: instance.sandbox.lists[0].id };
	const contacts = sender(instance, { resource: 'list', operation: 'getListContacts', list });
	const send = sender(instance, { ...TEXT, recipientType: 'contact' });
	const nodes = [
		{ ...contacts, id: SEVERAL.contacts, name: SEVERAL.contacts },
		{ ...send, id: SEVERAL.send, name: SEVERAL.send },
		pass(SEVERAL.next),
	];
	return nodes.map((entry, index) => ({ ...entry, position: [250 + 250 * index, 700] }));
}
