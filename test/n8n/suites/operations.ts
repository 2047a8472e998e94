import type { Instance } from '../../../rig/startInstance';
import { call, jsonOf, linksOf, sender } from '../../../rig/workflows/call';

const items = [
	{ phone: '+62 812-3456-0001', text: 'First\nmessage' },
	{ phone: '6281234560002', text: 'Second 👋' },
	{ phone: '6281234560003', text: 'الثالثة' },
];
const phones = ['6281234560001', '6281234560002', '6281234560003'];
const message = { phone: '={{ $json.phone }}', text: '={{ $json.text }}' };
const mediaUrl = 'https://example.com/a.pdf';

/** One run of each operation; uploads and webhooks come elsewhere. What else they do, test/engine shows. */
export function operations(instance: Instance): void {
	test.each([
		['Send Text', {}, {}],
		['Send Media', { operation: 'sendMedia', mediaUrl }, { media_url: mediaUrl }],
	])('%s sends each item, and returns one linked item each', async (_, parameters, more) => {
		const node = sender(instance, { ...message, ...parameters });
		const { body, items: sent } = await call(instance, node, { items });
		const { apiKey, requests } = instance.sandbox;
		expect(requests.map((request) => request.body)).toEqual(
			items.map(({ text }, index) => ({ api_key: apiKey, text, phone: phones[index], ...more })),
		);
		const output = { success: true, recipientType: 'phone', status: 200, response: 'OK' };
		expect(body).toEqual(phones.map((recipient) => ({ ...output, recipient })));
		expect(jsonOf(sent)).toEqual(body);
		expect(linksOf(sent)).toEqual([0, 1, 2]);
	});

	test('Get Lists and Get List Contacts return what there is, linked to each item', async () => {
		const { lists } = instance.sandbox;
		const chosen = lists.slice(0, 3);
		const read = async (operation: string) => {
			const list = { __rl: true, mode: 'id', value: '={{ $json.list }}' };
			// Text, as from a spreadsheet.
			const returnAll = '={{ "true" }}';
			const node = sender(instance, { resource: 'list', operation, list, returnAll });
			const input = chosen.map(({ id }) => ({ list: id }));
			return (await call(instance, node, { items: input })).items;
		};
		const listed = await read('getLists');
		const all = lists.map(({ contacts, ...list }) => ({ ...list, contacts: contacts.length }));
		expect(jsonOf(listed)).toEqual(chosen.flatMap(() => all));
		expect(linksOf(listed)).toEqual(chosen.flatMap((_, item) => all.map(() => item)));
		const contacts = await read('getListContacts');
		expect(jsonOf(contacts)).toEqual(chosen.flatMap((list) => list.contacts));
		expect(linksOf(contacts)).toEqual(
			chosen.flatMap((list, item) => list.contacts.map(() => item)),
		);
	});
}
