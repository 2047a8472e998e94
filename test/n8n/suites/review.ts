import { randomUUID } from 'node:crypto';
import type { N8nNode } from '../../../rig/api/apiTypes';
import { fromModel, tool, TOOL_TYPE } from '../../../rig/workflows/agent';
import { askedBy, isWaiting, open, post, type Asked } from '../../../rig/workflows/asking';
import { useExamples } from '../../../rig/workflows/examples';
import type { Instance } from '../../../rig/startInstance';
import type { ModelServer, ToolCall } from '../../../rig/servers/model';
import { modelCredential } from '../../../rig/workflows/agent';
import { node, SENDER_TYPE, webhook } from '../../../rig/workflows/nodes';

const double = { approvalOptions: { values: { approvalType: 'double' } } };
const OWNER = '6281234560001';
const CUSTOMER = '6281234560002';

const call = (toolName: string, toolParameters: object) => ({
	tool: toolName,
	with: { toolParameters, hitlParameters: {} },
});
const refund = (amount: number) => call('Refund', { amount });
const refundTool = node(
	'Refund',
	'@n8n/n8n-nodes-langchain.toolCode',
	{
		description: 'Refunds an amount',
		jsCode: 'return `Refunded ${query.amount}`',
		specifyInputSchema: true,
		jsonSchemaExample: '{ "amount": 200 }',
	},
	{ typeVersion: 1.3 },
);

/** The node as the channel through which people review what an AI Agent 3 wants to do. */
export function review(instance: Instance, server: ModelServer): void {
	/** Runs an agent whose tool runs only when it is approved on WhatsApp, until the owner is asked. */
	const askFor = async (reviewed: N8nNode, calls: ToolCall[]) => {
		const model = server.script(calls.map((each) => [each]));
		const { id: account, name } = instance.credential;
		const credentials = { whatsAppSenderApi: { id: account, name } };
		const path = randomUUID();
		const nodes: N8nNode[] = [
			webhook(path, { responseMode: 'onReceived' }),
			node(
				'Agent',
				'@n8n/n8n-nodes-langchain.agent',
				{ promptType: 'define', text: 'Do what you have to', options: {} },
				{ typeVersion: 3 },
			),
			node(
				'Model',
				'@n8n/n8n-nodes-langchain.lmChatOpenAi',
				{ model: { __rl: true, mode: 'id', value: model }, options: { maxRetries: 0 } },
				{
					typeVersion: 1.2,
					credentials: { openAiApi: await modelCredential(instance, server) },
				},
			),
			{ ...reviewed, ...(reviewed.type === TOOL_TYPE && { credentials }) },
			node(
				'Review',
				`${SENDER_TYPE}HitlTool`,
				{
					phone: OWNER,
					message: '=May {{ $tool.name }} run?\n{{ Object.values($tool.parameters).join() }}',
					...double,
				},
				{ credentials },
			),
		];
		const to = (type: string, name: string) => ({ [type]: [[{ node: name, type, index: 0 }]] });
		const { id } = await instance.api.createWorkflow({
			name: `Review ${path}`,
			nodes,
			connections: {
				Webhook: to('main', 'Agent'),
				Model: to('ai_languageModel', 'Agent'),
				[reviewed.name]: to('ai_tool', 'Review'),
				Review: to('ai_tool', 'Agent'),
			},
			settings: { executionOrder: 'v1' },
		});
		await instance.api.activate(id);
		await instance.api.callWebhook(path, {});
		return { asked: await askedBy(instance, id), model, workflowId: id };
	};
	const askForRefunds = async (...amounts: number[]) =>
		await askFor(refundTool, amounts.map(refund));
	const ended = async ({ executionId }: Asked) => {
		const execution = await instance.api.executionEnded(executionId);
		expect(execution.data.resultData.error).toBeUndefined();
		expect(execution.status).toBe('success');
		return execution.data.resultData.runData;
	};

	describe('The review of an AI tool', () => {
		const { named } = useExamples(instance);

		test('lets the tool run once it was approved', async () => {
			const { asked, model } = await askForRefunds(200);
			expect(asked.text).toContain('May Refund run?\n200\n');
			const page = await (await open(asked.link)).text();
			expect(page).toContain('May Refund run?\n200');
			expect(await isWaiting(instance, asked)).toBe(true);
			await post(asked.link, { approved: 'true' });
			const runs = await ended(asked);
			expect(runs.Refund).toHaveLength(1);
			expect(server.observations(model)[0]).toContain('Refunded 200');
		});

		test('tells the agent that it was refused, and the tool does not run', async () => {
			const { asked, model } = await askForRefunds(200);
			await post(asked.link, { approved: 'false' });
			const runs = await ended(asked);
			expect(runs.Refund).toBeUndefined();
			expect(server.observations(model)[0]).toMatch(/denied|declined|reject|not approve/i);
		});

		test.each([
			['sends once it was approved', 'true', [CUSTOMER]],
			['sends nothing when it was refused', 'false', []],
		])("of this node's own tool %s", async (_what, approved, reached) => {
			const send = tool('Send', { phone: CUSTOMER, text: fromModel('text') });
			const { asked } = await askFor(send, [call('Send', { text: 'Your order is ready' })]);
			expect(asked.text).toContain('May Send run?\nYour order is ready\n');
			await post(asked.link, { approved });
			await ended(asked);
			const sent = instance.sandbox.accepted.filter(({ text }) => text === 'Your order is ready');
			expect(sent.map(({ recipient }) => recipient)).toEqual(reached);
		});

		test('asks again for the next call, which the first link does not approve', async () => {
			const { asked, workflowId, model } = await askForRefunds(200, 5000);
			await post(asked.link, { approved: 'true' });
			const second = await askedBy(instance, workflowId, asked);
			expect(second.text).toContain('5000');
			for (const page of [await open(asked.link), await post(asked.link, { approved: 'true' })]) {
				expect(await page.text()).not.toContain('5000');
			}
			expect(await isWaiting(instance, second)).toBe(true);
			await post(second.link, { approved: 'false' });
			const runs = await ended(second);
			expect(runs.Refund).toHaveLength(1);
			const [first, next] = server.observations(model);
			expect(first).toContain('Refunded 200');
			expect(next).not.toContain('Refunded');
		});

		test('is what the example shows', async () => {
			const { id, name } = await modelCredential(instance, server);
			const script = server.script([[refund(200)]]);
			const example = await named('AI agent that asks before it acts');
			// Its account and its model are the only things that the example lacks.
			const model = { model: { __rl: true, mode: 'id', value: script }, options: {} };
			const nodes = example.nodes.map((each) =>
				each.name === 'Model'
					? { ...each, parameters: model, credentials: { openAiApi: { id, name } } }
					: each,
			);
			const { connections, settings } = example;
			const workflow = { name: `${example.name}, with a model`, nodes, connections, settings };
			const saved = await instance.api.createWorkflow(workflow);
			await instance.api.run(saved, 'Run manually');
			const asked = await askedBy(instance, saved.id);
			expect(asked.text).toContain('Your agent wants to run Refund.\nAmount: 200\n');
			await post(asked.link, { approved: 'true' });
			await ended(asked);
			expect(server.observations(script)[0]).toContain('Refunded 200');
		});
	});
}
