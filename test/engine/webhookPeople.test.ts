import { inspect } from 'node:util';
import type { CredentialData } from './credentials';
import { contact, postContacts, useReceiver } from './receiver';
import { retry } from './run';

const receiver = useReceiver();
const items = [
	contact('Ayu', '6281200000001'),
	contact('Budi', '6281200000002'),
	contact('Citra', '6281200000003'),
];
const everything = (value: unknown) =>
	inspect(value, { depth: Infinity, maxStringLength: Infinity, maxArrayLength: Infinity });

describe('A success whose JSON has an error field', () => {
	test.each(['', 'none', null, 0])('%p is posted once, with Retry On Fail', async (error) => {
		receiver.answer = () => ({ ok: true, error });
		const { items: sent, run } = await postContacts(receiver, {}, { items, retryOnFail: true });
		expect(receiver.received).toHaveLength(3);
		expect(sent.map(({ json }) => json)).toEqual(Array(3).fill({ ok: true, error }));
		expect(run.data.resultData.error).toBeUndefined();
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'is posted once with On Error = %s too',
		async (onError) => {
			receiver.answer = () => ({ ok: true, error: '' });
			const options = { items, retryOnFail: true, onError };
			const { items: sent } = await postContacts(receiver, {}, options);
			expect(receiver.received).toHaveLength(3);
			expect(sent).toHaveLength(3);
		},
	);

	test('is posted once through Retry of the execution too', async () => {
		let failed = 0;
		receiver.answer = (reply, { body }) =>
			body.includes('Citra') && failed++ === 0
				? reply.code(500).send({ error: 'Busy' })
				: { ok: true, error: '' };
		const options = { credentials: {}, items };
		const first = await postContacts(receiver, {}, options);
		expect(first.error?.message).toBe('The webhook receiver answered HTTP 500: Busy');
		const parameters = {
			resource: 'webhook',
			operation: 'webhookList',
			webhookUrl: `${receiver.url}/hook`,
		};
		const { items: sent } = await retry(first, { ...options, parameters });
		expect(receiver.received.map(({ body }) => JSON.parse(body).name)).toEqual([
			'Ayu',
			'Budi',
			'Citra',
			'Citra',
		]);
		expect(sent.map(({ json }) => json)).toEqual(Array(3).fill({ ok: true, error: '' }));
	});
});

describe("The receiver's authentication", () => {
	const post = async (kind: string, credentials: CredentialData) =>
		await postContacts(receiver, { receiverAuthentication: kind }, { credentials });

	test.each(['pässwörd1', 'пароль-один', '密码一二三四', 'emoji 😀 inside'])(
		'Basic Auth takes the password %p, and it is hidden where the receiver repeats it',
		async (password) => {
			const login = Buffer.from(`jörg:${password}`, 'utf8').toString('base64');
			receiver.answer = (_reply, { headers }) => ({
				headers,
				read: Buffer.from(String(headers.authorization).slice(6), 'base64').toString('utf8'),
			});
			const {
				items: sent,
				run,
				error,
			} = await post('basicAuth', {
				httpBasicAuth: { user: 'jörg', password },
			});
			expect(error).toBeUndefined();
			expect(receiver.received[0].headers.authorization).toBe(`Basic ${login}`);
			expect(sent[0].json).toMatchObject({
				headers: { authorization: 'Basic •••' },
				read: 'jörg:•••',
			});
			expect(everything(run)).not.toContain(password);
			expect(everything(run)).not.toContain(login);
		},
	);

	test('Header Auth whose value is a word of the response leaves the response alone', async () => {
		const answer = { received: 1, status: { received: ['a', 'b'] }, receivedAt: 'unreceived' };
		receiver.answer = () => answer;
		const { items: sent } = await post('headerAuth', {
			httpHeaderAuth: { name: 'X-Tenant', value: 'received' },
		});
		expect(receiver.received[0].headers['x-tenant']).toBe('received');
		expect(sent[0].json).toEqual(answer);
	});

	test('replaces a header of the same name, in any case', async () => {
		const header = { header: [{ name: 'authorization', value: 'mine' }] };
		await postContacts(
			receiver,
			{ receiverAuthentication: 'bearerAuth', options: { headers: header } },
			{ credentials: { httpBearerAuth: { token: 'its-own-token' } } },
		);
		expect(receiver.received[0].headers.authorization).toBe('Bearer its-own-token');
	});
});

test('a phone that is a number with lost digits is refused', async () => {
	const parameters = { phone: '={{ 120363025246125486 }}' };
	const { error } = await postContacts(receiver, parameters);
	expect(error?.message).toMatch(/^Phone "120363025246125\d+" is a number that has lost digits/);
	expect(receiver.received).toEqual([]);
});
