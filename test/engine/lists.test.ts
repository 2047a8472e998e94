import type { INodeParameters } from 'n8n-workflow';
import type { AnswerFault, Sandbox } from '../../sandbox/service';
import { runWorkflow, type RunOptions } from './run';
import { credentialOf, useSandbox } from './sandbox';

const holder = useSandbox();
const ALL = 2;
const newsletter = ({ lists }: Sandbox) => lists[0];
const large = ({ lists }: Sandbox) => lists[ALL];
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

async function get(parameters: INodeParameters, options: Partial<RunOptions> = {}) {
	const { sandbox } = holder;
	return await runWorkflow({
		credentials: credentialOf(sandbox),
		...options,
		parameters: { resource: 'list', ...parameters },
	});
}
const getLists = async (parameters: INodeParameters = {}, options?: Partial<RunOptions>) =>
	await get({ operation: 'getLists', ...parameters }, options);
const getContacts = async (list: string, parameters: INodeParameters = {}, options?: Partial<RunOptions>) =>
	await get({ operation: 'getListContacts', list: byId(list), ...parameters }, options);

/** What was asked, in order, as path and query. */
const asked = ({ requests }: Sandbox) =>
	requests.map(({ path, query }) => path + (query.all === undefined ? '' : `?all=${query.all}`));
const threeItems = (...values: string[]) => values.map((list) => ({ json: { list } }));

describe.each(['envelope', 'bare'] as const)('With the answer form "%s"', (form) => {
	beforeEach(() => {
		holder.sandbox.form = form;
	});

	test('Get Lists gives one item a list, as the service sends it, linked to its input item', async () => {
		const { sandbox } = holder;
		const { items } = await getLists({}, { items: threeItems('a', 'b', 'c') });
		const expected = sandbox.lists.map(({ contacts, ...list }) => ({ ...list, contacts: contacts.length }));

		expect(items.map(({ json }) => json)).toEqual([...expected, ...expected, ...expected]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].flatMap((item) => expected.map(() => ({ item }))),
		);
		expect(asked(sandbox)).toEqual(['/lists/', '/lists/', '/lists/']);
	});

	test('Get List Contacts gives the contacts of the list of each item, none for an empty list', async () => {
		const { sandbox } = holder;
		const [first, empty, , last] = sandbox.lists;
		const input = threeItems(first.id, empty.id, last.id);
		const { items, error } = await getContacts('={{ $json.list }}', { returnAll: true }, { items: input });

		expect(error).toBeUndefined();
		expect(items).toMatchObject([
			...first.contacts.map((json) => ({ json, pairedItem: { item: 0 } })),
			...last.contacts.map((json) => ({ json, pairedItem: { item: 2 } })),
		]);
	});
});

describe('How many', () => {
	test('lists come is up to Limit, 50 unless set, or Return All', async () => {
		const { sandbox } = holder;
		sandbox.lists = Array.from({ length: 60 }, (_, id) => ({ ...sandbox.lists[1], id: String(id) }));
		expect((await getLists()).items).toHaveLength(50);
		expect((await getLists({ limit: 3 })).items.map(({ json }) => json.id)).toEqual(['0', '1', '2']);
		expect((await getLists({ returnAll: true })).items).toHaveLength(60);
		expect(asked(sandbox)).toEqual(['/lists/', '/lists/', '/lists/']);
	});

	test.each<[string, INodeParameters, number, string[]]>([
		['one page where it is enough', { limit: 50 }, 50, ['']],
		['one page where it is just enough', { limit: 100 }, 100, ['']],
		['all where the page is shorter than the limit', { limit: 150 }, 150, ['', '?all=true']],
		['all there are where the limit is beyond', { limit: 5000 }, 1250, ['', '?all=true']],
		['all at once with Return All', { returnAll: true }, 1250, ['?all=true']],
		['the contacts of one page', { include: 'contacts', limit: 5 }, 5, ['']],
		['the groups before the limit', { include: 'groups', limit: 3 }, 3, ['', '?all=true']],
		['all groups with Return All', { include: 'groups', returnAll: true }, 10, ['?all=true']],
		['all contacts with Return All', { include: 'contacts', returnAll: true }, 1240, ['?all=true']],
	])('contacts are read: %s', async (_rule, parameters, count, queries) => {
		const { sandbox } = holder;
		const { id, contacts } = large(sandbox);
		const { items } = await getContacts(id, parameters);
		const wanted = contacts.filter(
			({ is_group }) => !parameters.include || is_group === (parameters.include === 'groups'),
		);

		expect(items.map(({ json }) => json)).toEqual(wanted.slice(0, count));
		expect(items).toHaveLength(count);
		expect(asked(sandbox)).toEqual(queries.map((query) => `/lists/${id}${query}`));
	});

	test.each<[string, unknown]>([
		['an object', { items: [], next: 2 }],
		['an envelope around an object', { status: 200, statusText: '', data: { items: [] }, headers: {} }],
	])('holds where a page without "all" is %s', async (_shape, body) => {
		const { sandbox } = holder;
		const { id, contacts } = newsletter(sandbox);
		sandbox.onLists = ({ query }) => (query.all ? undefined : { status: 200, body });
		const { items } = await getContacts(id, { limit: 4 });

		expect(items.map(({ json }) => json)).toEqual(contacts.slice(0, 4));
		expect(asked(sandbox)).toEqual([`/lists/${id}`, `/lists/${id}?all=true`]);
	});
});

