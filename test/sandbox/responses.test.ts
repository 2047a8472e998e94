import { startSandbox, type Sandbox } from '../../sandbox';
import { loadValidators } from '../../sandbox/validation/openapi';
import { errorOf, getLists, message, sendForm, sendJson, unaddressed } from './client';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const [newsletter, empty, allCustomers] = [0, 1, 2];

describe('In the envelope form', () => {
	it('a send is confirmed as docs/service.md shows', async () => {
		const response = await sendJson(sandbox, message);
		expect([response.status, response.headers.get('content-type')]).toEqual([
			200,
			'application/json',
		]);
		expect(await response.json()).toEqual({
			status: 200,
			statusText: '',
			data: 'OK',
			headers: { 'content-length': '2', 'content-type': 'text/plain; charset=utf-8' },
		});
	});

	it('the content length of lists counts the bytes of their JSON', async () => {
		const envelope = (await (await getLists(sandbox)).json()) as {
			data: unknown;
			headers: Record<string, string>;
		};
		expect(envelope.headers['content-length']).toBe(
			String(Buffer.byteLength(JSON.stringify(envelope.data))),
		);
		expect(envelope.headers['content-type']).toBe('application/json');
	});
});

describe('In the bare form', () => {
	beforeEach(() => {
		sandbox.form = 'bare';
	});

	it('a send is confirmed with OK as plain text', async () => {
		const response = await sendJson(sandbox, message);
		expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
		expect(await response.text()).toBe('OK');
	});

	it('lists and contacts are JSON arrays', async () => {
		expect(await (await getLists(sandbox)).json()).toHaveLength(8);
		expect(await (await getLists(sandbox, sandbox.lists[newsletter].id)).json()).toHaveLength(14);
	});
});

it.each(['envelope', 'bare'] as const)(
	'Every %s response in JSON matches the interface',
	async (form) => {
		sandbox.form = form;
		const { json: interfaceOfService } = await loadValidators();
		const responses: Array<[string, Response]> = [
			['getLists', await getLists(sandbox)],
			['getListContacts', await getLists(sandbox, `${sandbox.lists[newsletter].id}?all=true`)],
		];
		if (form === 'envelope') responses.push(['sendMessage', await sendJson(sandbox, message)]);
		for (const [operation, response] of responses) {
			expect(
				interfaceOfService.validateResponse(await response.json(), operation, 200).errors,
			).toBeNull();
		}
	},
);

describe('The contacts of a list', () => {
	beforeEach(() => {
		sandbox.form = 'bare';
	});

	it('come as a first page of 100 without all, and in full with all=true', async () => {
		const { id } = sandbox.lists[allCustomers];
		expect(await (await getLists(sandbox, id)).json()).toHaveLength(100);
		expect(await (await getLists(sandbox, `${id}?all=false`)).json()).toHaveLength(100);
		expect(await (await getLists(sandbox, `${id}?all=true`)).json()).toHaveLength(1250);
	});

	it('may be none', async () => {
		expect(await (await getLists(sandbox, sandbox.lists[empty].id)).json()).toEqual([]);
	});

	it('of an unknown list respond with 404', async () => {
		const response = await getLists(sandbox, '00000000-0000-4000-8000-000000000000');
		expect([response.status, await errorOf(response)]).toEqual([404, 'List not found']);
	});

	it('are rejected if all is neither true nor false', async () => {
		expect((await getLists(sandbox, `${sandbox.lists[empty].id}?all=yes`)).status).toBe(400);
	});
});

it('The demo lists are the same in every sandbox, each id once', async () => {
	const other = await startSandbox();
	expect(other.lists).toEqual(sandbox.lists);
	const ids = other.lists.flatMap(({ id, contacts }) => [
		id,
		...contacts.map((contact) => contact.id),
	]);
	expect(new Set(ids).size).toBe(ids.length);
	await other.close();
});

it('A group, an interactive and a scheduled message are accepted with all their fields', async () => {
	const buttons = ['Yes', { title: 'No' }, 3, null];
	const fields = { isInteractive: true, footer: 'Bye', buttons, send_at: '2111709600' };
	const response = await sendJson(sandbox, {
		...unaddressed,
		group_id: '1203630@g.us',
		media_url: 'https://a.example/b.png',
		...fields,
	});
	expect(response.status).toBe(200);
	expect(sandbox.accepted).toMatchObject([
		{
			recipient: '1203630@g.us',
			recipientType: 'group',
			text: 'Hello',
			mediaUrl: 'https://a.example/b.png',
			buttons,
			sendAt: '2111709600',
		},
	]);
});

it('A base path is put before the paths of the service', async () => {
	const behindPath = await startSandbox({ basePath: '/api/v1/' });
	expect(behindPath.url).toMatch(/:\d+\/api\/v1$/);
	expect((await sendJson(behindPath, message)).status).toBe(200);
	expect((await sendForm(behindPath, Object.entries(message))).status).toBe(200);
	expect((await getLists(behindPath, behindPath.lists[newsletter].id)).status).toBe(200);
	expect((await fetch(new URL('/send', behindPath.url), { method: 'POST' })).status).toBe(404);
	await behindPath.close();
});
