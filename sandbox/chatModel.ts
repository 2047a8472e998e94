import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { answerTo, callsOf, type Call, type Chat, type Tool } from './chatScript';
import type { Sandbox } from './sandbox';

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
	const reply = (chat: Chat): Reply => {
		sandbox.chats.push(chat);
		const calls = (sandbox.onChat?.(chat) ?? callsOf(chat)).map((call) => ({
			...call,
			id: `call_${randomUUID()}`,
		}));
		return { calls, text: calls.length > 0 ? '' : answerTo(chat) };
	};
	app.post<{ Body: CompletionsRequest }>('/chat/completions', async ({ body }, response) => {
		const { completion, chunks } = completionOf(body, reply(chatOfCompletions(body)));
		return body.stream ? stream(response, chunks, '[DONE]') : completion;
	});
	app.post<{ Body: ResponsesRequest }>('/responses', async ({ body }, response) => {
		const { whole, events } = responseOf(body, reply(chatOfResponses(body)));
		return body.stream ? stream(response, events) : whole;
	});
}

/** The model's next turn: it calls tools, or answers with a text. */
interface Reply {
	calls: Array<Call & { id: string }>;
	text: string;
}

type Content = string | null | Array<{ text?: string }>;

/** What both interfaces say of a turn in a chat. */
interface Turn {
	isUser?: boolean;
	text?: string;
	calls?: Array<{ id: string; name: string; arguments: string }>;
	resultOf?: string;
}

function chatOf(turns: Turn[], tools: Tool[]): Chat {
	const start = turns.findLastIndex(({ isUser }) => isUser);
	const results = turns.slice(start + 1).flatMap(({ calls = [] }) =>
		calls.map((call) => {
			const result = turns.find(({ resultOf }) => resultOf === call.id)?.text ?? '';
			// n8n adds the call's ID to its arguments.
			const values = Object.entries(JSON.parse(call.arguments)).filter(
				([, value]) => value !== call.id,
			);
			return { tool: call.name, with: Object.fromEntries(values), result };
		}),
	);
	return { message: turns[start]?.text ?? '', tools, results };
}

const textOf = (content: Content = '') =>
	Array.isArray(content) ? content.map(({ text = '' }) => text).join('') : (content ?? '');

/** The request of `POST /chat/completions`. */
interface CompletionsRequest {
	model: string;
	stream?: boolean;
	tools?: Array<{ function: Tool }>;
	messages: Array<{
		role: string;
		content?: Content;
		tool_call_id?: string;
		tool_calls?: Array<{ id: string; function: { name: string; arguments: string } }>;
	}>;
}

function chatOfCompletions({ messages, tools = [] }: CompletionsRequest): Chat {
	const turns = messages.map(({ role, content, tool_calls, tool_call_id }) => ({
		isUser: role === 'user',
		text: textOf(content),
		calls: tool_calls?.map(({ id, function: call }) => ({ id, ...call })),
		resultOf: tool_call_id,
	}));
	return chatOf(
		turns,
		tools.map((tool) => tool.function),
	);
}

function completionOf({ model }: CompletionsRequest, { calls, text }: Reply) {
	const tool_calls = calls.map(({ id, tool, with: values }, index) => {
		return { index, id, type: 'function', function: callOf(tool, values) };
	});
	const message = { role: 'assistant', content: text || null, ...(calls.length && { tool_calls }) };
	const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
	const head = { id: randomUUID(), created: 0, model };
	const chunk = (choices: object[], more = {}) => {
		return { ...head, object: 'chat.completion.chunk', choices, ...more };
	};
	const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
	return {
		completion: {
			...head,
			object: 'chat.completion',
			choices: [{ index: 0, message, finish_reason }],
			usage,
		},
		chunks: [
			chunk([{ index: 0, delta: message, finish_reason: null }]),
			chunk([{ index: 0, delta: {}, finish_reason }]),
			chunk([], { usage }),
		],
	};
}

const callOf = (name: string, values: object) => ({ name, arguments: JSON.stringify(values) });

/** The request of `POST /responses`, OpenAI's newer interface. */
interface ResponsesRequest {
	model: string;
	stream?: boolean;
	tools?: Tool[];
	input: Array<{
		type?: string;
		role?: string;
		content?: Content;
		call_id?: string;
		name?: string;
		arguments?: string;
		output?: Content;
	}>;
}

function chatOfResponses({ input, tools = [] }: ResponsesRequest): Chat {
	const turns = input.map(({ type, role, content, output, call_id: id = '', ...call }): Turn => {
		if (type === 'function_call')
			return { calls: [{ id, name: call.name!, arguments: call.arguments! }] };
		if (type === 'function_call_output') return { resultOf: id, text: textOf(output) };
		return { isUser: role === 'user', text: textOf(content) };
	});
	return chatOf(turns, tools);
}

function responseOf({ model }: ResponsesRequest, { calls, text }: Reply) {
	const base = () => ({ id: randomUUID(), status: 'completed' });
	const output = calls.map(({ id, tool, with: values }) => {
		return { ...base(), type: 'function_call', call_id: id, ...callOf(tool, values) };
	});
	const content = [{ type: 'output_text', text, annotations: [] }];
	const answer = { ...base(), type: 'message', role: 'assistant', content };
	const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
	const head = { id: randomUUID(), object: 'response', created_at: 0, model, error: null };
	const whole = { ...head, status: 'completed', output: text ? [answer] : output, usage };
	const events = [
		{ type: 'response.created', response: { ...head, status: 'in_progress', output: [] } },
		...output.map((item, output_index) => {
			return { type: 'response.output_item.added', output_index, item };
		}),
		...(text ? [{ type: 'response.output_text.delta', content_index: 0, delta: text }] : []),
		{ type: 'response.completed', response: whole },
	];
	return { whole, events };
}

/** Sends server-sent events. */
function stream(reply: FastifyReply, events: object[], end?: string): FastifyReply {
	const lines = [...events.map((event) => JSON.stringify(event)), ...(end ? [end] : [])];
	return reply.type('text/event-stream').send(lines.map((line) => `data: ${line}\n\n`).join(''));
}
