import type { N8nNode } from '../../rig/api/apiTypes';
import type { Instance } from '../../rig/startRig';
import { sender } from '../../rig/workflows/call';
import { node } from '../../rig/workflows/nodes';

/** A node with nothing but its operation, by the operation's name. */
export const blank = (operation: string) => `Blank ${operation}`;

/** To a number at which the sandbox fails. */
export const FAILING = 'A send that fails';

const CASES = {
	[blank('sendMedia')]: { resource: 'message', operation: 'sendMedia' },
	[blank('getLists')]: { resource: 'list', operation: 'getLists' },
	[FAILING]: { text: 'Hello from the editor', phone: '447700900500' },
};

/** One workflow with a node for each case: the editor is loaded once for many tests. */
export async function createCases(instance: Instance): Promise<string> {
	const nodes = Object.entries(CASES).map(([name, values], index): N8nNode => {
		const position: [number, number] = [250 + 250 * index, 0];
		return { ...sender(instance, values, { position }), id: name, name };
	});
	const start = node('Start', 'n8n-nodes-base.manualTrigger', {});
	const first = nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }));
	const { id } = await instance.api.createWorkflow({
		name: 'Every case',
		nodes: [start, ...nodes],
		connections: { Start: { main: [first] } },
	});
	return id;
}
