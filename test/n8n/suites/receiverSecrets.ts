import { randomUUID } from 'node:crypto';
import { freePort } from '../../../rig/n8n/ports';
import type { N8nNode } from '../../../rig/api/apiTypes';
import { call, jsonOf, sender } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';
import { answering } from '../../../rig/servers/answering';
import { certificateFor, secureService } from '../../../rig/servers/secure';

const secret = (kind: string) => `${kind}-secret-${randomUUID()}`;

/** n8n's own credentials for a receiver: parameter, type, data, and the secret as it travels. */
const header = secret('header');
const bearer = secret('bearer');
const query = secret('query');
const password = secret('password');
export const AUTHENTICATIONS = [
	['headerAuth', 'httpHeaderAuth', { name: 'X-Token', value: header }, header],
	['bearerAuth', 'httpBearerAuth', { token: bearer }, bearer],
	['queryAuth', 'httpQueryAuth', { name: 'token', value: query }, query],
	['basicAuth', 'httpBasicAuth', { user: 'me', password }, btoa(`me:${password}`)],
] as const;

/** Every form in which a secret of a receiver could show. */
export const receiverSecrets = [header, bearer, query, password, btoa(`me:${password}`)];

/** Webhook List with each authentication, whatever becomes of it. */
export function receiverAuthentication(instance: Instance): void {
	describe.each(AUTHENTICATIONS)('a receiver that wants %s', (name, type, data, inTransit) => {
		let credentials: N8nNode['credentials'];
		beforeAll(async () => {
			const { id } = await instance.api.createCredential({ name, type, data });
			credentials = { [type]: { id, name } };
		});
		const post = async (webhookUrl: string, parameters: object = {}) => {
			const contact = { resource: 'webhook', name: 'Ayu', phone: '6281200000001' };
			const settings = { webhookUrl, receiverAuthentication: name, ...parameters };
			const node = sender(instance, { ...contact, ...settings });
			Object.assign(node.credentials as object, credentials);
			return await call(instance, node);
		};
		const refusing = async (status: number, body: string) => {
			const { receiver } = instance;
			receiver.answer = () => ({ status, body });
			return (await post(`${receiver.url}/contacts`)).error?.message;
		};

		test('gets its own secret, and the API key never', async () => {
			const { items } = await post(`${instance.receiver.url}/contacts`);
			const [request] = instance.receiver.requests;
			expect(JSON.stringify(request)).toContain(inTransit);
			expect(JSON.stringify(request)).not.toContain(instance.sandbox.apiKey);
			expect(jsonOf(items)).toEqual([{ name: 'Ayu', phone: '081200000001' }]);
		});

		test('may refuse', async () => {
			for (const status of [400, 401, 403, 404, 429, 500]) {
				const message = await refusing(status, '{"message":"Not you"}');
				expect(message).toBe(`The webhook receiver answered HTTP ${status}: Not you`);
			}
			expect(instance.receiver.requests).toHaveLength(6);
		});

		test('may be away, cut the connection, be slow or have a wrong certificate', async () => {
			const cutting = await answering((request) => request.socket.destroy());
			const silent = await answering(() => {});
			const secure = await secureService(certificateFor('receiver', 'DNS:receiver.example'));
			const faults = [
				[
					`http://127.0.0.1:${await freePort()}`,
					'could not be reached: the connection was refused',
				],
				['http://no-such-host.invalid', 'could not be reached'],
				[cutting.url, 'the connection was closed. The contact may already have been sent'],
				[silent.url, 'the request timed out'],
				[secure.url, 'could not be reached: its certificate'],
			];
			for (const [url, words] of faults) {
				const timeout = url === silent.url ? 500 : 20_000;
				const { error } = await post(url, { options: { timeout } });
				expect(error?.message).toContain(words);
			}
			for (const server of [cutting, silent, secure]) server.close();
			expect(secure.bodies).toEqual([]);
		});

		test('that repeats the secret is handed on without it', async () => {
			const { receiver } = instance;
			const echo = { headers: { authorization: `Bearer ${inTransit}` }, taken: true };
			receiver.answer = () => ({ status: 200, body: JSON.stringify(echo) });
			const { items } = await post(`${receiver.url}/contacts`);
			expect(jsonOf(items)).toEqual([{ headers: { authorization: 'Bearer •••' }, taken: true }]);

			const message = await refusing(403, JSON.stringify({ error: `Unknown: ${inTransit}` }));
			expect(message).toContain('The webhook receiver answered HTTP 403: Unknown: ');
			expect(message).not.toContain(inTransit);
		});
	});
}
