import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { until } from '../../../rig/until';
import type { Instance } from '../../../rig/startRig';
import { fromModel, tool } from '../../../rig/workflows/agent';
import { node } from '../../../rig/workflows/nodes';

const AYU = '6281200000001';
const REJECTED = '6200000000500';

/** The MCP Server Trigger calls tools itself, by their routing. */
export function mcp(instance: Instance): void {
	test('as a tool of the MCP Server Trigger it sends once per call, or says why not', async () => {
		const { api, n8n, credential, sandbox } = instance;
		const path = randomUUID();
		const trigger = '@n8n/n8n-nodes-langchain.mcpTrigger';
		const { id, name } = credential;
		const fields = { phone: fromModel('phone'), text: fromModel('text') };
		const workflow = await api.createWorkflow({
			name: `MCP ${path}`,
			nodes: [
				node('MCP', trigger, { path }, { typeVersion: 2, webhookId: path }),
				tool('Send', fields, { credentials: { whatsAppSenderApi: { id, name } } }),
			],
			connections: { Send: { ai_tool: [[{ node: 'MCP', type: 'ai_tool', index: 0 }]] } },
		});
		await api.activate(workflow.id);
		// n8n 2.x activates in the background, and answers 404 until then.
		const client = await until(async () => {
			const opened = new Client({ name: 'test', version: '1.0.0' });
			const url = new URL(`${n8n.url}/mcp/${path}`);
			const connecting = opened.connect(new StreamableHTTPClientTransport(url));
			return await connecting.then(() => opened).catch(() => undefined);
		});
		const call = async (phone: string) =>
			JSON.stringify(await client!.callTool({ name: 'Send', arguments: { phone, text: 'Hi' } }));

		const { tools } = await client!.listTools();
		expect(tools.map(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}))).toEqual([
			['phone', 'text'],
		]);
		expect(await call(AYU)).toContain('success');
		expect(await call(AYU)).toContain('success');
		expect(await call(REJECTED)).toContain(`Message to ${REJECTED} was not accepted (HTTP 500)`);
		expect(await call('0812')).toContain('starts with 0');
		expect(sandbox.accepted.map(({ recipient }) => recipient)).toEqual([AYU, AYU]);
		await client!.close();
	});
}
