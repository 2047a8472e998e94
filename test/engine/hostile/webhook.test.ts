import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { postContacts, useReceiver } from '../receiver';
import {
	anything,
	deep,
	expectCivil,
	expectFieldNamed,
	expectHidden,
	forAny,
	NASTY_TEXTS,
	text,
} from './input';

const receiver = useReceiver();

/** The headers of every request, n8n's HTTP client's own among them. */
const OWN_HEADERS = [
	'accept',
	'accept-encoding',
	'connection',
	'content-length',
	'content-type',
	'host',
	'user-agent',
];

let posts = 0;

/** Posts one contact, to a path of its own: a request that timed out may arrive late. */
async function post(value: unknown, parameters: INodeParameters) {
	const path = `/hook/${++posts}`;
	const webhookUrl = receiver.url + path;
	const json = { name: 'Ayu', phone: '6281234567890', value } as never;
	const outcome = await postContacts(
		receiver,
		{ webhookUrl, ...parameters },
		{ items: [{ json }] },
	);
	expectCivil(outcome);
	return { outcome, received: receiver.received.filter(({ url }) => url === path) };
}

const VALUE = '={{ $json.value }}';
const field = (name: string, value: string) => ({
	options: { fields: { field: [{ name, value }] } },
});
const header = (name: string, value: string) => ({
	options: { headers: { header: [{ name, value }] } },
});
const extraHeaders = (headers: Record<string, unknown>) =>
	Object.keys(headers).filter((name) => !OWN_HEADERS.includes(name));

test.each(NASTY_TEXTS)(
	'a field named and filled with %j is one field of the body',
	async (nasty) => {
		const { received } = await post(nasty, field(VALUE, VALUE));
		if (received.length === 0) return expect(nasty.trim()).toBe('');
		const body = JSON.parse(received[0].body) as Record<string, unknown>;
		expect(Object.keys(body)).toEqual(['name', 'phone', nasty]);
		expect(Object.getOwnPropertyDescriptor(body, nasty)?.value).toBe(nasty);
		expect(extraHeaders(received[0].headers)).toEqual([]);
	},
);

test.each(NASTY_TEXTS)('a header with the value %j adds no other header', async (nasty) => {
	const { outcome, received } = await post(nasty, header('X-Source', VALUE));
	if (received.length === 0) return expectFieldNamed(outcome);
	expect(extraHeaders(received[0].headers)).toEqual(['x-source']);
	expect(JSON.parse(received[0].body)).toEqual({ name: 'Ayu', phone: '081234567890' });
});

test.each([...NASTY_TEXTS, 'X:Y', 'X Y', 'Ünï'])(
	'a header named %j is a name or refused',
	async (nasty) => {
		const { outcome, received } = await post(nasty, header(VALUE, 'x'));
		if (received.length === 0) return expectFieldNamed(outcome);
		// n8n's HTTP client leaves out the names of prototypes.
		const names = extraHeaders(received[0].headers);
		expect(names.filter((name) => name !== nasty.trim().toLowerCase())).toEqual([]);
	},
);

test('any header value goes out alone or is refused by name', async () => {
	await forAny(text, async (value) => {
		const { outcome, received } = await post(value, header('X-Source', VALUE));
		if (received.length === 0) return expectFieldNamed(outcome);
		expect(extraHeaders(received[0].headers)).toEqual(['x-source']);
	});
});

test.each<[string, INodeParameters]>([
	['name', { name: VALUE }],
	['phone', { phone: VALUE }],
	['phoneFormat', { phoneFormat: VALUE }],
	['countryCode', { countryCode: VALUE }],
	['webhookUrl', { webhookUrl: VALUE }],
	['nameField', { options: { nameField: VALUE } }],
	['phoneField', { options: { phoneField: VALUE } }],
	['fields', { options: { fields: VALUE } }],
	['field', { options: { fields: { field: VALUE } } }],
	['headers', { options: { headers: VALUE } }],
	['header', { options: { headers: { header: VALUE } } }],
	['method', { options: { method: VALUE } }],
	['timeout', { options: { timeout: VALUE } }],
	['options', { options: VALUE }],
])('anything at all as %s sends one JSON object or is refused', async (_field, parameters) => {
	await forAny(anything, async (value) => {
		const { outcome, received } = await post(value, parameters);
		if (received.length === 0) return expect(outcome.error).toBeDefined();
		expect(received).toHaveLength(1);
		expect(JSON.parse(received[0].body)).toBeInstanceOf(Object);
	});
});

test('a login in the Webhook URL shows in no error', async () => {
	receiver.answer = (reply) => reply.code(500).send('No');
	const urls = [
		receiver.url.replace('//', '//user:s3cret@'),
		'http://user:s3cret@no-such-host.invalid/',
		'ftp://user:s3cret@example.com/',
	];
	for (const url of urls) {
		const { outcome } = await post(url, { webhookUrl: VALUE });
		expectHidden('s3cret', outcome);
	}
});

test('a response of any shape becomes items or an error', async () => {
	const bodies = fc.oneof(anything, fc.constant(deep(2000)), fc.constant('x'.repeat(5_000_000)));
	const statuses = fc.constantFrom(200, 201, 302, 400, 500);
	await forAny(fc.record({ body: bodies, status: statuses }), async ({ body, status }) => {
		const json = JSON.stringify(body) ?? '';
		receiver.answer = (reply) => reply.code(status).type('application/json').send(json);
		const { outcome } = await post('', {});
		expect(outcome.error === undefined).toBe(status < 300);
		expect(outcome.items.every(({ json }) => typeof json === 'object')).toBe(true);
	});
});
