import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import type { ICredentialsDecrypted, ICredentialTestFunctions } from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import type { CredentialData } from './execution';
import { cutConnection, postContacts, type Received, useReceiver } from './receiver';

const receiver = useReceiver();
const SECRET = 'receivers-own-secret';
/** As they are pasted, with spaces around them. */
const LOGINS = {
	basicAuth: { user: ' jörg', password: `\t${SECRET} ` },
	bearerAuth: { token: `\t${SECRET} ` },
	headerAuth: { name: ' X-Token\t', value: ` ${SECRET}\t` },
	queryAuth: { name: ' token', value: `${SECRET}\t` },
};
type Kind = keyof typeof LOGINS;
const BASIC = Buffer.from(`jörg:${SECRET}`, 'utf8').toString('base64');
const loginOf = (kind: Kind, values: object) =>
	({ authentication: kind, ...LOGINS[kind], ...values }) as CredentialData[string];

/** Posts with a login, in which some values differ. */
async function postWith(kind: Kind, values: object = {}, parameters = {}) {
	const whatsAppSenderApi = { apiKey: 'the-services-own-key', baseUrl: receiver.url };
	const credentials = { whatsAppSenderApi, whatsAppSenderWebhookApi: loginOf(kind, values) };
	const all = { receiverAuthentication: 'credential', ...parameters };
	return await postContacts(receiver, all, { credentials });
}

async function pressTest(kind: Kind, values: object) {
	const { testReceiverCredential } = new WhatsAppSender().methods.credentialTest;
	const credential = { data: loginOf(kind, values) } as unknown as ICredentialsDecrypted;
	return await testReceiverCredential.call({} as ICredentialTestFunctions, credential);
}

/** Another origin, on another port. */
const other = useReceiver();

test.each<[Kind, object, string | undefined]>([
	['basicAuth', {}, 'authorization'],
	['bearerAuth', {}, 'authorization'],
	['headerAuth', {}, 'x-token'],
	['queryAuth', {}, undefined],
	// Too short to be redacted.
	['queryAuth', { value: 'short' }, undefined],
])(
	'%s, %o, and Extra Headers follow a redirect to the same origin alone',
	async (kind, values, name) => {
		const secret =
			kind === 'queryAuth' ? String({ ...LOGINS[kind], ...values }.value).trim() : SECRET;
		const extra = 'secret-of-the-header';
		const options = { headers: { header: [{ name: 'X-Mine', value: extra }] } };
		// A receiver may repeat the query, also to another origin, which may redirect back.
		const redirect =
			(to: string) =>
			(response: ServerResponse, { url }: Received) =>
				response.writeHead(303, { location: to + new URL(url, to).search }).end();
		receiver.respond = (response, request) => {
			if (request.url.startsWith('/hook'))
				return redirect(`${receiver.url}/same`)(response, request);
			if (request.url.startsWith('/same')) return redirect(`${other.url}/other`)(response, request);
			return { ok: true };
		};
		other.respond = redirect(`${receiver.url}/back`);
		const { items } = await postWith(kind, values, { options });
		expect(items[0].json).toEqual({ ok: true });
		const [, same, back] = receiver.received;
		expect(same.headers['x-mine']).toBe(extra);
		expect(name ? same.headers[name] : same.url).toContain(kind === 'basicAuth' ? BASIC : secret);
		expect([back.url, other.received[0].url]).toEqual(['/back', '/other']);
		for (const text of [secret, BASIC, extra])
			expect(JSON.stringify([back, other.received])).not.toContain(text);
	},
);

const everything = { depth: Infinity, maxStringLength: Infinity, maxArrayLength: Infinity };
const header = { name: 'Authorization', value: `Bearer ${SECRET}` };

