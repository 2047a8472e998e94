import type { INodeParameters } from 'n8n-workflow';
import { postContacts, useReceiver } from '../receiver';
import { credentialOf, getContacts, PHONE, sendTexts, useSandbox } from '../sandbox';
import { anything, expectCivil, FIELDS, forAny, NASTY_TEXTS, text } from './input';

const holder = useSandbox({ basePath: '/api/v1' });
const receiver = useReceiver();
const VALUE = '={{ $json.value }}';
const BIG = 'x'.repeat(1_000_000);

/** An item whose JSON has the value; parameters reach it as `$json.value`. */
const itemWith = (value: unknown) => ({
	items: [{ json: { name: 'Ayu', phone: PHONE, value } as never }],
});

/** Parameters, and fields of the credential. */
test.each<[string, INodeParameters, object?]>([
	['phone', { phone: VALUE }],
	['text', { text: VALUE }],
	['group', { recipientType: 'group', groupId: VALUE }],
	['buttons', { isInteractive: true, buttons: VALUE }],
	['sendAt', { options: { sendAt: VALUE } }],
	['sendAtUnit', { options: { sendAt: '2030-01-01T09:00:00' } }, { sendAtUnit: VALUE }],
	['numbers', { options: { neverSendTo: { __rl: true, mode: 'numbers', value: VALUE } } }],
	['options', { options: VALUE }],
	['binary field', { operation: 'sendMedia', mediaSource: 'binary', binaryPropertyName: VALUE }],
	['recipientType', { recipientType: VALUE }],
])('Anything as %s is sent as documented or refused by name', async (_, given, login = {}) => {
	const { sandbox } = holder;
	const parameters = { phone: PHONE, groupId: '120363025246125486@g.us', text: 'Hi', ...given };
	const holds = async (value: unknown) => {
		sandbox.reset();
		const { whatsAppSenderApi } = credentialOf(sandbox);
		const credentials = { whatsAppSenderApi: { ...whatsAppSenderApi, ...login } };
		const outcome = await sendTexts(sandbox, { ...itemWith(value), parameters, credentials });
		expectCivil(outcome);
		if (sandbox.requests.length === 0) return expect(outcome.error?.message).toMatch(FIELDS);
		// The sandbox refuses every field that is not documented, or of another type.
		expect(sandbox.requests.map(({ problem }) => problem)).toEqual([undefined]);
		expect(outcome.error).toBeUndefined();
	};
	await forAny(anything, holds, [BIG]);
});

const CLIMBING = '.. ．． ../send %2e%2e a\\..\\b //evil.example ?all=true x#y'.split(' ');

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
			return expect(outcome.error?.message).toMatch(FIELDS);
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

let posts = 0;

test.each<[string, INodeParameters]>([
	['name', { name: VALUE }],
	['phone', { phone: VALUE }],
	['webhookUrl', { webhookUrl: VALUE }],
	['fields', { options: { fields: VALUE } }],
	['headers', { options: { headers: VALUE } }],
	['timeout', { requestOptions: { timeout: VALUE } }],
	['options', { options: VALUE }],
])('Webhook List with anything as %s posts one JSON object or is refused', async (_, given) => {
	const holds = async (value: unknown) => {
		// A path of its own: a request that timed out may arrive late.
		const path = `/hook/${++posts}`;
		const parameters = { webhookUrl: receiver.url + path, ...given };
		const outcome = await postContacts(receiver, parameters, itemWith(value));
		expectCivil(outcome);
		const received = receiver.received.filter(({ url }) => url === path);
		if (received.length === 0) return expect(outcome.error).toBeDefined();
		expect(received).toHaveLength(1);
		expect(JSON.parse(received[0].body)).toBeInstanceOf(Object);
	};
	await forAny(anything, holds, [BIG, '__proto__', 'constructor']);
});
