import type { INodeParameters } from 'n8n-workflow';
import { withDelay } from './broadcasts';
import { contact, postContacts, useReceiver } from './receiver';

const receiver = useReceiver();
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as unknown);
const fields = (name: string, value: string) => ({ fields: { field: [{ name, value }] } });
const headers = (name: string, value: string) => ({ headers: { header: [{ name, value }] } });
const twice = { header: ['x-a', 'x-a'].map((name) => ({ name, value: 'x' })) };
const ayu = contact('Ayu', '+62 812-3456-7890');
const LOCAL = '081234567890';
const template = { name: 'Ayu', phone: LOCAL };

test('Webhook List posts each contact as the template has it, in order, with the delay between them', async () => {
	const times: number[] = [];
	receiver.answer = () => ({ ok: times.push(Date.now()) });
	const items = [
		contact('Ayu', '6281234567890'),
		contact('Zoë 🌻', '4915112345678'),
		contact('Market', '120363025246125486@g.us'),
	];
	const options = withDelay(0.2);
	const outcome = await postContacts(receiver, { options }, { items });

	const linked = outcome.items.map(({ pairedItem }) => pairedItem);
	expect(linked).toEqual(items.map((_, item) => ({ item })));
	expect(bodies()).toEqual([
		template,
		{ name: 'Zoë 🌻', phone: '4915112345678' },
		{ name: 'Market', phone: '120363025246125486@g.us' },
	]);
	for (const request of receiver.received) {
		const content = { 'content-type': 'application/json' };
		expect(request).toMatchObject({ method: 'POST', url: '/hook', headers: content });
	}
	const gaps = times.slice(1).map((time, before) => time - times[before]);
	expect(Math.min(...gaps)).toBeGreaterThanOrEqual(195);
});

test.each<[string, INodeParameters, object]>([
	['international', { phoneFormat: 'international' }, { name: 'Ayu', phone: '6281234567890' }],
	['unchanged', { phoneFormat: 'asIs' }, { name: 'Ayu', phone: '+62 812-3456-7890' }],
	['entered', { name: '={{ $json.name }} L.', phone: '0811' }, { name: 'Ayu L.', phone: '0811' }],
	['in other fields', { options: { nameField: 'n', phoneField: 'p' } }, { n: 'Ayu', p: LOCAL }],
	['with a field', { options: fields('of', '={{ $json.name }}') }, { ...template, of: 'Ayu' }],
])('Webhook List posts a phone %s', async (_how, parameters, body) => {
	await postContacts(receiver, parameters, { items: [ayu] });
	expect(bodies()).toEqual([body]);
});

test.each<[string, INodeParameters, object]>([
	['the method PUT', { method: 'PUT' }, { method: 'PUT' }],
	['a header', headers('X-Source', 'n8n'), { headers: { 'x-source': 'n8n' } }],
	[
		'another Content-Type',
		headers('content-type', 'text/x'),
		{ headers: { 'content-type': 'text/x' } },
	],
])('Webhook List posts with %s', async (_what, options, request) => {
	await postContacts(receiver, { options });
	expect(receiver.received).toMatchObject([{ ...request, body: JSON.stringify(template) }]);
});

test.each<[string, INodeParameters, RegExp]>([
	['a line break in a header', { options: headers('X-A', 'a\r\nX-B: b') }, /^Header "X-A" has/],
	['two headers of one name', { options: { headers: twice } }, /^Header "x-a"/],
	[
		'two fields of one name',
		{ options: { fields: { field: twice.header } } },
		/^Field "x-a" is there/,
	],
	['a field named like the phone', { options: fields('phone', 'x') }, /^Field "phone" is there/],
	['no address', { webhookUrl: 'example.com/hook' }, /^Webhook URL "example\.com\/hook"/],
	['a login in the address', { webhookUrl: 'http://me:my@127.0.0.1/' }, /^Webhook URL has a login/],
	['a phone with lost digits', { phone: '={{ 120363025246125486 }}' }, /^Phone .* lost digits/],
	['a delay without a result', { options: withDelay('={{ $json.a.b.c }}') }, /^Minimum of Delay /],
])('Webhook List refuses %s before it sends', async (_case, parameters, message) => {
	const { error } = await postContacts(receiver, parameters);
	expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 0 } });
	expect(error?.message).toMatch(message);
	expect(receiver.received).toEqual([]);
});

test.each<[string, number, string, unknown[]]>([
	['a JSON object as it is', 200, '{"id": 7, "tags": ["a"]}', [{ id: 7, tags: ['a'] }]],
	['an array as items', 201, '[{"id": 1}, {"id": 2}]', [{ id: 1 }, { id: 2 }]],
	['lists in an array as responses', 200, '[[1, 2], []]', [{ response: [1, 2] }, { response: [] }]],
	['plain text as response', 200, 'Thank you', [{ response: 'Thank you' }]],
	['an empty response as success', 200, '', [{ success: true }]],
	['an empty array as no item', 200, '[]', []],
])(
	"The receiver's response gives %s, linked to its input item",
	async (_rule, status, body, expected) => {
		const type = /^[[{]/.test(body) ? 'application/json' : 'text/plain';
		receiver.answer = (reply) => reply.code(status).type(type).send(body);
		const { items } = await postContacts(receiver, {}, { items: [ayu, ayu] });
		expect(items).toEqual(
			[0, 1].flatMap((item) => expected.map((json) => ({ json, pairedItem: { item } }))),
		);
	},
);

test('A request has five minutes for its whole response', async () => {
	const timeout = jest.spyOn(AbortSignal, 'timeout');
	await postContacts(receiver);
	expect(timeout.mock.calls).toEqual([[300_000]]);
	timeout.mockRestore();
});
