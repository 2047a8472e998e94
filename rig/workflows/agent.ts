import type { N8nNode } from '../api/apiTypes';
import { lastExecution, publishNodes } from './call';
import type { Instance } from '../startInstance';
import type { ModelServer, Turn } from '../servers/model';
import { node, SENDER_TYPE, splitItems, to } from './nodes';

export const TOOL_TYPE = `${SENDER_TYPE}Tool`;

export const fromModel = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;

export const tool = (
	name: string,
	parameters: Record<string, unknown>,
	settings: Partial<N8nNode> = {},
) => node(name, TOOL_TYPE, parameters, settings);

/**
 * An AI Agent that calls tools as a scripted model asks it to.
 *
 * @param typeVersion of the AI Agent node: up to 2 it runs tools itself, from 3 on n8n's engine does
 * @returns `observations`: the result of each of the model's calls, as the model received it
 */
export async function runAgent(
	instance: Instance,
	server: ModelServer,
	{ typeVersion, tools, turns }: { typeVersion: number; tools: N8nNode[]; turns: Turn[] },
) {
	const { id, name } = instance.credential;
	const model = server.script(turns);
	const openAiApi = await modelCredential(instance, server);
	const nodes = [
		splitItems(),
		node(
			'Agent',
			'@n8n/n8n-nodes-langchain.agent',
			{ promptType: 'define', text: 'Send what you have to', options: { maxIterations: 20 } },
			{ typeVersion },
		),
		node(
			'Model',
			'@n8n/n8n-nodes-langchain.lmChatOpenAi',
			{ model: { __rl: true, mode: 'id', value: model }, options: { maxRetries: 0 } },
			{ typeVersion: 1.2, credentials: { openAiApi } },
		),
		...tools.map((each) => ({ ...each, credentials: { whatsAppSenderApi: { id, name } } })),
	];
	const of = (type: string) => ({ [type]: [to('Agent', type)] });
	const connections = {
		Agent: {},
		Model: of('ai_languageModel'),
		...Object.fromEntries(tools.map((each) => [each.name, of('ai_tool')])),
	};
	// As the editor sets it; without, version 3 goes on before its tools have run.
	const settings = { executionOrder: 'v1' };
	const { path, workflowId } = await publishNodes(instance, nodes, { connections, settings });
	await instance.api.callWebhook(path, { items: [{}] });
	const execution = await lastExecution(instance, workflowId);
	return { execution, observations: server.observations(model) };
}

/** An OpenAI credential that leads to a scripted model. */
export async function modelCredential({ api }: Instance, { url }: ModelServer) {
	const data = { apiKey: 'no-key', url, header: false };
	return await api.createCredential({ name: 'Scripted model', type: 'openAiApi', data });
}
