import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { until } from '../../../rig/until';
import type { Instance } from '../../../rig/startInstance';
import { fromModel, tool } from '../../../rig/workflows/agent';
import { node } from '../../../rig/workflows/nodes';

const AYU = '6281200000001';
const REJECTED = '6200000000500';

/** The MCP Server Trigger calls tools itself, by their routing. */
export function mcp(instance: Instance): void {
	let client: Client;

	const call = async (phone: string) =>
		JSON.stringify(await client.callTool({ name: 'Send', arguments: { phone, text: 'Hello' } }));

	describe('as a tool of the MCP Server Trigger', () => {
		beforeAll(async () => {
			const { api, credential } = instance;
			const path = randomUUID();
			const trigger = node(
				'MCP',
				'@n8n/n8n-nodes-langchain.mcpTrigger',
				{ path },
				{ typeVersion: 2, webhookId: path },
			);
			const { id, name } = credential;
			const send = tool(
				'Send',
				{ phone: fromModel('phone'), text: fromModel('text') },
				{ credentials: { whatsAppSenderApi: { id, name } } },
			);
			const workflow = await api.createWorkflow({
				name: `MCP ${path}`,
				nodes: [trigger, send],
				connections: { Send: { ai_tool: [[{ node: 'MCP', type: 'ai_tool', index: 0 }]] } },
				settings: { executionOrder: 'v1' },
			});
			await api.activate(workflow.id);
			await until(async () => {
				// n8n 2.x activates in the background, and answers 404 until then.
				client = new Client({ name: 'test', version: '1.0.0' });
				const url = new URL(`${instance.n8n.url}/mcp/${path}`);
				return await client.connect(new StreamableHTTPClientTransport(url)).then(
					() => true,
					() => false,
				);
			});
		});
		afterAll(async () => await client?.close());

		test('is offered with the fields of the model, and sends once per call, or says why not', async () => {
			const { tools } = await client.listTools();
			expect(tools).toHaveLength(1);
			expect(Object.keys(tools[0].inputSchema.properties ?? {})).toEqual(['phone', 'text']);
			expect(await call(AYU)).toContain('success');
			expect(await call(AYU)).toContain('success');
			expect(await call(REJECTED)).toContain(`Message to ${REJECTED} was not accepted (HTTP 500)`);
			expect(await call('0812')).toContain('starts with 0');
			expect(instance.sandbox.accepted.map(({ recipient }) => recipient)).toEqual([AYU, AYU]);
		});
	});
}
