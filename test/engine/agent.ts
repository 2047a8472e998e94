// First, because it says where n8n keeps its settings.
import { execute } from './execution';
import {
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeType,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { nodeTypesOf, SENDER_TYPE, senderNode, testNode } from './nodeTypes';
import { credentialOf } from './sandbox';

interface Tool {
	invoke: (input: object) => Promise<string>;
}

/**
 * Calls Send Text as an AI Agent up to version 2.2 does: as its tool, by the routing, in the agent's
 * own run, and all calls at once. A call gives `phone` and `text`.
 *
 * @returns what the agent is told of each call
 */
export async function callTool(
	sandbox: Sandbox,
	calls: IDataObject[],
	{ parameters, ...settings }: Pick<INode, 'onError'> & { parameters?: INodeParameters } = {},
): Promise<string[]> {
	let told: string[] = [];
	const inputs = [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool];
	const agent = testNode('Agent', inputs, async function () {
		const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Tool[];
		told = await Promise.all(calls.map(async (call) => await tool.invoke(call)));
		return [[]];
	});
	const credentials = credentialOf(sandbox);
	const place = { typeVersion: 1, position: [0, 0] as [number, number] };
	const fromModel = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;
	const tool: INode = {
		id: '2',
		name: 'Sender',
		type: TOOL_TYPE,
		parameters: {
			resource: 'message',
			operation: 'sendText',
			phone: fromModel('phone'),
			text: fromModel('text'),
			...parameters,
		},
		...settings,
		credentials: { whatsAppSenderApi: { id: '1', name: 'Service' } },
		...place,
	};
	const workflow = new Workflow({
		id: 'workflow',
		nodes: [{ id: '1', name: 'Items', type: AGENT_TYPE, parameters: {}, ...place }, tool],
		connections: { Sender: { ai_tool: [[{ node: 'Items', type: 'ai_tool', index: 0 }]] } },
		active: false,
		nodeTypes: nodeTypesOf({ [AGENT_TYPE]: agent, [TOOL_TYPE]: senderTool() }),
		settings: { executionOrder: 'v1' },
	});
	const run = await execute(workflow, { credentials });
	if (run.data.resultData.error) throw run.data.resultData.error;
	return told;
}

const AGENT_TYPE = 'test.agent';
/** n8n makes a second type of the node, for agents. */
const TOOL_TYPE = `${SENDER_TYPE}Tool`;

/** The node as n8n makes a tool of it. */
function senderTool(): INodeType {
	const node = senderNode('routing');
	const connections = { inputs: [], outputs: [NodeConnectionTypes.AiTool] };
	return Object.assign(node, { description: { ...node.description, ...connections } });
}
