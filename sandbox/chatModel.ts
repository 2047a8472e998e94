import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { answerTo, callsOf, type Chat, type Tool } from './chatScript';
import type { Sandbox } from './sandbox';

/** The request of `POST /chat/completions`, with `messages`, or of the newer `POST /responses`, with `input`. */
interface ChatRequest {
	model: string;
	stream?: boolean;
	tools?: Array<Tool & { function?: Tool }>;
	messages?: Turn[];
	input?: Turn[];
}

/** In `input`, a call and its output are turns of their own. */
interface Turn extends Partial<Call> {
	role?: string;
	content?: Content;
	tool_calls?: Array<{ id: string; function: Call }>;
	tool_call_id?: string;
	call_id?: string;
	output?: Content;
}

type Content = string | null | Array<{ text?: string }>;

/** The arguments are JSON. */
type Call = Record<'name' | 'arguments', string>;

/** The model's next turn: it calls tools, or answers with a text. */
interface Reply {
	calls: Array<{ id: string; call: Call }>;
	text: string;
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
	const replyTo = (request: ChatRequest): Reply => {
		const chat = chatOf(request);
		sandbox.chats.push(chat);
		const calls = (sandbox.onChat?.(chat) ?? callsOf(chat)).map(({ tool, with: values }) => {
			const call = { name: tool, arguments: JSON.stringify(values) };
			return { id: `call_${randomUUID()}`, call };
		});
		return { calls, text: calls.length > 0 ? '' : answerTo(chat) };
	};
	app.post<{ Body: ChatRequest }>('/chat/completions', async ({ body }, response) => {
		const completion = completionOf(body, replyTo(body));
		return body.stream ? stream(response, [completion]) : completion;
	});
	app.post<{ Body: ChatRequest }>('/responses', async ({ body }, response) => {
		const { whole, events } = responseOf(body, replyTo(body));
		return body.stream ? stream(response, events) : whole;
	});
}

function chatOf({ messages, input = [], tools = [] }: ChatRequest): Chat {
	const turns = messages ?? input;
	const [message, ...later] = turns.slice(turns.findLastIndex(({ role }) => role === 'user'));
	const outputs = new Map<string | undefined, string>();
	for (const { tool_call_id, call_id = tool_call_id, content, output = content } of later)
		outputs.set(call_id, textOf(output));
	const calls = later.flatMap(({ tool_calls = [], call_id: id = '', name, arguments: json }) =>
		name && json ? [{ id, function: { name, arguments: json } }] : tool_calls,
	);
	const results = calls.map(({ id, function: call }) => {
		// n8n adds the call's ID to its arguments.
		const values = Object.entries(JSON.parse(call.arguments)).filter(([, value]) => value !== id);
		return { tool: call.name, with: Object.fromEntries(values), result: outputs.get(id) ?? '' };
	});
	const known = tools.map((tool) => tool.function ?? tool);
	return { message: textOf(message.content), tools: known, results };
}

const textOf = (content: Content = '') =>
	Array.isArray(content) ? content.map(({ text = '' }) => text).join('') : (content ?? '');

/** Both a completion and the only chunk of a streamed one, which has `delta` instead of `message`. */
function completionOf({ model, stream: isChunk }: ChatRequest, { calls, text }: Reply) {
	const tool_calls = calls.map(({ id, call }, index) => {
		return { index, id, type: 'function', function: call };
	});
	const message = { role: 'assistant', content: text || null, ...(calls.length && { tool_calls }) };
	const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
	return {
		id: randomUUID(),
		object: isChunk ? 'chat.completion.chunk' : 'chat.completion',
		created: 0,
		model,
		choices: [{ index: 0, [isChunk ? 'delta' : 'message']: message, finish_reason }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

function responseOf({ model }: ChatRequest, { calls, text }: Reply) {
	const base = () => ({ id: randomUUID(), status: 'completed' });
	const content = [{ type: 'output_text', text, annotations: [] }];
	const answer = { ...base(), type: 'message', role: 'assistant', content };
	const items = calls.map(({ id, call }) => {
		return { ...base(), type: 'function_call', call_id: id, ...call };
	});
	const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
	const head = { ...base(), object: 'response', created_at: 0, model, error: null, usage };
	const whole = { ...head, output: text ? [answer] : items };
	const events = [
		...items.map((item, output_index) => {
			return { type: 'response.output_item.added', output_index, item };
		}),
		{ type: 'response.output_text.delta', content_index: 0, delta: text },
		{ type: 'response.completed', response: whole },
	];
	return { whole, events };
}

/** Sends server-sent events. */
function stream(reply: FastifyReply, events: object[]): FastifyReply {
	const lines = [...events.map((event) => JSON.stringify(event)), '[DONE]'];
	return reply.type('text/event-stream').send(lines.map((line) => `data: ${line}\n\n`).join(''));
}
