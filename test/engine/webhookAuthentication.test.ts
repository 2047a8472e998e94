import { inspect } from 'node:util';
import type { CredentialData } from './execution';
import { cut, postContacts, useReceiver } from './receiver';

const receiver = useReceiver();
const SECRET = 'receivers-own-secret';
const CREDENTIALS = {
	basicAuth: { httpBasicAuth: { user: 'ayu', password: SECRET } },
	bearerAuth: { httpBearerAuth: { token: SECRET } },
	headerAuth: { httpHeaderAuth: { name: 'X-Token', value: SECRET } },
	queryAuth: { httpQueryAuth: { name: 'token', value: SECRET } },
};
type Kind = keyof typeof CREDENTIALS;
const kinds = Object.keys(CREDENTIALS) as Kind[];
const login = (user: string, password: string) =>
	Buffer.from(`${user}:${password}`, 'utf8').toString('base64');

/** Posts with one authentication, whose credential has other values as given. */
async function postWith(kind: Kind, values: object = {}, parameters = {}) {
	const [[type, data]] = Object.entries(CREDENTIALS[kind]);
	const credentials = { [type]: { ...data, ...values } } as CredentialData;
	const all = { receiverAuthentication: kind, ...parameters };
	return await postContacts(receiver, all, { credentials });
}

const shown = (value: unknown) =>
	inspect(value, { depth: Infinity, maxStringLength: Infinity, maxArrayLength: Infinity });

describe("The receiver's authentication", () => {
	test.each<[Kind, string, object]>([
		['basicAuth', '/hook', { authorization: `Basic ${login('ayu', SECRET)}` }],
		['bearerAuth', '/hook', { authorization: `Bearer ${SECRET}` }],
		['headerAuth', '/hook', { 'x-token': SECRET }],
		['queryAuth', `/hook?token=${SECRET}`, {}],
	])('%s goes to its own place alone, and shows nowhere', async (kind, path, headers) => {
		const good = await postWith(kind);
		const [{ url, headers: received, body }] = receiver.received;
		expect(url).toBe(path);
		expect(received).toMatchObject(headers);
		expect('authorization' in received).toBe('authorization' in headers);
		expect(JSON.parse(body)).toEqual({ name: 'Ayu', phone: '081234567890' });
		expect(good.error).toBeUndefined();

		receiver.answer = (reply) => reply.code(500).send('No');
		const rejected = await postWith(kind);
		receiver.answer = cut;
		const unanswered = await postWith(kind);
		for (const { run, error } of [good, rejected, unanswered]) {
			expect(error === undefined).toBe(run === good.run);
			expect(shown([run, error])).not.toContain(SECRET);
			expect(shown([run, error])).not.toContain(login('ayu', SECRET));
		}
	});

	test('queryAuth follows a query that the URL has', async () => {
		await postWith('queryAuth', {}, { webhookUrl: `${receiver.url}/hook?list=7` });
		expect(receiver.received[0].url).toBe(`/hook?list=7&token=${SECRET}`);
	});

	test.each(['pässwörd1', 'пароль-один', '密码一二三四', 'emoji 😀 inside'])(
		'Basic Auth takes the password %p, and it is hidden where the receiver repeats it',
		async (password) => {
			receiver.answer = (_reply, { headers }) => ({
				headers,
				read: Buffer.from(String(headers.authorization).slice(6), 'base64').toString('utf8'),
			});
			const { items, run } = await postWith('basicAuth', { user: 'jörg', password });
			const code = login('jörg', password);
			expect(receiver.received[0].headers.authorization).toBe(`Basic ${code}`);
			expect(items[0].json).toMatchObject({
				headers: { authorization: 'Basic •••' },
				read: 'jörg:•••',
			});
			expect(shown(run)).not.toContain(password);
			expect(shown(run)).not.toContain(code);
		},
	);

	test('Header Auth whose value is a word of the response leaves the response alone', async () => {
		const answer = { received: 1, status: { received: ['a', 'b'] }, receivedAt: 'unreceived' };
		receiver.answer = () => answer;
		const { items } = await postWith('headerAuth', { name: 'X-Tenant', value: 'received' });
		expect(receiver.received[0].headers['x-tenant']).toBe('received');
		expect(items[0].json).toEqual(answer);
	});

	test('takes the place of a header of the same name, in any case', async () => {
		const options = { headers: { header: [{ name: 'authorization', value: 'mine' }] } };
		await postWith('bearerAuth', {}, { options });
		expect(receiver.received[0].headers.authorization).toBe(`Bearer ${SECRET}`);
	});
});

describe("A credential's Allowed HTTP Request Domains", () => {
	test.each(kinds)('"none" keep %s from every receiver', async (kind) => {
		const { error } = await postWith(kind, { allowedHttpRequestDomains: 'none' });
		expect(error?.message).toMatch(/not allowed for 127\.0\.0\.1/);
		expect(receiver.received).toEqual([]);
	});

	test.each(['api.example.com', 'localhost, api.example.com', ''])(
		'"%s" keep the credential from another host',
		async (allowedDomains) => {
			const limits = { allowedHttpRequestDomains: 'domains', allowedDomains };
			const { error } = await postWith('bearerAuth', limits);
			expect(error?.message).toMatch(/not allowed|Domain/i);
			expect(receiver.received).toEqual([]);
		},
	);

	test.each([
		{ allowedHttpRequestDomains: 'all' },
		{ allowedHttpRequestDomains: 'domains', allowedDomains: 'api.example.com, 127.0.0.1' },
	])('%o let it through', async (limits) => {
		expect((await postWith('bearerAuth', limits)).error).toBeUndefined();
		expect(receiver.received).toHaveLength(1);
	});
});

test("The service's API key never reaches the receiver, even where its credential is attached", async () => {
	const key = 'the-services-own-key';
	const service = { whatsAppSenderApi: { apiKey: key, baseUrl: receiver.url } };
	for (const kind of ['none', ...kinds] as const) {
		const own = kind === 'none' ? {} : CREDENTIALS[kind];
		const credentials = { ...service, ...own } as CredentialData;
		const parameters = { receiverAuthentication: kind };
		expect((await postContacts(receiver, parameters, { credentials })).error).toBeUndefined();
	}
	expect(receiver.received).toHaveLength(5);
	expect(receiver.received[0]).toMatchObject({ url: '/hook' });
	expect(receiver.received[0].headers).not.toHaveProperty('authorization');
	expect(JSON.stringify(receiver.received)).not.toContain(key);
	expect(JSON.stringify(receiver.received)).not.toMatch(/api[-_]key/i);
});
