// First, because it says where n8n keeps its settings.
import '../engine/run';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	type IConnections,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IRun,
	type IWorkflowExecuteAdditionalData,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/service';
import { credentialsHelper } from '../engine/credentials';
import { ITEMS_TYPE, type RunsBy, SENDER_TYPE, TestNodeTypes } from '../engine/nodeTypes';
import { credentialOf } from '../engine/sandbox';

const ROUNDS_TYPE = 'test.rounds';
const place = { typeVersion: 1, position: [0, 0] as [number, number] };
const to = (node: string) => [{ node, type: NodeConnectionTypes.Main, index: 0 }];

/** Gives the same items round after round to what hangs on its only output. */
function rounds(items: INodeExecutionData[], count: number): INodeType {
	let left = count;
	return {
		description: {
			displayName: 'Rounds',
			name: 'rounds',
			group: ['transform'],
			version: 1,
			description: 'Gives its items in rounds',
			defaults: { name: 'Rounds' },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		async execute() {
			return [left-- > 0 ? items.map((item) => ({ ...item, pairedItem: { item: 0 } })) : []];
		},
	};
}

class LoopNodeTypes extends TestNodeTypes {
	constructor(
		items: INodeExecutionData[],
		private readonly roundsNode: INodeType,
		runsBy?: RunsBy,
	) {
		super(items, runsBy);
	}

	override getByName(name: string) {
		return name === ROUNDS_TYPE ? this.roundsNode : super.getByName(name);
	}

	override getByNameAndVersion(name: string) {
		return name === ROUNDS_TYPE ? this.roundsNode : super.getByNameAndVersion(name);
	}
}

function sender(name: string, settings: Partial<INode>): INode {
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
		},
		waitBetweenTries: 1,
		credentials: { whatsAppSenderApi: { id: '1', name: 'WhatsApp Sender' } },
		...settings,
	};
}

/** Items → Rounds ⇄ Sender: the sender runs several times in one execution. */
export async function runLoop(
	sandbox: Sandbox,
	items: INodeExecutionData[],
	count: number,
	settings: Partial<INode>,
	runsBy?: RunsBy,
): Promise<IRun> {
	const loop = { ...place, id: 'loop', name: 'Rounds', type: ROUNDS_TYPE, parameters: {} };
	const connections: IConnections = {
		Items: { main: [to('Rounds')] },
		Rounds: { main: [to('Sender')] },
		Sender: { main: [to('Rounds')] },
	};
	const types = new LoopNodeTypes(items, rounds(items, count), runsBy);
	return await execute(sandbox, [loop, sender('Sender', settings)], connections, types);
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
	return await execute(sandbox, nodes, connections, new TestNodeTypes(items));
}

async function execute(
	sandbox: Sandbox,
	nodes: INode[],
	connections: IConnections,
	nodeTypes: TestNodeTypes,
): Promise<IRun> {
	const items = { ...place, id: 'items', name: 'Items', type: ITEMS_TYPE, parameters: {} };
	const workflow = new Workflow({
		id: 'workflow',
		nodes: [items, ...nodes],
		connections,
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1' },
	});
	const additionalData = {
		credentialsHelper: credentialsHelper(credentialOf(sandbox)),
		hooks: new ExecutionLifecycleHooks('manual', '1', workflow as never),
		executionId: '1',
		currentNodeExecutionIndex: 0,
		variables: {},
		webhookWaitingBaseUrl: 'http://127.0.0.1/',
		formWaitingBaseUrl: 'http://127.0.0.1/',
		getRunExecutionData: async () => undefined,
		logAiEvent: () => {},
	} as unknown as IWorkflowExecuteAdditionalData;
	const startNode = workflow.getNode('Items') ?? undefined;
	return await new WorkflowExecute(additionalData, 'manual').run({ workflow, startNode });
}
