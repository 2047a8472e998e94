import { randomUUID } from 'node:crypto';
import type { Instance } from '../../../rig/startInstance';
import { call, jsonOf, linksOf, sender } from '../../../rig/workflows/call';
import { webhook } from '../../../rig/workflows/nodes';

const items = [
	{ phone: '+62 812-3456-0001', text: 'First\nmessage' },
	{ phone: '6281234560002', text: 'Second 👋' },
	{ phone: '6281234560003', text: 'الثالثة' },
];
const phones = ['6281234560001', '6281234560002', '6281234560003'];
const message = { phone: '={{ $json.phone }}', text: '={{ $json.text }}' };

/** One run of each operation; uploads have a suite of their own. What else they do, test/engine shows. */
export function operations(instance: Instance): void {
	const run = async (parameters: object, input: object[] = items) =>
		await call(instance, sender(instance, { ...parameters }), { items: input });
	const bodies = () => instance.sandbox.requests.map(({ body }) => body);
	const bodyOf = (index: number) => ({
		api_key: instance.sandbox.apiKey,
		text: items[index].text,
		phone: phones[index],
	});

	test('Send Text sends each item and returns one linked item each', async () => {
		const { status, body, items: sent, execution } = await run(message);
		expect(bodies()).toEqual([0, 1, 2].map(bodyOf));
		expect(body).toEqual(
			phones.map((recipient) => ({
				...{ success: true, recipient, recipientType: 'phone' },
				...{ status: 200, response: 'OK' },
			})),
		);
		expect([status, execution.status]).toEqual([200, 'success']);
		expect(jsonOf(sent)).toEqual(body);
		expect(linksOf(sent)).toEqual([0, 1, 2]);
	});

	test('Send Media sends a file by its web address', async () => {
		const mediaUrl = '=https://example.com/{{ $itemIndex }}.pdf';
		const { items: sent } = await run({ ...message, operation: 'sendMedia', mediaUrl });
		expect(bodies()).toEqual(
			[0, 1, 2].map((index) => ({
				...bodyOf(index),
				media_url: `https://example.com/${index}.pdf`,
			})),
		);
		expect(jsonOf(sent).map(({ recipient }) => recipient)).toEqual(phones);
		expect(linksOf(sent)).toEqual([0, 1, 2]);
	});

	test('Get Lists returns all lists for each input item, linked to it', async () => {
		const parameters = { resource: 'list', operation: 'getLists', returnAll: true };
		const { items: found } = await run(parameters, [{}, {}]);
		const all = instance.sandbox.lists.map(({ contacts, ...list }) => ({
			...list,
			contacts: contacts.length,
		}));
		expect(jsonOf(found)).toEqual([...all, ...all]);
		expect(linksOf(found)).toEqual([0, 1].flatMap((item) => all.map(() => item)));
	});

	test('Get List Contacts returns the contacts of the list of each item, linked to it', async () => {
		const lists = ['Pelanggan setia', 'Not filled yet', 'お得意様'].map((title) =>
			instance.sandbox.lists.find((list) => list.title === title)!,
		);
		const { items: found } = await run(
			{
				...{ resource: 'list', operation: 'getListContacts', returnAll: true },
				list: { __rl: true, mode: 'id', value: '={{ $json.list }}' },
			},
			lists.map(({ id }) => ({ list: id })),
		);
		expect(jsonOf(found)).toEqual(lists.flatMap(({ contacts }) => contacts));
		expect(linksOf(found)).toEqual([0, 0, 0, 2, 2, 2]);
	});

	test('Webhook List posts each contact to the Webhook node of another workflow', async () => {
		const path = randomUUID();
		const nodes = [webhook(path, { responseData: 'firstEntryJson' })];
		const receiver = { name: 'Receives contacts', nodes, connections: {} };
		await instance.api.activate((await instance.api.createWorkflow(receiver)).id);
		const contacts = [
			{ name: 'Ayu', phone: '6281234560001' },
			{ name: 'Zoë "Z" Müller', phone: '4915123456789' },
			{ name: 'Market', phone: 'market@g.us' },
		];
		const webhookUrl = `${instance.n8n.url}/webhook/${path}`;
		// The service's credential stays attached, as it does when a user changes the resource.
		const { items: sent } = await run({ resource: 'webhook', webhookUrl }, contacts);
		expect(jsonOf(sent).map(({ body }) => body)).toEqual([
			{ name: 'Ayu', phone: '081234560001' },
			...contacts.slice(1),
		]);
		expect(linksOf(sent)).toEqual([0, 1, 2]);
		expect(JSON.stringify(sent)).not.toContain(instance.sandbox.apiKey);
	});
}
