import type { Call, Sandbox } from '../../sandbox';
import type { NewCredential } from '../api/api';
import type { Instance } from '../startRig';

export const MODEL_TYPE = '@n8n/n8n-nodes-langchain.lmChatOpenAi';

/** The credential of the sandbox's chat model. */
export const modelCredential = ({ modelUrl: url }: Pick<Sandbox, 'modelUrl'>): NewCredential => ({
	type: 'openAiApi',
	name: 'Sandbox script (no real model)',
	data: { apiKey: 'no-key', url, header: false },
});

/** Lets the sandbox's chat model make these calls, one array a turn, and then answer. */
export function script({ sandbox }: Instance, turns: Call[][]): void {
	const rest = [...turns];
	sandbox.onChat = () => rest.shift() ?? [];
}

/** The results of the tool calls, as the chat model received them, in the order of the calls. */
export const observations = ({ sandbox }: Instance) =>
	sandbox.chats.at(-1)!.results.map(({ result }) => result);
