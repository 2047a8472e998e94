import { DirectoryLoader, RoutingNode, type ExecuteContext } from 'n8n-core';
import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type NodeConnectionType,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { SENDER_TYPE } from '../../rig/workflows/nodes';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';

export { SENDER_TYPE };
/** n8n makes a second type of the node, for agents. */
export const TOOL_TYPE = `${SENDER_TYPE}Tool`;
export const ITEMS_TYPE = 'test.items';

/** Replaces the node's own, for a test that watches them. */
export type CustomOperations = NonNullable<INodeType['customOperations']>;

/** `operations`: n8n's workflow engine. `routing`: whatever calls the `execute` of a declarative node. */
export type RunsBy = 'operations' | 'routing' | CustomOperations;

/**
 * The node as n8n loads it: with the Request Options and the `execute` that it adds to declarative
 * nodes. The workflow engine prefers the custom operations; AI Agents up to version 2.2 call `execute`.
 */
export function senderNode(runsBy: RunsBy = 'operations'): INodeType {
	const node: INodeType = new WhatsAppSender();
	DirectoryLoader.applyDeclarativeNodeOptionParameters(node);
	node.execute = async function () {
		return (await new RoutingNode(this as ExecuteContext, node).runNode()) ?? [];
	};
	if (runsBy === 'routing') node.customOperations = undefined;
	else if (runsBy !== 'operations') node.customOperations = runsBy;
	return node;
}

export function testNode(
	name: string,
	inputs: NodeConnectionType[],
	execute: INodeType['execute'],
): INodeType {
	const outputs = [NodeConnectionTypes.Main];
	const description = { displayName: name, name, version: 1, properties: [], inputs, outputs };
	return { description, execute } as unknown as INodeType;
}

/** Gives one batch of items after the other, as in a loop. */
const itemsNode = (batches: INodeExecutionData[][]): INodeType =>
	testNode('Items', [NodeConnectionTypes.Main], async function () {
		const batch = batches[Number(this.getWorkflowDataProxy(0).$runIndex)] ?? [];
		return [batch.map((item, index) => ({ pairedItem: { item: index }, ...item }))];
	});

export const nodeTypesOf = (types: Record<string, INodeType>): INodeTypes => ({
	getByName: (name) => types[name],
	getByNameAndVersion: (name) => types[name],
	getKnownTypes: () => ({}),
});

/** The node types of a test's workflow, with the batches of the node that gives the items. */
export const testNodeTypes = (batches: INodeExecutionData[][], runsBy?: RunsBy): INodeTypes => {
	const sender = senderNode(runsBy);
	const types = { [SENDER_TYPE]: sender, [TOOL_TYPE]: sender, [ITEMS_TYPE]: itemsNode(batches) };
	return nodeTypesOf(types);
};
