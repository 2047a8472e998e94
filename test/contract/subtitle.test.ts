import { Workflow } from 'n8n-workflow';
import { SENDER_TYPE, TestNodeTypes } from '../engine/nodeTypes';
import { contacts, description, lists, sendMedia, sendText, webhook } from './form';

const name = 'Sender';

/** What the canvas shows below the node's name, by n8n's own expression engine. */
function subtitleOf(parameters: Record<string, string>): unknown {
	const position: [number, number] = [0, 0];
	const node = { id: '1', name, type: SENDER_TYPE, typeVersion: 1, position, parameters };
	const nodeTypes = new TestNodeTypes([]);
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(node, description.subtitle, 'internal', {});
}

test.each([
	['Send Text', sendText],
	['Send Media', sendMedia],
	['Get Lists', lists],
	['Get List Contacts', contacts],
	['Webhook List', webhook],
	['Some Other Operation', { resource: 'message', operation: 'someOtherOperation' }],
])('The canvas shows the operation in words: %s', (words, parameters) => {
	expect(subtitleOf(parameters)).toBe(words);
});
