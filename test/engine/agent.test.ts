// First, because it says where n8n keeps its settings.
import { execute } from './execution';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { NodeConnectionTypes, Workflow } from 'n8n-workflow';
import { AYU, BUDI, CITRA, listOf, NO_SIGNAL, putLists, useBroadcasts } from './broadcasts';
import { nodeTypesOf, SENDER_TYPE, senderNode, testNode } from './nodeTypes';
import { asked, credentialOf } from './sandbox';

type Tool = { invoke: (input: object) => Promise<string> };

const AGENT_TYPE = 'test.agent';
/** n8n makes a second type of the node, for agents. */
const TOOL_TYPE = `${SENDER_TYPE}Tool`;
const { holder, fail, arrivals } = useBroadcasts();
const hello = (phone: string) => ({ phone, text: 'Hello' });
const onError = 'continueRegularOutput';
/** What the agent is told of each call, in a word. */
const told = (all: string[]) =>
	all.map((text) => /(?<="reason":")\w+|success(?=":true)|No signal/.exec(text)?.[0]);

describe('Parallel calls of one tool', () => {
	const once = { parameters: { options: { eachRecipientOnce: true } } };

	test.each<[string, string[], object, string[], number[]]>([
		['send a message each', [AYU, BUDI, AYU], {}, ['success', 'success', 'success'], [0, 0, 1]],
		[
			'send one message to one person with Each Recipient Once',
			[AYU, AYU, AYU, BUDI],
			once,
			['success', 'duplicate', 'duplicate', 'success'],
			[0, 1],
		],
		[
			'wait for one another with it: after a rejection the next one sends',
			[CITRA, CITRA, CITRA],
			{ ...once, onError },
			['No signal', 'success', 'duplicate'],
			[2, 2],
		],
	])('%s', async (_what, to, settings, expected, arrived) => {
		holder.sandbox.latency = 20;
		fail({ 2: [NO_SIGNAL] });
		expect(told(await callTool(to.map(hello), settings))).toEqual(expected);
		expect(arrivals().sort()).toEqual(arrived);
	});
});

/** The model gives whatever makes the node send to Citra, who is on no list. */
describe('A model that gives all it can', () => {
	const call: IDataObject = { ...hello(CITRA), list: 'mine', options: '{}' };
	const lists = { onlySendTo: listOf('team'), neverSendTo: listOf('stop') };
	beforeEach(() => putLists(holder.sandbox, { team: [AYU, BUDI], stop: [BUDI], mine: [CITRA] }));

	test.each(['neverSendTo', 'onlySendTo'])('sets no %s: it takes no expression', async (name) => {
		for (const expression of [
			"={{ $fromAI('list', '', 'string') }}",
			"={{ $fromai('list', '', 'string') }}",
			"={{ $FromAI('list') }}",
			'={{ $json.list }}',
			'={{ $input.item.json["list"] }}',
			'={{ "team" }}',
			'=team',
		]) {
			for (const list of [
				expression,
				listOf(expression),
				{ ...listOf('team'), mode: expression },
			]) {
				const parameters = { options: { [name]: list } as INodeParameters };
				const [text] = await callTool([call], { parameters, onError });
				expect(text).toContain('is an expression, which an AI agent could set');
			}
		}
		expect(holder.sandbox.requests).toEqual([]);
	});

	test('is held to fixed lists', async () => {
		const calls = [call, { ...call, phone: AYU }, { ...call, phone: `+${BUDI}` }];
		const all = await callTool(calls, { parameters: { options: lists } });
		expect(told(all)).toEqual(['onlySendTo', 'success', 'neverSendTo']);
	});

	test('sets no options as one expression: n8n leaves them out', async () => {
		const parameters = { options: "={{ $fromAI('options', '', 'json') }}" };
		const given = { ...call, options: { onlySendTo: listOf('team'), dryRun: true } };
		expect(told(await callTool([given], { parameters }))).toEqual(['success']);
		expect(asked(holder.sandbox)).toEqual([]);
	});
});

/**
 * Calls Send Text as an AI Agent up to version 2.2 does: as its tool, by the routing, in the agent's
 * own run, and all calls at once. A call gives `phone` and `text`.
 *
 * @returns what the agent is told of each call
 */
async function callTool(
	calls: IDataObject[],
	{ parameters, ...settings }: Pick<INode, 'onError'> & { parameters?: INodeParameters } = {},
): Promise<string[]> {
	let told: string[] = [];
	const inputs = [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool];
	const agent = testNode('Agent', inputs, async function () {
		const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as [Tool];
		told = await Promise.all(calls.map(async (call) => await tool.invoke(call)));
		return [[]];
	});
	const sender = senderNode('routing');
	Object.assign(sender.description, { inputs: [], outputs: [NodeConnectionTypes.AiTool] });
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
		nodeTypes: nodeTypesOf({ [AGENT_TYPE]: agent, [TOOL_TYPE]: sender }),
		settings: { executionOrder: 'v1' },
	});
	const run = await execute(workflow, { credentials: credentialOf(holder.sandbox) });
	if (run.data.resultData.error) throw run.data.resultData.error;
	return told;
}
