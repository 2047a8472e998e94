import { useSandbox } from './client';

/** What it tells of a tool's results: the suite `examples` in n8n. */
const holder = useSandbox();
const text = { type: 'string' };
const schemaOf = (properties: object) => ({ type: 'object', properties });
const toolOf = (name: string, properties: object) => {
	return { type: 'function', function: { name, parameters: schemaOf(properties) } };
};
const send = toolOf('Send', { Phone: text, Text: text });
async function completion(content: string, ...tools: object[]) {
	const headers = { 'content-type': 'application/json' };
	const body = JSON.stringify({ model: 'any', messages: [{ role: 'user', content }], tools });
	const url = `${holder.sandbox.modelUrl}/chat/completions`;
	const response = await fetch(url, { method: 'POST', headers, body });
	return JSON.parse(await response.text()).choices[0].message;
}

test.each([
	['0812-3456-7890', 'Send 0812-3456-7890: Hello', 'Hello'],
	['+62 812 3456 7890', 'Please write +62 812 3456 7890 that "lunch is ready"', 'lunch is ready'],
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
