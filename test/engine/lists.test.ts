import type { INodeParameters } from 'n8n-workflow';
import { useReceiver } from './receiver';
import { getContacts, getLists, listById, listRequests, READS, useSandbox } from './sandbox';

const holder = useSandbox();
const receiver = useReceiver();
const emptyItems = (count: number) => Array.from({ length: count }, () => ({ json: {} }));

test('Get Lists returns one item per list, as the service sends it, linked to its input item', async () => {
	const { items } = await getLists(holder.sandbox, {}, { items: emptyItems(2) });
	const lists = holder.sandbox.lists.map((list) => ({ ...list, contacts: list.contacts.length }));
	expect(items).toEqual(
		[0, 1].flatMap((item) => lists.map((json) => ({ json, pairedItem: { item } }))),
	);
});

test('Get List Contacts returns the contacts of the list of each item, none for an empty list', async () => {
	const [first, empty, , last] = holder.sandbox.lists;
	const items = [first, empty, last].map(({ id }) => ({ json: { id } }));
	const list = listById('={{ $json.id }}');
	const outcome = await getContacts(holder.sandbox, { list }, { items });
	expect(outcome.items).toMatchObject([
		...first.contacts.map((json) => ({ json, pairedItem: { item: 0 } })),
		...last.contacts.map((json) => ({ json, pairedItem: { item: 2 } })),
	]);
});

test('An element that is not an object becomes the field "response"', async () => {
	const body = [['a', 'b'], 'c', 1, null, { id: 'd' }];
	holder.sandbox.onLists = () => ({ status: 200, body });
	const { items } = await getLists(holder.sandbox);
	expect(items.map(({ json }) => json)).toEqual([
		...body.slice(0, 4).map((response) => ({ response })),
		{ id: 'd' },
	]);
});

test('Get Lists returns up to Limit, 50 by default, or all', async () => {
	const { sandbox } = holder;
	sandbox.lists = Array.from({ length: 60 }, (_, id) => ({ ...sandbox.lists[1], id: `${id}` }));
	const idsWith = async (parameters: INodeParameters) =>
		(await getLists(sandbox, parameters)).items.map(({ json }) => json.id);
	expect(await idsWith({})).toHaveLength(50);
	expect(await idsWith({ limit: 1 })).toEqual(['0']);
	expect(await idsWith({ returnAll: true })).toHaveLength(60);
});

describe('Get List Contacts reads', () => {
	const upTo = (limit: number | string) => ({ returnAll: false, limit });

	test.each<[string, INodeParameters, number, string[]]>([
		['all at once by default', {}, 1250, ['?all=true']],
		['all if Return All has no result', { returnAll: '={{ $json.none }}' }, 1250, ['?all=true']],
		['50 without Return All', { returnAll: false }, 50, ['']],
		['all if the page is shorter than the limit', upTo(150), 150, ['', '?all=true']],
		['groups before the limit', { include: 'groups', ...upTo(3) }, 3, ['', '?all=true']],
	])('%s', async (_rule, parameters, count, queries) => {
		const { id, contacts } = holder.sandbox.lists[2];
		const { items } = await getContacts(holder.sandbox, { list: listById(id), ...parameters });
		const wanted = contacts.filter(({ is_group }) => !parameters.include || is_group);
		expect(items.map(({ json }) => json)).toEqual(wanted.slice(0, count));
		expect(items).toHaveLength(count);
		expect(listRequests(holder.sandbox)).toEqual(queries.map((query) => `/lists/${id}${query}`));
	});

	test.each<[INodeParameters, string]>([
		[upTo('={{ 0 }}'), 'Limit "0" is not a number of results: enter 1 or'],
		[upTo('={{ "all" }}'), 'Limit "all" is not a number of results'],
		[{ returnAll: '={{ "maybe" }}' }, 'Return All "maybe" is neither true nor false'],
		[{ include: '={{ "people" }}' }, 'Include "people" is not supported: use '],
		[{ requestOptions: { proxy: '={{ undefined }}' } }, 'Proxy: the expression has no result'],
	])('nothing with %j', async (parameters, words) => {
		const { error } = await getContacts(holder.sandbox, parameters);
		expect(error?.message.slice(0, words.length)).toBe(words);
		expect(holder.sandbox.requests).toEqual([]);
	});
});

describe.each(READS)('Many items of %s', (_operation, read) => {
	test('are requested one after the other, and come out in their order', async () => {
		let [inFlight, most] = [0, 0];
		receiver.respond = async () => {
			most = Math.max(most, ++inFlight);
			await new Promise((resolve) => setTimeout(resolve, 10));
			inFlight--;
			return [{ id: 'a' }];
		};
		const credentials = { whatsAppSenderApi: { apiKey: 'test-key', baseUrl: receiver.url } };
		const { items } = await read(holder.sandbox, {}, { items: emptyItems(3), credentials });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(most).toBe(1);
	});

	test('are not requested after the first failure, and leave no sent record', async () => {
		const { sandbox } = holder;
		const credentials = { whatsAppSenderApi: { apiKey: 'wrong-key', baseUrl: sandbox.url } };
		const { error, run } = await read(sandbox, {}, { items: emptyItems(5), credentials });
		expect(error?.context?.itemIndex).toBe(0);
		expect(sandbox.requests).toHaveLength(1);
		expect(run.data.executionData?.contextData).toEqual({});
	});
});

test('More results than n8n takes for an item are refused', async () => {
	const body = Array.from({ length: 120_001 }, () => 0);
	holder.sandbox.onLists = () => ({ status: 200, body });
	const { error } = await getContacts(holder.sandbox);
	expect(error?.message).toMatch(/^There are 120001 results, .* set Limit to 120000$/);
});
