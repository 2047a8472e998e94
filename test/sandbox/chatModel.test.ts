import type { Call } from '../../sandbox';
import { useSandbox } from './client';

const holder = useSandbox();
const text = { type: 'string' };
const schemaOf = (properties: object) => ({ type: 'object', properties });
const send = { name: 'Send', parameters: schemaOf({ Phone: text, Text: text }) };
const CALL: Call = { tool: 'Send', with: { Phone: '0812', Text: 'Hi' } };
const values = JSON.stringify(CALL.with);
/** As n8n returns it. */
const withId = JSON.stringify({ ...CALL.with, id: 'call_1' });

async function request(path: string, body?: object): Promise<string> {
	const headers = { 'content-type': 'application/json' };
	const order = { method: 'POST', headers, body: JSON.stringify({ model: 'any', ...body }) };
	const response = await fetch(`${holder.sandbox.modelUrl}${path}`, body && order);
	expect(response.status).toBe(200);
	return await response.text();
}

const completion = async (message: string, tool: object = send, more: object = {}) => {
	const messages = [{ role: 'user', content: message }];
	const tools = [{ type: 'function', function: tool }];
	const response = JSON.parse(await request('/chat/completions', { messages, tools, ...more }));
	return response.choices[0].message as { content: string; tool_calls?: unknown };
};

const called = (values: object, name = 'Send') => [
	{ function: { name, arguments: JSON.stringify(values) } },
];

test.each([
	['Send 0812-3456-7890: Hello', '0812-3456-7890', 'Hello'],
	['Please write +62 812 3456 7890 that "lunch is ready"', '+62 812 3456 7890', 'lunch is ready'],
	['Send good morning, Ayu to 6281234567890', '6281234567890', 'good morning, Ayu'],
	['120363025246125486@g.us お元気ですか', '120363025246125486@g.us', 'お元気ですか'],
])(
	'The chat model calls the tool with recipient and text of "%s"',
	async (message, Phone, Text) => {
		expect((await completion(message)).tool_calls).toMatchObject(called({ Phone, Text }));
	},
);

test.each([
	[
		'Tell Ayu that her order 12 was sent. Be kind.',
		{ Text: text },
		{ Text: 'her order 12 was sent.' },
	],
	['Order 1001 was cold. I want my 200 back.', { amount: { type: 'number' } }, { amount: 200 }],
	[
		'0812-3456-7890: Hello',
		{ toolParameters: schemaOf({ to_phone: text, copy: { type: 'boolean' } }), hitl: schemaOf({}) },
		{ toolParameters: { to_phone: '0812-3456-7890', copy: false }, hitl: {} },
	],
])(
	'The chat model fills in the parameters of any tool from "%s"',
	async (message, properties, filled) => {
		const tool = { name: 'Other', parameters: schemaOf(properties) };
		expect((await completion(message, tool)).tool_calls).toMatchObject(called(filled, 'Other'));
	},
);

test('The chat model says that it is no real model, and asks for what it needs', async () => {
	const { content, tool_calls } = await completion('Say hello');
	expect([content, tool_calls]).toEqual([
		expect.stringMatching(/no real model.*Write who/),
		undefined,
	]);
	const { content: alone } = await completion('Hi', send, { tools: undefined });
	expect(alone).toMatch(/no real model.*Connect a tool/);
});

/** A chat after the model's call, in both interfaces of OpenAI. */
const CHATS: Array<[path: string, chat: object]> = [
	[
		'/chat/completions',
		{
			tools: [{ type: 'function', function: send }],
			messages: [
				{ role: 'user', content: 'Send 0812: Hi' },
				{
					role: 'assistant',
					content: null,
					tool_calls: [{ id: 'call_1', function: { name: 'Send', arguments: withId } }],
				},
				{ role: 'tool', tool_call_id: 'call_1', content: 'Accepted' },
			],
		},
	],
	[
		'/responses',
		{
			tools: [{ type: 'function', ...send }],
			input: [
				{ role: 'user', content: [{ type: 'input_text', text: 'Send 0812: Hi' }] },
				{ type: 'function_call', call_id: 'call_1', name: 'Send', arguments: withId },
				{ type: 'function_call_output', call_id: 'call_1', output: 'Accepted' },
			],
		},
	],
];

describe.each(CHATS)('The chat model at %s', (path, chat) => {
	test.each([false, true])('tells what the tool returned (streamed: %s)', async (stream) => {
		const response = await request(path, { ...chat, stream });
		const answer = `I called Send with ${values}. It returned: Accepted`;
		expect(response).toContain(JSON.stringify(answer).slice(1, -1));
		expect(holder.sandbox.chats.at(-1)).toMatchObject({
			message: 'Send 0812: Hi',
			results: [{ ...CALL, result: 'Accepted' }],
		});
	});

	test('makes the calls of a test', async () => {
		holder.sandbox.onChat = () => [CALL, CALL];
		const response = await request(path, { ...chat, stream: true });
		const events = response.match(/^data: \{.*$/gm)!.map((line) => JSON.parse(line.slice(6)));
		const count = JSON.stringify(events[path === '/responses' ? events.length - 1 : 0]);
		expect(count.split(JSON.stringify(values))).toHaveLength(3);
	});
});

test('The OpenAI credential finds the chat model', async () => {
	expect(await request('/models')).toContain('sandbox-script');
});
