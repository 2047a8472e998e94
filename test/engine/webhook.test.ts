import type { INodeParameters } from 'n8n-workflow';
import { withDelay } from './broadcasts';
import { contact, postContacts, useReceiver } from './receiver';

const receiver = useReceiver();
const fields = (name: string, value: string) => ({ fields: { field: [{ name, value }] } });
const headers = (name: string, value: string) => ({ headers: { header: [{ name, value }] } });
const twice = ['x-a', 'x-a'].map((name) => ({ name, value: 'x' }));

/** All that it posts: contract/savedWorkflows.test.ts. */
test('Webhook List waits between two contacts', async () => {
	const times: number[] = [];
	receiver.respond = () => ({ ok: times.push(Date.now()) });
	const items = [contact('Ayu'), contact('Budi')];
	await postContacts(receiver, { options: withDelay(0.1) }, { items });
	expect(times[1] - times[0]).toBeGreaterThanOrEqual(95);
});

test('An extra header replaces the Content-Type', async () => {
	await postContacts(receiver, { options: headers('content-type', 'text/x') });
	expect(receiver.received[0].headers['content-type']).toBe('text/x');
});

test('A method without a result is POST', async () => {
	await postContacts(receiver, { options: { method: '={{ $json.method }}' } });
	expect(receiver.received.map(({ method }) => method)).toEqual(['POST']);
});

test.each<[INodeParameters, RegExp]>([
	[{ options: headers('X-A', 'a\r\nX-B: b') }, /^Header "X-A" contains/],
	[{ options: { headers: { header: twice } } }, /^Header "x-a"/],
	[{ options: { fields: { field: twice } } }, /^Field "x-a" is/],
	[{ options: fields('phone', 'x') }, /^Field "phone" is used/],
	[{ webhookUrl: 'example.com/hook' }, /^Webhook URL "example\.com\/hook"/],
	[{ webhookUrl: 'http://me:my@127.0.0.1/' }, /^Webhook URL contains a login/],
	[{ phone: '={{ 120363025246125486 }}' }, /^Phone .* lost digits/],
	[{ requestOptions: { proxy: '={{ $json.x }}' } }, /^Proxy: the expression has no/],
])('Webhook List refuses %j before it sends', async (parameters, words) => {
	const { error } = await postContacts(receiver, parameters);
	expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 0 } });
	expect(error?.message).toMatch(words);
	expect(receiver.received).toEqual([]);
});

test.each<[string, string, unknown[]]>([
	['a JSON object as it is', '{"id": 7, "tags": ["a"]}', [{ id: 7, tags: ['a'] }]],
	['an array as items', '[{"id": 1}, {"id": 2}]', [{ id: 1 }, { id: 2 }]],
	['each list in an array as a response', '[[1, 2], []]', [{ response: [1, 2] }, { response: [] }]],
	['plain text as response', 'Thank you', [{ response: 'Thank you' }]],
	['an empty response as success', '', [{ success: true }]],
	['no item for an empty array', '[]', []],
])('Webhook List returns %s', async (_rule, body, rows) => {
	const type = /^[[{]/.test(body) ? 'application/json' : 'text/plain';
	receiver.respond = (response) => response.writeHead(201, { 'content-type': type }).end(body);
	const { items } = await postContacts(receiver, {}, { items: [contact('Ayu'), contact('Budi')] });
	expect(items).toEqual(
		[0, 1].flatMap((item) => rows.map((json) => ({ json, pairedItem: { item } }))),
	);
});
