import { useSandbox } from './client';

/** What it says of a tool's result: the suite `examples` in n8n. */
const holder = useSandbox();

async function completion(content: string, properties?: object) {
	const headers = { 'content-type': 'application/json' };
	const tool = { name: 'Send', parameters: { type: 'object', properties } };
	const tools = properties && [{ type: 'function', function: tool }];
	const body = JSON.stringify({ model: 'any', messages: [{ role: 'user', content }], tools });
	const url = `${holder.sandbox.modelUrl}/chat/completions`;
	const response = await fetch(url, { method: 'POST', headers, body });
	return JSON.parse(await response.text()).choices[0].message;
}

const text = { type: 'string' };
const refund = { type: 'object', properties: { amount: { type: 'number' } } };

test.each<[string, object, object]>([
	['Send 0812-3456-7890: Hello', { Phone: text, Text: text }, ['0812-3456-7890', 'Hello']],
	['Tell Ayu that order 12 was sent. Be kind.', { Text: text }, ['order 12 was sent.']],
	['Order 1001: I want 200 back.', { toolParameters: refund }, [{ amount: 200 }]],
])('The chat model calls a tool with what "%s" says', async (message, properties, values) => {
	const [{ function: call }] = (await completion(message, properties)).tool_calls;
	expect(call.name).toBe('Send');
	expect(Object.values(JSON.parse(call.arguments))).toEqual(values);
});

test('Without a tool, the chat model says that it is no real model', async () => {
	expect((await completion('Hi')).content).toMatch(/no real model/);
});
