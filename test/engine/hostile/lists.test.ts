import fc from 'fast-check';
import { getContacts, getLists, sendTexts, useSandbox } from '../sandbox';
import { anything, expectCivil, expectFieldNamed, forAny, text } from './input';

const holder = useSandbox({ basePath: '/api/v1' });

const CLIMBING = [
	'..',
	'.',
	'',
	'   ',
	'../send',
	'../../elsewhere',
	'%2e%2e',
	'%2E%2E/send',
	'100%',
	'a/../../b',
	'a\\..\\..\\b',
	'//evil.example',
	'http://evil.example/',
	'http:evil',
	'?all=true',
	'x#y',
	'x?all=true',
	'x;y=1',
	'x%00',
	'x\r\nX-Injected: yes',
	' \t..\t ',
	'Ünïcode 👋',
	'．．',
	'@evil.example',
	'__proto__',
];

/** Whatever the id is, it is one step below /lists/, and the query is the node's own. */
async function expectOneStep(id: string): Promise<void> {
	const { sandbox } = holder;
	sandbox.reset();
	const list = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
	const options = { items: [{ json: { id } }] };
	const outcome = await getContacts(sandbox, '', { list, returnAll: true }, options);
	expectCivil(outcome);
	if (sandbox.requests.length === 0) {
		expect(/^\.{0,2}$/.test(id.trim()) || !id.isWellFormed()).toBe(true);
		return expectFieldNamed(outcome);
	}
	expect(sandbox.requests).toHaveLength(1);
	const [{ method, path, query, headers }] = sandbox.requests;
	expect({ method, query }).toEqual({ method: 'GET', query: { all: 'true' } });
	expect(path).toBe(`/api/v1/lists/${encodeURIComponent(id.trim().toWellFormed())}`);
	expect(headers).not.toHaveProperty('x-injected');
	expect(outcome.error?.message).toMatch(/^List .* was not found|^The service answered HTTP 4\d\d/);
}

test.each(CLIMBING)('the list id %j stays one step below /lists/', expectOneStep);

test('any list id stays one step below /lists/, or is refused by name', async () => {
	await forAny(text, expectOneStep);
});

test('anything at all as list, limit or options is refused by name or asks for lists only', async () => {
	const fields = fc.constantFrom('list', 'limit', 'include', 'returnAll');
	await forAny(fc.record({ value: anything, field: fields }), async ({ value, field }) => {
		const { sandbox } = holder;
		sandbox.reset();
		const list = { __rl: true, mode: 'id', value: 'x' };
		const parameters = { operation: 'getListContacts', list, [field]: '={{ $json.value }}' };
		const items = [{ json: { value } as never }];
		expectCivil(await getLists(sandbox, parameters, { items }));
		for (const { method, path } of sandbox.requests) {
			expect(method).toBe('GET');
			expect(path).toMatch(/^\/api\/v1\/lists\/[^/]*$/);
		}
	});
});

describe('a contact', () => {
	const send = async (contact: unknown) => {
		const items = [{ json: contact as never }];
		const parameters = { recipientType: 'contact', text: 'Hi' };
		const outcome = await sendTexts(holder.sandbox, { items, parameters });
		expectCivil(outcome);
		return outcome;
	};

	test.each<[unknown, 'phone' | 'group_id']>([
		[true, 'group_id'],
		['true', 'group_id'],
		[' TRUE ', 'group_id'],
		[1, 'group_id'],
		['1', 'group_id'],
		[false, 'phone'],
		['false', 'phone'],
		['0', 'phone'],
		['', 'phone'],
		[null, 'phone'],
		[undefined, 'phone'],
		[{}, 'phone'],
		[['true'], 'phone'],
	])('with is_group %j is written to by its %s', async (isGroup, field) => {
		await send({ phone: '6281234567890', is_group: isGroup });
		expect(holder.sandbox.requests[0].body).toHaveProperty(field, '6281234567890');
	});

	test('of any shape is written to or refused by name', async () => {
		const contacts = fc.record({ phone: anything, is_group: anything, ['__proto__']: anything });
		await forAny(contacts, async (contact) => {
			holder.sandbox.reset();
			const outcome = await send(contact);
			if (outcome.error) expectFieldNamed(outcome);
			expect(holder.sandbox.requests).toHaveLength(outcome.error ? 0 : 1);
		});
	});

	test.each(['{"__proto__":{"is_group":true,"phone":"120@g.us"}}', '{"constructor":1}', '[]', '7'])(
		'made of %s is refused by name',
		async (source) => {
			expectFieldNamed(await send(JSON.parse(source)));
			expect(holder.sandbox.requests).toEqual([]);
		},
	);
});
