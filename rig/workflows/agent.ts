import { randomUUID } from 'node:crypto';
import type { Execution, N8nNode } from '../api/apiTypes';
import { lastExecution } from './call';
import type { Instance } from '../startInstance';
import type { ModelServer, Turn } from '../servers/model';
import { node, SENDER_TYPE, splitItems, webhook } from './nodes';

export const TOOL_TYPE = `${SENDER_TYPE}Tool`;

/** A parameter that the model fills. */
export const fromModel = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;

/** The WhatsApp Sender as a tool. */
export const tool = (
	name: string,
	parameters: Record<string, unknown>,
	settings: Partial<N8nNode> = {},
) => node(name, TOOL_TYPE, parameters, settings);

export interface AgentRun {
	status: number;
	body: unknown;
	execution: Execution;
	/** The result of each of the model's calls, as the model received it. */
	observations: string[];
	model: string;
}

/**
 * An AI Agent that calls tools as a scripted model asks it to.
 *
 * @param typeVersion of the AI Agent node: up to 2 it runs tools itself, from 3 on n8n's engine does
 */
export async function runAgent(
	instance: Instance,
	server: ModelServer,
	{ typeVersion, tools, turns }: { typeVersion: number; tools: N8nNode[]; turns: Turn[] },
	items: object[] = [{}],
): Promise<AgentRun> {
	const { api, credential } = instance;
	const model = server.script(turns);
	const path = randomUUID();
	const openAi = await modelCredential(instance, server);
	const nodes = [
		webhook(path),
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
			{ typeVersion: 1.2, credentials: { openAiApi: openAi } },
		),
		...tools.map((each) => ({
			...each,
			credentials: {
				whatsAppSenderApi: { id: credential.id, name: credential.name },
				...each.credentials,
			},
		})),
	];
	const to = (type: string, name: string) => ({ [type]: [[{ node: name, type, index: 0 }]] });
	const connections = {
		Webhook: to('main', 'Items'),
		Items: to('main', 'Agent'),
		Model: to('ai_languageModel', 'Agent'),
		...Object.fromEntries(tools.map(({ name }) => [name, to('ai_tool', 'Agent')])),
	};
	// As the editor sets it; without, version 3 goes on before its tools have run.
	const settings = { executionOrder: 'v1' };
	const { id } = await api.createWorkflow({ name: `Agent ${path}`, nodes, connections, settings });
	await api.activate(id);
	const { status, body } = await api.callWebhook(path, { items });
	const execution = await lastExecution(instance, id);
	return { status, body, execution, observations: server.observations(model), model };
}

/** An OpenAI credential that leads to a scripted model. */
export async function modelCredential({ api }: Instance, { url }: ModelServer) {
	const data = { apiKey: 'no-key', url, header: false };
	return await api.createCredential({ name: 'Scripted model', type: 'openAiApi', data });
}
