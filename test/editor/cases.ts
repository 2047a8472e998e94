import type { N8nNode } from '../../rig/api/apiTypes';
import type { Instance } from '../../rig/startRig';
import { sender } from '../../rig/workflows/call';
import { node } from '../../rig/workflows/nodes';

const OPERATIONS = [
	['message', 'sendMedia'],
	['list', 'getLists'],
] as const;

/** A node with nothing but its operation, by the operation's name. */
export const blank = (operation: string) => `Blank ${operation}`;

/** To a number at which the sandbox fails. */
export const FAILING = 'A send that fails';

const text = { resource: 'message', operation: 'sendText', text: 'Hello from the editor' };

/** One workflow with a node for each case: the editor is loaded once for many tests. */
export async function createCases(instance: Instance): Promise<string> {
	const { api } = instance;
	const parameters: Array<[name: string, values: Record<string, unknown>]> = [
		...OPERATIONS.map(([resource, operation]): [string, Record<string, unknown>] => [
			blank(operation),
			{ resource, operation },
		]),
		[FAILING, { ...text, phone: '447700900500' }],
	];
	const nodes = parameters.map(([name, values], index): N8nNode => {
		const position: [number, number] = [250 + 250 * (index % 5), 200 * Math.floor(index / 5)];
		return { ...sender(instance, values, { position }), id: name, name };
	});
	const start = node('Start', 'n8n-nodes-base.manualTrigger', {});
	const first = nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }));
	const { id } = await api.createWorkflow({
		name: 'Every case',
		nodes: [start, ...nodes],
		connections: { Start: { main: [first] } },
	});
	return id;
}
