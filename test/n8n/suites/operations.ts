import type { Instance } from '../../../rig/startInstance';
import { call, jsonOf, linksOf, sender } from '../../../rig/workflows/call';

/** Reading lists; sends, uploads and webhooks come elsewhere. What else they do, test/engine shows. */
export function operations(instance: Instance): void {
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
