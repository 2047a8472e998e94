import { DirectoryLoader, RoutingNode, type ExecuteContext } from 'n8n-core';
import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';

export const SENDER_TYPE = 'n8n-nodes-whatsapp-sender.whatsAppSender';
export const ITEMS_TYPE = 'test.items';
export const PASS_TYPE = 'test.pass';

/** A node without parameters. */
const plainNode = (name: string, execute: INodeType['execute']): INodeType => ({
	description: {
		displayName: name,
		name,
		group: ['transform'],
		version: 1,
		description: name,
		defaults: { name },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	execute,
});

const linked = (items: INodeExecutionData[]) =>
	items.map((item, index) => ({ pairedItem: { item: index }, ...item }));

/** `turns`: n8n's workflow engine. `routing`: whatever calls the `execute` of a declarative node. */
export type RunsBy = 'turns' | 'routing';

/**
 * The node as n8n loads it: with the Request Options and the `execute` that it adds to declarative
 * nodes. The workflow engine prefers the custom operations; AI Agents up to version 2.2 call `execute`.
 */
export function senderNode(runsBy: RunsBy = 'turns'): INodeType {
	const node: INodeType = new WhatsAppSender();
	DirectoryLoader.applyDeclarativeNodeOptionParameters(node);
	node.execute = async function () {
		return (await new RoutingNode(this as ExecuteContext, node).runNode()) ?? [];
	};
	if (runsBy === 'routing') node.customOperations = undefined;
	return node;
}

/** The node types of a test's workflow. */
export class TestNodeTypes implements INodeTypes {
	private readonly types: Record<string, INodeType>;

	/** @param batches what the first node gives: in a loop, one batch after the other */
	constructor(batches: INodeExecutionData[][], runsBy?: RunsBy) {
		this.types = {
			[SENDER_TYPE]: senderNode(runsBy),
			[ITEMS_TYPE]: plainNode('Items', async function () {
				return [linked(batches[Number(this.getWorkflowDataProxy(0).$runIndex)] ?? [])];
			}),
			[PASS_TYPE]: plainNode('Pass', async function () {
				return [this.getInputData().map(({ json }, item) => ({ json, pairedItem: { item } }))];
			}),
		};
	}

	getByName(name: string): INodeType {
		return this.types[name];
	}

	getByNameAndVersion(name: string): INodeType {
		return this.types[name];
	}

	getKnownTypes() {
		return {};
	}
}
