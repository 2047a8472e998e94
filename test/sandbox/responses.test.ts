import { startSandbox, type Sandbox } from '../../sandbox';
import { loadValidators } from '../../sandbox/requests/validate';
import { errorOf, getLists, message, sendJson } from './client';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const [newsletter, empty, allCustomers] = [0, 1, 2];

it.each(['envelope', 'bare'] as const)('In the %s form a response is documented', async (form) => {
	sandbox.form = form;
	const { json: documented } = await loadValidators();
	const responses: Array<[string, Response]> = [
		['getLists', await getLists(sandbox)],
		['getListContacts', await getLists(sandbox, `${sandbox.lists[newsletter].id}?all=true`)],
	];
	if (form === 'envelope') responses.push(['sendMessage', await sendJson(sandbox, message)]);
	for (const [operation, response] of responses) {
		expect([response.status, response.headers.get('content-type')]).toEqual([
			200,
			'application/json',
		]);
		const { errors } = documented.validateResponse(await response.json(), operation, 200);
		expect(errors).toBeNull();
	}
});

it('In the bare form a send is confirmed with OK as plain text', async () => {
	sandbox.form = 'bare';
	const response = await sendJson(sandbox, message);
	expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
	expect(await response.text()).toBe('OK');
});

it('The content length in an envelope counts the bytes of its JSON', async () => {
	const { data, headers } = (await (await getLists(sandbox)).json()) as {
		data: unknown;
		headers: Record<string, string>;
	};
	const bytes = Buffer.byteLength(JSON.stringify(data));
	expect(headers['content-length']).toBe(String(bytes));
});

it('Contacts come as a first page of 100, and in full with all=true', async () => {
	sandbox.form = 'bare';
	const { id } = sandbox.lists[allCustomers];
	expect(await (await getLists(sandbox, id)).json()).toHaveLength(100);
	expect(await (await getLists(sandbox, `${id}?all=false`)).json()).toHaveLength(100);
	expect(await (await getLists(sandbox, `${id}?all=true`)).json()).toHaveLength(1250);
	expect(await (await getLists(sandbox, sandbox.lists[empty].id)).json()).toEqual([]);
});

it('An unknown list responds with 404', async () => {
	const response = await getLists(sandbox, '00000000-0000-4000-8000-000000000000');
	expect([response.status, await errorOf(response)]).toEqual([404, 'List not found']);
});

it('The demo lists are the same in every sandbox, each id once', async () => {
	const other = await startSandbox();
	expect(other.lists).toEqual(sandbox.lists);
	const contacts = other.lists.flatMap((list) => list.contacts);
	const ids = [...other.lists, ...contacts].map(({ id }) => id);
	expect(new Set(ids).size).toBe(ids.length);
	await other.close();
});
