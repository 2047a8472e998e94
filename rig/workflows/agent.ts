import { randomUUID } from 'node:crypto';
import type { N8nNode } from '../api/api';
import { answering } from '../servers/answering';
import type { Instance } from '../startRig';
import { lastExecution, publishNodes } from './call';
import { node, SENDER_TYPE, splitItems, to } from './nodes';

export const fromModel = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;

export const tool = (
	name: string,
	parameters: Record<string, unknown>,
	settings: Partial<N8nNode> = {},
) => node(name, `${SENDER_TYPE}Tool`, { options: {}, ...parameters }, settings);

/**
 * Runs an AI Agent whose scripted model calls tools.
 *
 * @param typeVersion of the AI Agent node. Up to 2 it runs tools itself, from 3 on n8n's engine does
 * @returns the result of each call, as the model received it
 */
export async function runAgent(
	instance: Instance,
	server: ModelServer,
	{ typeVersion, tools, turns }: { typeVersion: number; tools: N8nNode[]; turns: Turn[] },
): Promise<string[]> {
	const { id, name } = instance.credential;
	const model = server.script(turns);
	const openAiApi = await modelCredential(instance, server);
	const agent = { promptType: 'define', text: 'Send it', options: { maxIterations: 20 } };
	const chat = { model: { __rl: true, mode: 'id', value: model }, options: { maxRetries: 0 } };
	const nodes = [
		splitItems(),
		node('Agent', '@n8n/n8n-nodes-langchain.agent', agent, { typeVersion }),
		node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', chat, {
			typeVersion: 1.2,
			credentials: { openAiApi },
		}),
		...tools.map((each) => ({ ...each, credentials: { whatsAppSenderApi: { id, name } } })),
	];
	const toAgent = (type: string) => ({ [type]: [to('Agent', type)] });
	const connections = {
		Agent: {},
		Model: toAgent('ai_languageModel'),
		...Object.fromEntries(tools.map((each) => [each.name, toAgent('ai_tool')])),
	};
	// The editor sets this. Without it, version 3 continues before its tools have run.
	const settings = { executionOrder: 'v1' };
	const { path, workflowId } = await publishNodes(instance, nodes, { connections, settings });
	await instance.api.callWebhook(path, { items: [{}] });
	await lastExecution(instance, workflowId);
	return server.observations(model);
}

/** Creates an OpenAI credential for the scripted model. */
export async function modelCredential({ api }: Instance, { url }: ModelServer) {
	const data = { apiKey: 'no-key', url, header: false };
	return await api.createCredential({ name: 'Scripted model', type: 'openAiApi', data });
}

/** The tools that the model calls in one turn. After the last turn it responds "Done". */
export type Turn = Array<{ tool: string; with?: object }>;

type ChatMessage = { content: unknown; tool_call_id?: string };
type ChatRequest = { model: string; messages: ChatMessage[] };

export type ModelServer = Awaited<ReturnType<typeof startModel>>;

/** Starts a model for the tests of a file, into the returned object. */
export function useModel(): ModelServer {
	const server = {} as ModelServer;
	beforeAll(async () => void Object.assign(server, await startModel()));
	afterAll(async () => await server.close());
	return server;
}

/** Starts a language model that follows scripts, with OpenAI's interface for chat completions. */
async function startModel() {
	const scripts = new Map<string, { turns: Turn[]; calls: string[]; messages: ChatMessage[] }>();
	const history: string[] = [];

	const messageTo = ({ model, messages }: ChatRequest) => {
		const script = scripts.get(model)!;
		script.messages = messages;
		const turn = script.turns.shift() ?? [];
		if (turn.length === 0) return { content: 'Done' };
		const tool_calls = turn.map(({ tool, with: args = {} }) => ({
			id: `call_${randomUUID()}`,
			type: 'function',
			function: { name: tool, arguments: JSON.stringify(args) },
		}));
		script.calls.push(...tool_calls.map(({ id }) => id));
		return { content: null, tool_calls };
	};

	const { url, close } = await answering(({ method, url, headers }, response, text) => {
		history.push(`${method} ${url} ${JSON.stringify(headers)} ${text}`);
		const request = JSON.parse(text) as ChatRequest;
		const message = { role: 'assistant', ...messageTo(request) };
		const finish_reason = message.content === null ? 'tool_calls' : 'stop';
		const completion = {
			id: randomUUID(),
			object: 'chat.completion',
			created: 0,
			model: request.model,
			choices: [{ index: 0, message, finish_reason }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
		const type = { 'content-type': 'application/json' };
		response.writeHead(200, type).end(JSON.stringify(completion));
	});

	return {
		/** For the OpenAI credential. */
		url: `${url}/v1`,
		/** All requests to all models, one text each. */
		history,
		/** @returns the name of a model that takes these turns, whatever it receives */
		script(turns: Turn[]): string {
			const model = `scripted-${randomUUID()}`;
			scripts.set(model, { turns: [...turns], calls: [], messages: [] });
			return model;
		},
		/** The results of a model's tool calls, as it received them, in the order of the calls. */
		observations(model: string): string[] {
			const { calls, messages } = scripts.get(model)!;
			return calls.map((id) => {
				const result = messages.find(({ tool_call_id }) => tool_call_id === id)?.content;
				return typeof result === 'string' ? result : JSON.stringify(result);
			});
		},
		close,
	};
}