/** The header that is sent, and what the output shows of it if the receiver repeats it. */
test.each<[Kind, object, string, string, string]>([
	['basicAuth', {}, 'authorization', `Basic ${BASIC}`, '•••'],
	['bearerAuth', {}, 'authorization', `Bearer ${SECRET}`, '•••'],
	['headerAuth', {}, 'x-token', SECRET, '•••'],
	['headerAuth', header, 'authorization', `Bearer ${SECRET}`, '•••'],
	['queryAuth', {}, 'host', '127.0.0.1', '127.0.0.1'],
])('%s, %o, goes to the receiver and to no output', async (kind, values, name, sent, redacted) => {
	const secrets = kind === 'basicAuth' ? [SECRET, BASIC] : [SECRET];
	const query = kind === 'queryAuth' ? `&token=${SECRET}` : '';
	const message = `You sent ${query} ${secrets.join()}`;
	const statuses = [200, 307, 403, 500, 0];
	for (const status of statuses) {
		receiver.respond = (response, { headers }) => {
			if (status === 0) return cutConnection(response);
			response.writeHead(status, { location: '/elsewhere', 'content-type': 'application/json' });
			return response.end(JSON.stringify({ message, headers }));
		};
		const webhookUrl = `${receiver.url}/hook?list=7`;
		const { run, error, items } = await postWith(kind, values, { webhookUrl });
		expect(error === undefined).toBe(status === 200);
		if (!error)
			expect(items[0].json.headers).toHaveProperty(name, expect.stringContaining(redacted));
		const text = inspect([run, error], everything);
		expect(text.includes('You sent')).toBe([200, 403, 500].includes(status));
		for (const secret of secrets) expect(text).not.toContain(secret);
	}
	const [{ headers, body }] = receiver.received;
	const urls = receiver.received.map(({ url }) => url);
	expect(urls).toEqual(statuses.map(() => `/hook?list=7${query}`));
	expect(headers[name]).toContain(sent);
	expect('authorization' in headers).toBe(name === 'authorization');
	expect(JSON.parse(body)).toEqual({ name: 'Ayu', phone: '081234567890' });
	// The service's credential is attached, too, and goes nowhere.
	expect(JSON.stringify(receiver.received)).not.toMatch(/the-services-own-key|api[-_]key/i);
	// The Test button knows no address to try.
	const complete = 'The login is complete. The receiver checks it with the first request.';
	expect(await pressTest(kind, values)).toEqual({ status: 'OK', message: complete });
	expect(receiver.received).toHaveLength(statuses.length);
});

test('Leftover values of another login type are not redacted', async () => {
	const json = { token: SECRET, source: 'newsletter', role: 'customer' };
	receiver.respond = () => json;
	const leftover = { value: 'newsletter', password: 'customer' };
	const { items } = await postWith('bearerAuth', leftover);
	expect(items[0].json).toEqual({ ...json, token: '•••' });
});

test('A login replaces a header of the same name, in any case', async () => {
	const options = { headers: { header: [{ name: 'AUTHORIZATION', value: 'mine' }] } };
	await postWith('bearerAuth', {}, { options });
	expect(receiver.received[0].headers.authorization).toBe(`Bearer ${SECRET}`);
});

test.each<[string, string, boolean]>([
	['none', '', false],
	['all', '', true],
	['domains', '', false],
	['domains', 'api.example.com, 127.0.0.1', true],
	['domains', '*.0.0.1', true],
	['domains', '*.0.0.2', false],
])(
	'Webhook List obeys the Allowed HTTP Request Domains: %s %j',
	async (rule, allowedDomains, isAllowed) => {
		const limits = { allowedHttpRequestDomains: rule, allowedDomains };
		const { error } = await postWith('bearerAuth', limits);
		const { host } = new URL(receiver.url);
		const words = `The WhatsApp Sender Webhook API credential is not allowed for ${host}`;
		expect(error?.message).toBe(isAllowed ? undefined : words);
		expect(receiver.received).toHaveLength(Number(isAllowed));
	},
);

test.each<[Kind, object, RegExp]>([
	['basicAuth', { user: '' }, /^User of .* is empty$/],
	['bearerAuth', { token: 'a\nb' }, /^Header "Authorization" of .* contains line breaks/],
	['headerAuth', { name: 'X Token' }, /^Header "X Token" of .* is not a valid header n/],
	['bearerAuth', { authentication: 'o' }, /^Authentication "o" of .* is not supported/],
])('%s with %o is refused, also by the Test button', async (kind, values, words) => {
	const { error } = await postWith(kind, values);
	expect(error).toMatchObject({ name: 'NodeOperationError' });
	expect(error?.message).toMatch(words);
	expect(await pressTest(kind, values)).toEqual({ status: 'Error', message: error?.message });
	expect(receiver.received).toEqual([]);
});
