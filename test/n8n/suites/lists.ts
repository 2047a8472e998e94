import { call, jsonOf, linksOf, sender } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';

export function lists(instance: Instance): void {
	const get = async (parameters: object, items: object[] = [{}]) =>
		await call(instance, sender(instance, { resource: 'list', ...parameters }), { items });
	const contactsOf = async (title: string, parameters: object, items?: object[]) =>
		await get({ operation: 'getListContacts', list: byId(title), ...parameters }, items);
	const listNamed = (title: string) =>
		instance.sandbox.lists.find(
			(list) => list.title === title,
		) as (typeof instance.sandbox.lists)[0];
	const byId = (title: string) => ({ __rl: true, mode: 'id', value: listNamed(title).id });

	describe('Get Lists', () => {
		test('answers one item a list for each input item, linked to it', async () => {
			const parameters = { operation: 'getLists', returnAll: true };
			const { items, body } = await get(parameters, [{}, {}, {}]);
			const all = instance.sandbox.lists.map(({ contacts, ...list }) => ({
				...list,
				contacts: contacts.length,
			}));

			expect(jsonOf(items)).toEqual([...all, ...all, ...all]);
			expect(linksOf(items)).toEqual([0, 1, 2].flatMap((item) => all.map(() => item)));
			expect(body).toEqual(jsonOf(items));
		});

		test('keeps to the limit', async () => {
			const { items } = await get({ operation: 'getLists', limit: 2 });
			expect(items).toHaveLength(2);
		});

		test('signs with the header api-key and nothing else', async () => {
			await get({ operation: 'getLists' });
			const [{ method, path, query, headers, body }] = instance.sandbox.requests;
			expect({ method, path, query, body }).toEqual({ method: 'GET', path: '/lists/', query: {} });
			expect(headers['api-key']).toBe(instance.sandbox.apiKey);
		});
	});

	describe('Get List Contacts', () => {
		const queries = () => instance.sandbox.requests.map(({ query }) => query);

		test('answers the contacts of each item’s list, linked to it', async () => {
			const titles = ['Pelanggan setia', 'Not filled yet', 'お得意様'];
			const parameters = {
				list: { __rl: true, mode: 'id', value: '={{ $json.list }}' },
				returnAll: true,
			};
			const input = titles.map((title) => ({ list: listNamed(title).id }));
			const { items } = await contactsOf(titles[0], parameters, input);

			expect(jsonOf(items)).toEqual(titles.flatMap((title) => listNamed(title).contacts));
			expect(linksOf(items)).toEqual([0, 0, 0, 2, 2, 2]);
			expect(queries()).toEqual([{ all: 'true' }, { all: 'true' }, { all: 'true' }]);
		});

		test('takes the first page where it is enough for the limit', async () => {
			const { items } = await contactsOf('All customers', { limit: 100 });
			expect(jsonOf(items)).toEqual(listNamed('All customers').contacts.slice(0, 100));
			expect(queries()).toEqual([{}]);
		});

		test('asks for all contacts where a page is shorter than the limit', async () => {
			const { items } = await contactsOf('All customers', { limit: 150 });
			expect(jsonOf(items)).toEqual(listNamed('All customers').contacts.slice(0, 150));
			expect(queries()).toEqual([{}, { all: 'true' }]);
		});

		test.each([
			['all', 14],
			['contacts', 12],
			['groups', 2],
		])('includes %s', async (include, expected) => {
			const parameters = { returnAll: true, include };
			const { items } = await contactsOf('Newsletter customers', parameters);
			expect(items).toHaveLength(expected);
		});

		test('says that the list or the key is wrong', async () => {
			const list = { __rl: true, mode: 'id', value: 'no-such-list' };
			const { error, execution } = await contactsOf('Pelanggan setia', { list });
			expect(execution.status).toBe('error');
			expect(error?.message).toBe(
				'List no-such-list was not found, or the API key was not accepted (HTTP 404): choose the list again, or check the credential',
			);
		});
	});
}
