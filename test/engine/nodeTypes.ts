import type { INodeExecutionData, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { DirectoryLoader, RoutingNode, type ExecuteContext } from 'n8n-core';
import { NodeConnectionTypes } from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';

export const SENDER_TYPE = 'n8n-nodes-whatsapp-sender.whatsAppSender';
export const ITEMS_TYPE = 'test.items';
export const PASS_TYPE = 'test.pass';

/** A trigger that gives the items a test hands over. */
function itemsTrigger(items: INodeExecutionData[]): INodeType {
	return {
		description: {
			displayName: 'Items',
			name: 'items',
			group: ['trigger'],
			version: 1,
			description: 'Gives the items of the test',
			defaults: { name: 'Items' },
			inputs: [],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		async execute() {
			return [items.map((item, index) => ({ pairedItem: { item: index }, ...item }))];
		},
	};
}

/** A node that hands its items on, to stand behind the error output. */
const pass: INodeType = {
	description: {
		displayName: 'Pass',
		name: 'pass',
		group: ['transform'],
		version: 1,
		description: 'Hands its items on',
		defaults: { name: 'Pass' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	async execute() {
		return [this.getInputData().map((item, index) => ({ ...item, pairedItem: { item: index } }))];
	},
};

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

	constructor(items: INodeExecutionData[], runsBy?: RunsBy) {
		this.types = {
			[SENDER_TYPE]: senderNode(runsBy),
			[ITEMS_TYPE]: itemsTrigger(items),
			[PASS_TYPE]: pass,
		};
	}

	getByName(name: string): INodeType | IVersionedNodeType {
		return this.types[name];
	}

	getByNameAndVersion(name: string): INodeType {
		return this.types[name];
	}

	getKnownTypes() {
		return {};
	}
}
