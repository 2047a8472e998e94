import type { Call, Sandbox } from '../../sandbox';
import type { N8nNode, NewCredential } from '../api/api';
import type { Instance } from '../startRig';
import { lastExecution, publishNodes } from './call';
import { node, SENDER_TYPE, splitItems, to } from './nodes';

export const MODEL_TYPE = '@n8n/n8n-nodes-langchain.lmChatOpenAi';

/** The credential of the sandbox's chat model. */
export const modelCredential = ({ modelUrl: url }: Pick<Sandbox, 'modelUrl'>): NewCredential => ({
	type: 'openAiApi',
	name: 'Sandbox script (no real model)',
	data: { apiKey: 'no-key', url, header: false },
});

export const fromModel = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;

export const tool = (
	name: string,
	parameters: Record<string, unknown>,
	settings: Partial<N8nNode> = {},
) => node(name, `${SENDER_TYPE}Tool`, { options: {}, ...parameters }, settings);

/** Lets the sandbox's chat model make these calls, one array a turn, and then answer. */
export function script({ sandbox }: Instance, turns: Call[][]): void {
	const rest = [...turns];
	sandbox.onChat = () => rest.shift() ?? [];
}

/** The results of the tool calls, as the chat model received them, in the order of the calls. */
export const observations = ({ sandbox }: Instance) =>
	sandbox.chats.at(-1)!.results.map(({ result }) => result);

/**
 * Runs an AI Agent whose scripted model calls tools.
 *
 * @param typeVersion of the AI Agent node. Up to 2 it runs tools itself, from 3 on n8n's engine does
 * @returns the result of each call, as the model received it
 */
export async function runAgent(
	instance: Instance,
	{ typeVersion, tools, turns }: { typeVersion: number; tools: N8nNode[]; turns: Call[][] },
): Promise<string[]> {
	const { id, name } = instance.credential;
	script(instance, turns);
	const openAiApi = await instance.api.createCredential(modelCredential(instance.sandbox));
	const agent = { promptType: 'define', text: 'Send it', options: { maxIterations: 20 } };
	const model = { __rl: true, mode: 'id', value: 'sandbox-script' };
	const chat = { model, options: { maxRetries: 0 } };
	const nodes = [
		splitItems(),
		node('Agent', '@n8n/n8n-nodes-langchain.agent', agent, { typeVersion }),
		node('Model', MODEL_TYPE, chat, { typeVersion: 1.2, credentials: { openAiApi } }),
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
	return observations(instance);
}
