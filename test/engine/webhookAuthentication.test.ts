import { inspect } from 'node:util';
import type { ICredentialsDecrypted, ICredentialTestFunctions } from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import type { CredentialData } from './execution';
import { contact, cut, postContacts, useReceiver } from './receiver';

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
			const redacted = { headers: { authorization: 'Basic •••' }, read: '•••' };
			expect(items[0].json).toMatchObject(redacted);
			expect(shown(run)).not.toContain(password);
			expect(shown(run)).not.toContain(code);
		},
	);

	test('hides nothing of what another login has left in the credential', async () => {
		const answer = { token: SECRET, source: 'newsletter', role: 'customer' };
		receiver.answer = () => answer;
		const leftover = { value: 'newsletter', password: 'customer' };
		const { items } = await postWith('bearerAuth', leftover);
		expect(items[0].json).toEqual({ ...answer, token: '•••' });
	});

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
	['bearerAuth', only('localhost, api.example.com, *.127.0.0.1'), false],
	['bearerAuth', only(''), false],
	['bearerAuth', all, true],
	['bearerAuth', only('api.example.com, 127.0.0.1'), true],
	['bearerAuth', only('*.0.0.1'), true],
])('The Allowed HTTP Request Domains of %s, %o, hold', async (kind, limits, isAllowed) => {
	const { error } = await postWith(kind, limits);
	const { host } = new URL(receiver.url);
	const message = `The WhatsApp Sender Webhook API credential is not allowed for ${host}`;
	if (isAllowed) expect(error).toBeUndefined();
	else expect(error).toMatchObject({ name: 'NodeOperationError', message });
	expect(receiver.received).toHaveLength(Number(isAllowed));
});

test('Without authentication the receiver gets none', async () => {
	const { error } = await postWith('bearerAuth', {}, { receiverAuthentication: 'none' });
	expect(error).toBeUndefined();
	expect(receiver.received).toMatchObject([{ url: '/hook' }]);
	expect(JSON.stringify(receiver.received)).not.toMatch(/own-(key|secret)|authorization/i);
});

const OF_CREDENTIAL = 'of the WhatsApp Sender Webhook API credential';
const notAllowed = `${OF_CREDENTIAL} has line breaks or characters that are not allowed in a header`;

describe.each<[string, Kind, object, string]>([
	['User', 'basicAuth', { user: '' }, `User ${OF_CREDENTIAL} is empty`],
	['Password', 'basicAuth', { password: undefined }, `Password ${OF_CREDENTIAL} is empty`],
	['Token', 'bearerAuth', { token: ' ' }, `Token ${OF_CREDENTIAL} is empty`],
	['Name', 'headerAuth', { name: '' }, `Name ${OF_CREDENTIAL} is empty`],
	['Value', 'queryAuth', { value: '' }, `Value ${OF_CREDENTIAL} is empty`],
	['a token on one line', 'bearerAuth', { token: 'a\nb' }, `Header "Authorization" ${notAllowed}`],
	[
		'a valid name of a header',
		'headerAuth',
		{ name: 'X Token' },
		`Header "X Token" ${OF_CREDENTIAL} is not a valid header name: use letters, digits and -`,
	],
	[
		'a known authentication',
		'bearerAuth',
		{ authentication: 'oAuth' },
		`Authentication "oAuth" ${OF_CREDENTIAL} is not supported`,
	],
])('A credential without %s', (_what, kind, values, message) => {
	test('is refused before anything is sent', async () => {
		const { error } = await postWith(kind, values);
		expect(error).toMatchObject({ name: 'NodeOperationError', message });
		expect(receiver.received).toEqual([]);
	});

	test('fails the Test button, which names it', async () => {
		const data = { authentication: kind, ...CREDENTIALS[kind], ...values };
		expect(await testButton(data)).toEqual({ status: 'Error', message });
	});
});

test.each(kinds)('The Test button says of %s what it can know', async (kind) => {
	const message = 'The login is complete. The receiver checks it with the first request.';
	const data = { authentication: kind, ...CREDENTIALS[kind] };
	expect(await testButton(data)).toEqual({ status: 'OK', message });
	expect(receiver.received).toEqual([]);
});

async function testButton(data: object) {
	const { testReceiverCredential } = new WhatsAppSender().methods.credentialTest;
	const credential = { data } as ICredentialsDecrypted;
	return await testReceiverCredential.call({} as ICredentialTestFunctions, credential);
}

describe('A credential with expressions', () => {
	const items = ['first-token', 'second-token'].map((token) => ({
		json: { ...contact(token, '6281234567890').json, token },
	}));

	test('logs each item in with its own secret, hidden where the receiver repeats it', async () => {
		receiver.answer = (_reply, { headers }) => ({ got: headers.authorization });
		const { items: output } = await postItems('={{ $json.token }}');
		const sent = receiver.received.map(({ headers }) => headers.authorization);
		expect(sent).toEqual(['Bearer first-token', 'Bearer second-token']);
		expect(output.map(({ json }) => json)).toEqual(Array(2).fill({ got: 'Bearer •••' }));
	});

	test('takes a token that an expression has made a number', async () => {
		receiver.answer = (_reply, { headers }) => ({ got: headers.authorization });
		const { items: output } = await postItems('={{ 12345678 }}');
		expect(receiver.received[0].headers.authorization).toBe('Bearer 12345678');
		expect(output.map(({ json }) => json)).toEqual(Array(2).fill({ got: 'Bearer •••' }));
	});

	test('fails for the item whose expression gives nothing, or fails', async () => {
		const empty = await postItems('={{ $itemIndex === 0 ? "" : $json.token }}');
		const failing = await postItems('={{ $itemIndex === 0 ? $("No such").item : $json.token }}');
		expect(receiver.received.map(({ headers }) => headers.authorization)).toEqual(
			Array(2).fill('Bearer second-token'),
		);
		const errors = [empty, failing].map(({ items: [first] }) => first.json.error);
		expect(errors).toEqual([
			`Token ${OF_CREDENTIAL} is empty`,
			expect.stringMatching(/^Referenced node doesn't exist/),
		]);
	});

	async function postItems(token: string) {
		const credentials = { whatsAppSenderWebhookApi: { authentication: 'bearerAuth', token } };
		const parameters = { receiverAuthentication: 'credential' };
		const onError = 'continueRegularOutput';
		return await postContacts(receiver, parameters, { items, credentials, onError });
	}
});

test.each<[Kind, object]>([
	...kinds.map((kind): [Kind, object] => [kind, {}]),
	['headerAuth', { name: 'Authorization', value: `Bearer ${SECRET}` }],
])('The secret of %s, %o, is hidden where the receiver repeats it', async (kind, values) => {
	const secrets = [SECRET, ...(kind === 'basicAuth' ? [login('ayu', SECRET)] : [])];
	for (const status of [200, 403]) {
		receiver.answer = (reply, { url, headers }) =>
			reply.code(status).send({ message: `You sent ${url} ${secrets.join()}`, headers });
		const { run, error } = await postWith(kind, values);
		expect(error === undefined).toBe(status === 200);
		const text = shown([run, error]);
		expect(text).toContain('You sent');
		for (const secret of secrets) expect(text).not.toContain(secret);
	}
});