describe('The id of a list', () => {
	test.each(['a/b', '?x=1', 'a?all=false#c', 'a b', 'قائمة', '🎉', '%2e%2e', '100%', '../send', '..a'])(
		'%j reaches the service as it is, in one step of the path',
		async (id) => {
			const { sandbox } = holder;
			sandbox.lists = [{ ...newsletter(sandbox), id }];
			const { items, error } = await getContacts(id, { limit: 1 });

			expect(error).toBeUndefined();
			expect(items).toHaveLength(1);
			expect(asked(sandbox)).toEqual([`/lists/${encodeURIComponent(id)}`]);
		},
	);

	test.each(['..', '.', '', '   '])('%j is refused by name and nothing is asked', async (id) => {
		const { error } = await getContacts(id);
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toMatch(/^List /);
		expect(holder.sandbox.requests).toEqual([]);
	});
});

test('The API key travels in the header "api-key" and nowhere else', async () => {
	const { sandbox } = holder;
	await getLists();
	await getContacts(large(sandbox).id, { limit: 150 });
	for (const { headers, ...rest } of sandbox.requests) {
		const { 'api-key': key, ...others } = headers;
		expect(key).toBe(sandbox.apiKey);
		expect(JSON.stringify([rest, others])).not.toContain(sandbox.apiKey);
	}
	expect(sandbox.requests).toHaveLength(3);
});

describe('A failure', () => {
	const page = '<!doctype html><html><head><title>Welcome</title></head><body><p>x</p></body></html>';
	const html = { status: 200, contentType: 'text/html', body: page };
	const envelope = { status: 500, statusText: '', data: 'Out of order', headers: {} };
	const redirect = { status: 302, body: '', headers: { location: 'http://localhost:{port}/elsewhere' } };

	test.each<[string, AnswerFault, RegExp, RegExp]>([
		['HTTP 404', { status: 404 }, /^The API key was not accepted \(HTTP 404\)/, /^List L1 was not found, or the API key was not accepted \(HTTP 404\)/],
		['HTTP 500', { status: 500, body: { error: 'Out of order' } }, /^The service answered HTTP 500: Out of order$/, /^The service answered HTTP 500: Out of order$/],
		['an error in the envelope under HTTP 200', { status: 200, body: envelope }, /^The service answered HTTP 500: Out of order$/, /^The service answered HTTP 500: Out of order$/],
		['a web page', html, /^The service answered HTTP 200 .*Welcome.*Base URL/, /^The service answered HTTP 200 .*Welcome.*Base URL/],
		['a redirect', redirect, /^The service answered HTTP 302: .*Base URL/, /^The service answered HTTP 302: .*Base URL/],
	])('with %s says so', async (_case, fault, lists, contacts) => {
		const { sandbox } = holder;
		sandbox.onLists = () => fault;
		const failures = [(await getLists()).error, (await getContacts('L1')).error];

		expect(failures[0]?.message).toMatch(lists);
		expect(failures[1]?.message).toMatch(contacts);
		for (const failure of failures) {
			expect(failure?.name).toBe('NodeApiError');
			expect(failure?.context?.itemIndex).toBe(0);
			expect(failure?.description).toBeTruthy();
			expect(failure?.message).not.toMatch(/<|\n/);
		}
		expect(asked(sandbox).filter((path) => !path.startsWith('/lists/'))).toEqual([]);
	});

	test('of the connection names the host', async () => {
		const credentials = { whatsAppSenderApi: { apiKey: 'k', baseUrl: 'http://127.0.0.1:1' } };
		const { error } = await getLists({}, { credentials });
		expect(error?.name).toBe('NodeApiError');
		expect(error?.message).toMatch(/^The service at 127\.0\.0\.1:1 could not be reached: /);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'with On Error = %s stays with its item, and the others are read',
		async (onError) => {
			const { sandbox } = holder;
			const input = threeItems('nowhere', newsletter(sandbox).id, '..');
			const { items, errors } = await getContacts('={{ $json.list }}', { limit: 2 }, { items: input, onError });
			const failed = onError === 'continueErrorOutput' ? errors : items.filter(({ json }) => json.error);

			expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
			expect(failed[0].json.error).toMatch(/^List nowhere was not found/);
			expect(failed[1].json.error).toMatch(/^List "\.\."/);
			const good = items.filter(({ json }) => json.phone);
			expect(good.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 1 }]);
		},
	);
});
