import { randomUUID } from 'node:crypto';
import { freePort } from '../../../rig/n8n/ports';
import { call, jsonOf, linksOf, sender } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';
import { webhook } from '../../../rig/workflows/nodes';

const contacts = [
	{ name: 'Ayu', phone: '6281234560001' },
	{ name: 'Zoë "Z" Müller', phone: '4915123456789' },
	{ name: 'Market', phone: 'market@g.us' },
];
const asReceived = [
	{ name: 'Ayu', phone: '081234560001' },
	{ name: 'Zoë "Z" Müller', phone: '4915123456789' },
	{ name: 'Market', phone: 'market@g.us' },
];

export function webhookList(instance: Instance): void {
	// The service's credential stays attached, as it does when a user changes the resource.
	const post = async (parameters: object, credentials: object = {}) => {
		const node = sender(instance, { resource: 'webhook', ...parameters });
		Object.assign(node.credentials as object, credentials);
		return await call(instance, node, { items: contacts });
	};

	describe('Webhook List', () => {
		test('posts name and phone of each item to the Webhook node of another workflow', async () => {
			const path = randomUUID();
			const name = 'Receives contacts';
			const nodes = [webhook(path, { responseData: 'firstEntryJson' })];
			const receiver = await instance.api.createWorkflow({ name, nodes, connections: {} });
			await instance.api.activate(receiver.id);
			const webhookUrl = `${instance.n8n.url}/webhook/${path}`;
			const { items, execution } = await post({ webhookUrl });

			expect(execution.status).toBe('success');
			expect(jsonOf(items).map(({ body }) => body)).toEqual(asReceived);
			expect(linksOf(items)).toEqual([0, 1, 2]);
			expect(JSON.stringify(items)).not.toContain(instance.sandbox.apiKey);
		});

		test('posts to any other receiver, without the API key', async () => {
			const { items } = await post({ webhookUrl: `${instance.receiver.url}/contacts` });
			const { requests } = instance.receiver;

			expect(requests.map(({ body }) => JSON.parse(body))).toEqual(asReceived);
			expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(
				contacts.map(() => 'POST /contacts'),
			);
			expect(requests[0].headers['content-type']).toBe('application/json');
			expect(jsonOf(items)).toEqual(asReceived);
			expect(linksOf(items)).toEqual([0, 1, 2]);
			expect(JSON.stringify(requests)).not.toContain(instance.sandbox.apiKey);
			expect(instance.sandbox.requests).toEqual([]);
		});

		test.each([
			['basicAuth', 'httpBasicAuth', { user: 'me', password: 'pass' }],
			['bearerAuth', 'httpBearerAuth', { token: 'token' }],
			['headerAuth', 'httpHeaderAuth', { name: 'X-Token', value: 'token' }],
			['queryAuth', 'httpQueryAuth', { name: 'token', value: 'token' }],
		])('signs with the receiver’s own %s', async (receiverAuthentication, type, data) => {
			const { id, name } = await instance.api.createCredential({ name: type, type, data });
			const { url } = instance.receiver;
			await post({ webhookUrl: url, receiverAuthentication }, { [type]: { id, name } });
			const [{ headers, url: asked }] = instance.receiver.requests;

			const signatures = {
				basicAuth: [headers.authorization, `Basic ${btoa('me:pass')}`],
				bearerAuth: [headers.authorization, 'Bearer token'],
				headerAuth: [headers['x-token'], 'token'],
				queryAuth: [asked, '/?token=token'],
			};
			const [actual, expected] = signatures[receiverAuthentication as keyof typeof signatures];
			expect(actual).toBe(expected);
			expect(instance.receiver.requests).toHaveLength(3);
		});

		test('tells what the receiver answered where it refuses', async () => {
			instance.receiver.answer = () => ({ status: 422, body: '{"message":"No such field"}' });
			const { error, execution } = await post({ webhookUrl: instance.receiver.url });

			expect(execution.status).toBe('error');
			expect(error?.message).toBe('The webhook receiver answered HTTP 422: No such field');
			expect(instance.receiver.requests).toHaveLength(1);
		});

		test('names a receiver that is not there', async () => {
			const host = `127.0.0.1:${await freePort()}`;
			const { error } = await post({ webhookUrl: `http://${host}/contacts` });
			expect(error?.message).toBe(
				`The webhook receiver at ${host} could not be reached: the connection was refused`,
			);
		});
	});
}
