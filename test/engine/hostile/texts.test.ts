import { postContacts, useReceiver } from '../receiver';
import { getContacts, sendTexts, useSandbox } from '../sandbox';
import { expectCivil, expectFieldNamed, forAny, NASTY_TEXTS, text } from './input';

const holder = useSandbox({ basePath: '/api/v1' });
const receiver = useReceiver();
const PHONE = '6281234567890';

test('A text arrives as it is, and nothing beside it, or is refused by name', async () => {
	const { sandbox } = holder;
	const holds = async (value: string) => {
		sandbox.reset();
		const outcome = await sendTexts(sandbox, { items: [{ json: { phone: PHONE, text: value } }] });
		expectCivil(outcome);
		const [request] = sandbox.requests;
		if (value.trim() === '') {
			expectFieldNamed(outcome);
			return expect(request).toBeUndefined();
		}
		expect(outcome.items[0].json.success).toBe(true);
		expect(request.body).toEqual({ api_key: 'sandbox-key', text: value, phone: PHONE });
		expect(request.headers).not.toHaveProperty('x-injected');
	};
	const fiveMegabytes = 'Halo 👋 '.repeat(550_000);
	await forAny(text, holds, [...NASTY_TEXTS, fiveMegabytes]);
});

const CLIMBING = [
	'..',
	'.',
	'',
	'   ',
	' \t..\t ',
	'．．',
	'../send',
	'../../elsewhere',
	'a/../../b',
	'%2e%2e',
	'%2E%2E/send',
	'100%',
	'x%00',
	'a\\..\\..\\b',
	'x\r\nX-Injected: yes',
	'//evil.example',
	'http://evil.example/',
	'http:evil',
	'@evil.example',
	'?all=true',
	'x#y',
	'x?all=true',
	'x;y=1',
	'Ünïcode 👋',
];

test('A list id is one step below /lists/, or refused by name', async () => {
	const { sandbox } = holder;
	const list = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
	const holds = async (id: string) => {
		sandbox.reset();
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
		expect(outcome.error?.message).toMatch(/^List .* was not found|^The service .* HTTP 4\d\d/);
	};
	await forAny(text, holds, [...CLIMBING, ...NASTY_TEXTS]);
});

/** The headers of every request, n8n's HTTP client's own among them. */
const OWN_HEADERS =
	/^(accept|accept-encoding|connection|content-length|content-type|host|user-agent)$/;
const contactBody = { name: 'Ayu', phone: '081234567890' };

test.each([
	{
		what: 'field of the body',
		options: { fields: { field: [{ name: '={{ $json.value }}', value: '={{ $json.value }}' }] } },
		bodyWith: (value: string) =>
			Object.fromEntries([...Object.entries(contactBody), [value, value]]),
		headersWith: () => [] as string[],
	},
	{
		what: 'value of a header',
		options: { headers: { header: [{ name: 'X-Source', value: '={{ $json.value }}' }] } },
		bodyWith: () => contactBody,
		headersWith: () => ['x-source'],
	},
	{
		what: 'name of a header',
		options: { headers: { header: [{ name: '={{ $json.value }}', value: 'x' }] } },
		bodyWith: () => contactBody,
		headersWith: (value: string) => [value.trim().toLowerCase()],
	},
])('Any text as $what stays in its place, or is refused by name', async (place) => {
	const { options, bodyWith, headersWith } = place;
	const holds = async (value: string) => {
		receiver.received = [];
		const items = [{ json: { name: 'Ayu', phone: PHONE, value } }];
		const outcome = await postContacts(receiver, { options }, { items });
		expectCivil(outcome);
		if (receiver.received.length === 0) return expectFieldNamed(outcome);
		const [{ headers, body }] = receiver.received;
		expect(JSON.parse(body)).toEqual(bodyWith(value));
		const added = Object.keys(headers).filter((name) => !OWN_HEADERS.test(name));
		// n8n's HTTP client leaves out the names of prototypes.
		expect(headersWith(value)).toEqual(expect.arrayContaining(added));
	};
	await forAny(text, holds, [...NASTY_TEXTS, 'X:Y', 'X Y', 'Ünï']);
});
