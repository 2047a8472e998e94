import { inspect } from 'node:util';
import type { CredentialData } from './execution';
import { cut, postContacts, useReceiver } from './receiver';

const receiver = useReceiver();
const SECRET = 'receivers-own-secret';
const CREDENTIALS = {
	basicAuth: { user: 'ayu', password: SECRET },
	bearerAuth: { token: SECRET },
	headerAuth: { name: 'X-Token', value: SECRET },
	queryAuth: { name: 'token', value: SECRET },
};
type Kind = keyof typeof CREDENTIALS;
const kinds = Object.keys(CREDENTIALS) as Kind[];
const login = (user: string, password: string) =>
	Buffer.from(`${user}:${password}`, 'utf8').toString('base64');

/** Posts with one authentication, whose credential has other values as given. */
async function postWith(kind: Kind, values: object = {}, parameters = {}) {
	const service = { apiKey: 'the-services-own-key', baseUrl: receiver.url };
	const login = { authentication: kind, ...CREDENTIALS[kind], ...values };
	const credentials = { whatsAppSenderApi: service, whatsAppSenderWebhookApi: login };
	const all = { receiverAuthentication: 'credential', ...parameters };
	return await postContacts(receiver, all, { credentials: credentials as CredentialData });
}

const shown = (value: unknown) =>
	inspect(value, { depth: Infinity, maxStringLength: Infinity, maxArrayLength: Infinity });

describe("The receiver's authentication", () => {
	test.each<[Kind, string, object]>([
		['basicAuth', '', { authorization: `Basic ${login('ayu', SECRET)}` }],
		['bearerAuth', '', { authorization: `Bearer ${SECRET}` }],
		['headerAuth', '', { 'x-token': SECRET }],
		['queryAuth', `&token=${SECRET}`, {}],
	])('%s goes to its own place alone, and shows nowhere', async (kind, query, headers) => {
		const post = async () =>
			await postWith(kind, {}, { webhookUrl: `${receiver.url}/hook?list=7` });
		const good = await post();
		receiver.answer = (reply) => reply.code(500).send('No');
		const rejected = await post();
		receiver.answer = cut;
		const unanswered = await post();

		const [{ url, headers: received, body }] = receiver.received;
		expect(url).toBe(`/hook?list=7${query}`);
		expect(received).toMatchObject(headers);
		expect('authorization' in received).toBe('authorization' in headers);
		expect(JSON.parse(body)).toEqual({ name: 'Ayu', phone: '081234567890' });
		for (const { run, error } of [good, rejected, unanswered]) {
			expect(error === undefined).toBe(run === good.run);
			expect(shown([run, error])).not.toContain(SECRET);
			expect(shown([run, error])).not.toContain(login('ayu', SECRET));
		}
		// The service's credential is attached too, and goes nowhere.
		expect(JSON.stringify(receiver.received)).not.toMatch(/the-services-own-key|api[-_]key/i);
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
			const redacted = { headers: { authorization: 'Basic •••' }, read: 'jörg:•••' };
			expect(items[0].json).toMatchObject(redacted);
			expect(shown(run)).not.toContain(password);
			expect(shown(run)).not.toContain(code);
		},
	);

	test('takes the place of a header of the same name, in any case', async () => {
		const options = { headers: { header: [{ name: 'authorization', value: 'mine' }] } };
		await postWith('bearerAuth', {}, { options });
		expect(receiver.received[0].headers.authorization).toBe(`Bearer ${SECRET}`);
	});
});

const all = { allowedHttpRequestDomains: 'all' };
const none = { allowedHttpRequestDomains: 'none' };
const only = (allowedDomains: string) => ({
	allowedHttpRequestDomains: 'domains',
	allowedDomains,
});

test.each<[Kind, object, boolean]>([
	...kinds.map((kind): [Kind, object, boolean] => [kind, none, false]),
	['bearerAuth', only('api.example.com'), false],
	['bearerAuth', only('localhost, api.example.com'), false],
	['bearerAuth', only(''), false],
	['bearerAuth', all, true],
	['bearerAuth', only('api.example.com, 127.0.0.1'), true],
])('The Allowed HTTP Request Domains of %s, %o, hold', async (kind, limits, isAllowed) => {
	const { error } = await postWith(kind, limits);
	if (!isAllowed) expect(error?.message).toMatch(/not allowed|Domain/i);
	expect(receiver.received).toHaveLength(Number(isAllowed));
});

test('Without authentication the receiver gets none', async () => {
	const { error } = await postWith('bearerAuth', {}, { receiverAuthentication: 'none' });
	expect(error).toBeUndefined();
	expect(receiver.received).toMatchObject([{ url: '/hook' }]);
	expect(JSON.stringify(receiver.received)).not.toMatch(/own-(key|secret)|authorization/i);
});
