import type { Call } from '../../sandbox';
import { useSandbox } from './client';

const holder = useSandbox();
const text = { type: 'string' };
const schemaOf = (properties: object) => ({ type: 'object', properties });
const toolOf = (name: string, properties: object) => {
	return { type: 'function', function: { name, parameters: schemaOf(properties) } };
};
const send = toolOf('Send', { Phone: text, Text: text });
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

/** @param tools none by default */
async function completion(message: string, ...tools: object[]) {
	const messages = [{ role: 'user', content: message }];
	const response = JSON.parse(await request('/chat/completions', { messages, tools }));
	return response.choices[0].message;
}

test.each([
	['0812-3456-7890', 'Send 0812-3456-7890: Hello', 'Hello'],
	['+62 812 3456 7890', 'Please write +62 812 3456 7890 that "lunch is ready"', 'lunch is ready'],
	['6281234567890', 'Send good morning, Ayu to 6281234567890', 'good morning, Ayu'],
	['120363025246125486@g.us', '120363025246125486@g.us お元気ですか', 'お元気ですか'],
	['', 'Tell Ayu that her order 12 was sent. Be kind.', 'her order 12 was sent.'],
])('The chat model finds the recipient "%s" and the text in "%s"', async (Phone, message, Text) => {
	const properties = Phone ? { Phone, Text } : { Text };
	const schemas = Object.keys(properties).map((name) => [name, text]);
	const tool = toolOf('Send', Object.fromEntries(schemas));
	const [call] = (await completion(message, tool)).tool_calls;
	expect(call.function).toEqual({ name: 'Send', arguments: JSON.stringify(properties) });
});

test('The chat model fills in a number, and parameters within others', async () => {
	const schemas = { to_phone: text, copy: { type: 'boolean' }, amount: { type: 'number' } };
	const tool = toolOf('Other', { toolParameters: schemaOf(schemas), hitl: schemaOf({}) });
	const [call] = (await completion('0812-3456-7890: Order 1001. I want 200 back.', tool))
		.tool_calls;
	const toolParameters = { to_phone: '0812-3456-7890', copy: false, amount: 200 };
	expect(JSON.parse(call.function.arguments)).toEqual({ toolParameters, hitl: {} });
});

test('The chat model says that it is no real model, and asks for what it needs', async () => {
	const { content, tool_calls } = await completion('Say hello', send);
	expect(content).toMatch(/no real model.*Write who/);
	expect(tool_calls).toBeUndefined();
	expect((await completion('Hi')).content).toMatch(/no real model.*Connect a tool/);
});

/** A chat after the model's call. */
const chat = {
	tools: [send],
	messages: [
		{ role: 'user', content: [{ type: 'text', text: 'Send 0812: Hi' }] },
		{
			role: 'assistant',
			content: null,
			tool_calls: [{ id: 'call_1', function: { name: 'Send', arguments: withId } }],
		},
		{ role: 'tool', tool_call_id: 'call_1', content: 'Accepted' },
	],
};

test.each([false, true])(
	'The chat model tells what the tool returned (streamed: %s)',
	async (stream) => {
		const response = await request('/chat/completions', { ...chat, stream });
		const answer = `I called Send with ${values}. It returned: Accepted`;
		expect(response).toContain(JSON.stringify(answer).slice(1, -1));
		expect(holder.sandbox.chats.at(-1)).toMatchObject({
			message: 'Send 0812: Hi',
			results: [{ ...CALL, result: 'Accepted' }],
		});
	},
);

test('The chat model makes the calls of a test', async () => {
	holder.sandbox.onChat = () => [CALL, CALL];
	const response = await request('/chat/completions', { ...chat, stream: true });
	const [event] = response.match(/(?<=^data: )\{.*$/gm)!;
	const [{ delta }] = JSON.parse(event).choices;
	expect(delta.tool_calls.map(({ function: call }: { function: object }) => call)).toEqual(
		Array(2).fill({ name: 'Send', arguments: values }),
	);
});

test('The OpenAI credential finds the chat model', async () => {
	expect(await request('/models')).toContain('sandbox-script');
});

test("A new node's default, the Responses API, gets an error that says what to do", async () => {
	const response = await fetch(`${holder.sandbox.modelUrl}/responses`, { method: 'POST' });
	expect(await response.text()).toContain('Turn off Use Responses API');
});
