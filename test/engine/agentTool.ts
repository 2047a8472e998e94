// First, because it says where n8n keeps its settings.
import { execute } from './execution';
import { NodeConnectionTypes, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { node, to } from '../../rig/workflows/nodes';
import type { Sandbox } from '../../sandbox';
import { ITEMS_TYPE, nodeTypesOf, senderNode, testNode, TOOL_TYPE } from './nodeTypes';
import type { CustomOperations } from './nodeTypes';
import { workflowWith, type Settings } from './run';
import { credentialOf } from './sandbox';

type Tool = { invoke: (input: object) => Promise<string> };

const AGENT_TYPE = 'test.agent';

export interface ToolSettings extends Settings {
	parameters?: INodeParameters;
	/** What runs the node if n8n's engine runs the calls, one after the other: AI Agent 3 asks it to. */
	byEngine?: CustomOperations;
	/** The type of the tool's node, and the JSON of the agent's item. */
	type?: string;
	json?: IDataObject;
}

/**
 * Calls Send Text as an AI Agent up to version 2.2 does: as its tool, by the routing, in the agent's
 * own run, and all calls at once. A call contains `phone` and `text`.
 *
 * @returns the response to each call, as the model reads it
 */
export async function callAsTool(sandbox: Sandbox, calls: IDataObject[], settings?: ToolSettings) {
	const { run, responses } = await runAgent(sandbox, calls, settings);
	if (run.data.resultData.error) throw run.data.resultData.error;
	return responses;
}

/** The same, with the run of the agent's workflow, in which the tool is called Sender. */
export async function runAgent(sandbox: Sandbox, calls: IDataObject[], options: ToolSettings = {}) {
	const { parameters, byEngine, type = TOOL_TYPE, json = {}, ...settings } = options;
	let responses: string[] = [];
	const inputs = [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool];
	const start = testNode('Items', [], async () => [[{ json }]]);
	const agent = testNode('Agent', inputs, async function (response) {
		if (response?.actionResponses.length) {
			responses = response.actionResponses.map(({ data }) =>
				JSON.stringify(data.data?.ai_tool?.[0]?.[0].json),
			);
			return [[]];
		}
		if (byEngine) return { actions: calls.map(actionOf), metadata: {} };
		const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as [Tool];
		responses = await Promise.all(calls.map(async (call) => await tool.invoke(call)));
		return [[]];
	});
	const sender = senderNode(byEngine ?? 'routing');
	Object.assign(sender.description, { inputs: [], outputs: [NodeConnectionTypes.AiTool] });
	const fromModel = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;
	const call = { phone: fromModel('phone'), text: fromModel('text') };
	const all = { resource: 'message', operation: 'sendText', options: {}, ...call, ...parameters };
	const credentials = { whatsAppSenderApi: { id: '1', name: 'Service' } };
	const nodes = [
		node('Items', ITEMS_TYPE, {}),
		node('Agent', AGENT_TYPE, {}),
		node('Sender', type, all, { ...settings, credentials }),
	];
	const connections = {
		Items: { main: [to('Agent')] },
		Sender: { ai_tool: [to('Agent', 'ai_tool')] },
	};
	const nodeTypes = nodeTypesOf({ [ITEMS_TYPE]: start, [AGENT_TYPE]: agent, [type]: sender });
	const workflow = workflowWith(nodes, connections, nodeTypes);
	const run = await execute(workflow, { credentials: credentialOf(sandbox) });
	return { run, responses };
}

const actionOf = (input: IDataObject, index: number) => ({
	actionType: 'ExecutionNodeAction' as const,
	nodeName: 'Sender',
	type: NodeConnectionTypes.AiTool,
	id: String(index),
	input,
	metadata: {},
});
