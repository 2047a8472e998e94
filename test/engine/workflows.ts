// First, because it says where n8n keeps its settings.
import { retryExecution, startExecution, storedData, type StartOptions } from './execution';
import {
	type IConnections,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IRun,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { ITEMS_TYPE, type RunsBy, SENDER_TYPE, TestNodeTypes } from './nodeTypes';
import { credentialOf } from './sandbox';

const BATCHES_TYPE = 'test.batches';
const place = { typeVersion: 1, position: [0, 0] as [number, number] };
const to = (node: string) => [{ node, type: NodeConnectionTypes.Main, index: 0 }];

/** Loop Over Items: gives one batch after the other, and keeps its place where n8n's own node does. */
function loopOver(batches: INodeExecutionData[][]): INodeType {
	return {
		description: {
			displayName: 'Batches',
			name: 'batches',
			group: ['transform'],
			version: 1,
			description: 'Gives one batch after the other',
			defaults: { name: 'Batches' },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		async execute() {
			const context = this.getContext('node');
			const next = Number(context.next ?? 0);
			context.next = next + 1;
			return [(batches[next] ?? []).map((item) => ({ ...item, pairedItem: { item: 0 } }))];
		},
	};
}

class LoopNodeTypes extends TestNodeTypes {
	constructor(
		private readonly loop: INodeType,
		runsBy?: RunsBy,
	) {
		super([{ json: {} }], runsBy);
	}

	override getByName(name: string) {
		return name === BATCHES_TYPE ? this.loop : super.getByName(name);
	}

	override getByNameAndVersion(name: string) {
		return name === BATCHES_TYPE ? this.loop : super.getByNameAndVersion(name);
	}
}

function sender(name: string, { parameters, ...settings }: Partial<INode>): INode {
	return {
		...place,
		id: name,
		name,
		type: SENDER_TYPE,
		parameters: {
			resource: 'message',
			operation: 'sendText',
			phone: '={{ $json.phone ?? $json.recipient }}',
			text: `={{ ($json.text ?? "") + "${name}" }}`,
			...parameters,
		},
		waitBetweenTries: 1,
		credentials: { whatsAppSenderApi: { id: '1', name: 'WhatsApp Sender' } },
		...settings,
	};
}

type LoopOptions = Omit<StartOptions, 'credentials'> & {
	/** Settings of the sender. */
	settings?: Partial<INode>;
	/** What runs the sender. */
	runsBy?: RunsBy;
};

/** Items → Batches ⇄ Sender: the sender runs once for each batch, in one execution. */
export async function runLoop(
	sandbox: Sandbox,
	batches: INodeExecutionData[][],
	{ settings = {}, runsBy, ...options }: LoopOptions = {},
): Promise<IRun> {
	const credentials = credentialOf(sandbox);
	return await startExecution(loopWorkflow(batches, settings, runsBy), { ...options, credentials });
}

/** Presses Retry for a loop that failed, with the currently saved settings of the sender. */
export async function retryLoop(
	sandbox: Sandbox,
	failed: IRun,
	batches: INodeExecutionData[][],
	{ settings = {}, ...options }: LoopOptions = {},
): Promise<IRun> {
	const credentials = credentialOf(sandbox);
	const workflow = loopWorkflow(batches, settings);
	const started = { ...options, credentials, useCurrent: true };
	return await retryExecution(workflow, storedData(failed), started);
}

function loopWorkflow(
	batches: INodeExecutionData[][],
	settings: Partial<INode>,
	runsBy?: RunsBy,
): Workflow {
	const loop = { ...place, id: 'loop', name: 'Batches', type: BATCHES_TYPE, parameters: {} };
	const connections: IConnections = {
		Items: { main: [to('Batches')] },
		Batches: { main: [to('Sender')] },
		Sender: { main: [to('Batches')] },
	};
	const types = new LoopNodeTypes(loopOver(batches), runsBy);
	return workflowOf([loop, sender('Sender', settings)], connections, types);
}

/** Items → First → Second, both senders. */
export async function runTwoSenders(
	sandbox: Sandbox,
	items: INodeExecutionData[],
	settings: Partial<INode>,
): Promise<IRun> {
	const nodes = [sender('First', settings), sender('Second', settings)];
	const connections: IConnections = {
		Items: { main: [to('First')] },
		First: { main: [to('Second')] },
	};
	const workflow = workflowOf(nodes, connections, new TestNodeTypes(items));
	return await startExecution(workflow, { credentials: credentialOf(sandbox) });
}

function workflowOf(nodes: INode[], connections: IConnections, nodeTypes: TestNodeTypes): Workflow {
	const items = { ...place, id: 'items', name: 'Items', type: ITEMS_TYPE, parameters: {} };
	return new Workflow({
		id: 'workflow',
		nodes: [items, ...nodes],
		connections,
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1' },
	});
}
