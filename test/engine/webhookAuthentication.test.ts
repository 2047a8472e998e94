import { inspect } from 'node:util';
import type { CredentialData } from './credentials';
import { postContacts, useReceiver } from './receiver';

const receiver = useReceiver();
const SECRET = 'receivers-own-secret';
const CREDENTIALS = {
	basicAuth: { httpBasicAuth: { user: 'ayu', password: SECRET } },
	bearerAuth: { httpBearerAuth: { token: SECRET } },
	headerAuth: { httpHeaderAuth: { name: 'X-Token', value: SECRET } },
	queryAuth: { httpQueryAuth: { name: 'token', value: SECRET } },
};
const kinds = Object.keys(CREDENTIALS) as Array<keyof typeof CREDENTIALS>;

/** Posts with one authentication, whose credential is limited as given. */
async function postWith(kind: keyof typeof CREDENTIALS, limits: object = {}, path = '/hook') {
	const [[type, data]] = Object.entries(CREDENTIALS[kind]);
	return await postContacts(
		receiver,
		{ receiverAuthentication: kind, webhookUrl: receiver.url + path },
		{ credentials: { [type]: { ...data, ...limits } } as CredentialData },
	);
}

describe('The receiver is given the authentication', () => {
	test.each([
		['basicAuth', `Basic ${Buffer.from(`ayu:${SECRET}`).toString('base64')}`],
		['bearerAuth', `Bearer ${SECRET}`],
	] as const)('by %s in the header Authorization', async (kind, authorization) => {
		const { error } = await postWith(kind);
		expect(error).toBeUndefined();
		expect(receiver.received[0].headers.authorization).toBe(authorization);
	});

	test('by headerAuth in the header of the credential', async () => {
		await postWith('headerAuth');
		expect(receiver.received[0].headers['x-token']).toBe(SECRET);
		expect(receiver.received[0].headers.authorization).toBeUndefined();
	});

	test.each([
		['/hook', `/hook?token=${SECRET}`],
		['/hook?list=7', `/hook?list=7&token=${SECRET}`],
	])('by queryAuth in the query of %s', async (path, url) => {
		await postWith('queryAuth', {}, path);
		expect(receiver.received[0].url).toBe(url);
	});

	test('by none with nothing', async () => {
		await postContacts(receiver);
		expect(receiver.received[0].url).toBe('/hook');
		expect(receiver.received[0].headers.authorization).toBeUndefined();
	});

	test.each(kinds)(
		'by %s without changing the body, and the secret is in no output',
		async (kind) => {
			const { run } = await postWith(kind);
			expect(JSON.parse(receiver.received[0].body)).toEqual({ name: 'Ayu', phone: '081234567890' });
			expect(inspect(run, { depth: Infinity, maxStringLength: Infinity })).not.toContain(SECRET);
		},
	);

	test.each(kinds)('by %s, and the secret is in no error', async (kind) => {
		receiver.answer = (reply) => reply.code(500).send('No');
		const answered = await postWith(kind);
		receiver.answer = (reply) => {
			reply.hijack();
			reply.raw.destroy();
		};
		const cut = await postWith(kind);
		for (const { run, error } of [answered, cut]) {
			expect(error).toBeDefined();
			const shown = inspect([run, error], { depth: Infinity, maxStringLength: Infinity });
			expect(shown).not.toContain(SECRET);
			expect(shown).not.toContain(Buffer.from(`ayu:${SECRET}`).toString('base64'));
		}
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
		const { error } = await postWith('bearerAuth', limits);
		expect(error).toBeUndefined();
		expect(receiver.received).toHaveLength(1);
	});
});

test("The service's API key never reaches the receiver, even where its credential is attached", async () => {
	const key = 'the-services-own-key';
	const service = { whatsAppSenderApi: { apiKey: key, baseUrl: receiver.url } };
	for (const kind of ['none', ...kinds] as const) {
		const own = kind === 'none' ? {} : CREDENTIALS[kind];
		const credentials = { ...service, ...own } as CredentialData;
		const { error } = await postContacts(
			receiver,
			{ receiverAuthentication: kind },
			{ credentials },
		);
		expect(error).toBeUndefined();
	}
	expect(receiver.received).toHaveLength(5);
	expect(JSON.stringify(receiver.received)).not.toContain(key);
	expect(JSON.stringify(receiver.received)).not.toMatch(/api[-_]key/i);
});
