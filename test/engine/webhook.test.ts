import type { INodeParameters } from 'n8n-workflow';
import { withDelay } from './broadcasts';
import { contact, postContacts, useReceiver } from './receiver';

const receiver = useReceiver();
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as unknown);
const fields = (name: string, value: string) => ({ fields: { field: [{ name, value }] } });
const headers = (name: string, value: string) => ({ headers: { header: [{ name, value }] } });
const twice = { header: ['x-a', 'x-a'].map((name) => ({ name, value: 'x' })) };

/** What else it posts: see the saved workflows in test/contract. */
test('Webhook List posts one contact after the other, with the delay between them', async () => {
	const times: number[] = [];
	receiver.answer = () => ({ ok: times.push(Date.now()) });
	const items = ['Ayu', 'Budi', 'Citra'].map((name) => contact(name, '6281234567890'));
	await postContacts(receiver, { options: withDelay(0.1) }, { items });
	expect(bodies()).toEqual(items.map(({ json: { name } }) => ({ name, phone: '081234567890' })));
	const gaps = times.slice(1).map((time, before) => time - times[before]);
	expect(Math.min(...gaps)).toBeGreaterThanOrEqual(95);
});

test('Webhook List posts the name, the phone and the Content-Type that are entered', async () => {
	const entered = { name: '={{ $json.name }} L.', phone: '+62 812-3456-7890' };
	const options = headers('content-type', 'text/x');
	await postContacts(receiver, { ...entered, phoneFormat: 'asIs', options });
	expect(bodies()).toEqual([{ name: 'Ayu L.', phone: '+62 812-3456-7890' }]);
	expect(receiver.received[0].headers['content-type']).toBe('text/x');
});

test.each<[string, INodeParameters, RegExp]>([
	[
		'a line break in a header',
		{ options: headers('X-A', 'a\r\nX-B: b') },
		/^Header "X-A" contains/,
	],
	['two headers of one name', { options: { headers: twice } }, /^Header "x-a"/],
	[
		'two fields of one name',
		{ options: { fields: { field: twice.header } } },
		/^Field "x-a" is used twice/,
	],
	['a field named like the phone', { options: fields('phone', 'x') }, /^Field "phone" is used/],
	['no address', { webhookUrl: 'example.com/hook' }, /^Webhook URL "example\.com\/hook"/],
	[
		'a login in the address',
		{ webhookUrl: 'http://me:my@127.0.0.1/' },
		/^Webhook URL contains a login/,
	],
	['a phone with lost digits', { phone: '={{ 120363025246125486 }}' }, /^Phone .* lost digits/],
	['no Proxy', { requestOptions: { proxy: '={{ $json.x }}' } }, /^Proxy: the expression has no/],
	[
		'a delay without a result',
		{ options: withDelay('={{ $json.a.b.c }}') },
		/^Delay Between Messages: the e/,
	],
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
		const two = [contact('Ayu', '0811'), contact('Budi', '0812')];
		const { items } = await postContacts(receiver, {}, { items: two });
		expect(items).toEqual(
			[0, 1].flatMap((item) => expected.map((json) => ({ json, pairedItem: { item } }))),
		);
	},
);
