import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { answerTo, callsOf, type Chat, type Tool } from './chatScript';
import type { Sandbox } from './sandbox';

interface ChatRequest {
	model: string;
	tools?: Array<{ function: Tool }>;
	messages: Turn[];
}

interface Turn {
	role: string;
	content: string | null | Array<{ text?: string }>;
	/** The arguments are JSON. */
	tool_calls?: Array<{ id: string; function: Record<'name' | 'arguments', string> }>;
	tool_call_id?: string;
}

/**
 * A chat model with OpenAI's interface, for n8n's node "OpenAI Chat Model". It is no part of the service, and no real
 * model: it follows `chatScript.ts`, or the sandbox's `onChat`.
 */
export function chatModelRoutes(app: FastifyInstance, sandbox: Sandbox): void {
	app.removeAllContentTypeParsers();
	const parseJson = app.getDefaultJsonParser('error', 'ignore');
	app.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson);
	app.get('/models', () => {
		const model = { id: 'sandbox-script', object: 'model', created: 0, owned_by: 'sandbox' };
		return { object: 'list', data: [model] };
	});
	app.post<{ Body: ChatRequest }>('/chat/completions', async ({ body }) => {
		const chat = chatOf(body);
		sandbox.chats.push(chat);
		const calls = (sandbox.onChat?.(chat) ?? callsOf(chat)).map(({ tool, with: values }) => {
			const call = { name: tool, arguments: JSON.stringify(values) };
			return { id: `call_${randomUUID()}`, type: 'function', function: call };
		});
		const turn =
			calls.length > 0 ? { content: null, tool_calls: calls } : { content: answerTo(chat) };
		const message = { role: 'assistant', ...turn };
		const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
		return {
			id: randomUUID(),
			object: 'chat.completion',
			created: 0,
			model: body.model,
			choices: [{ index: 0, message, finish_reason }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	});
}

function chatOf({ messages, tools = [] }: ChatRequest): Chat {
	const [message, ...later] = messages.slice(messages.findLastIndex(({ role }) => role === 'user'));
	const outputs = new Map(
		later.map(({ tool_call_id, content }) => [tool_call_id, textOf(content)]),
	);
	const calls = later.flatMap(({ tool_calls = [] }) => tool_calls);
	const results = calls.map(({ id, function: call }) => {
		// n8n adds the call's ID to its arguments.
		const values = Object.entries(JSON.parse(call.arguments)).filter(([, value]) => value !== id);
		return { tool: call.name, with: Object.fromEntries(values), result: outputs.get(id) ?? '' };
	});
	const known = tools.map((tool) => tool.function);
	return { message: textOf(message.content), tools: known, results };
}

const textOf = (content: Turn['content']) =>
	Array.isArray(content) ? content.map(({ text = '' }) => text).join('') : (content ?? '');
