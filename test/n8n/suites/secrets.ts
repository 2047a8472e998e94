import { randomUUID } from 'node:crypto';
import type { Instance } from '../../../rig/startRig';
import { call, credentialFor, sender } from '../../../rig/workflows/call';
import { httpRequest } from '../../../rig/workflows/nodes';

const secret = (kind: string) => `${kind}-secret-${randomUUID()}`;
const [header, password] = [secret('header'), secret('pässwörd')];
const login = Buffer.from(`jörg:${password}`, 'utf8').toString('base64');

/** The authentication of a receiver, its fields, and the secret in the form that n8n sends. */
const AUTHENTICATIONS = [
	['headerAuth', { name: 'X-Token', value: header }, header],
	['basicAuth', { user: 'jörg', password }, login],
] as const;

/** Every form in which n8n could reveal a secret of a receiver. */
export const receiverSecrets = [header, password, login];

const onError = 'continueRegularOutput';
const SERVICE = 'whatsAppSenderApi';

/** n8n sends a key or a secret only to its owner. */
export function secrets(instance: Instance): void {
	test('with the HTTP Request node, the API key follows no redirect', async () => {
		const { sandbox, receiver } = instance;
		const headers = { location: `${receiver.url}/stolen` };
		sandbox.onLists = () => ({ status: 307, headers });
		const credentials = await credentialFor(instance, sandbox.url);
		const signed = { authentication: 'predefinedCredentialType', nodeCredentialType: SERVICE };
		const fields = { url: `${sandbox.url}/lists/`, ...signed };
		await call(instance, httpRequest('Request', fields, { credentials, onError }));
		expect(sandbox.requests).toMatchObject([{ headers: { 'api-key': sandbox.apiKey } }]);
		expect(receiver.received).toEqual([]);
	});

	// test/engine tests the output. The sweep at the end searches what n8n has stored.
	test.each(AUTHENTICATIONS)(
		'a receiver with %s gets its own secret, and repeats it',
		async (authentication, login, inTransit) => {
			const { api, receiver } = instance;
			receiver.respond = (response, { url }) => {
				response.statusCode = url === '/refuses' ? 403 : 200;
				return { repeated: inTransit };
			};
			const type = 'whatsAppSenderWebhookApi';
			const credential = { name: 'Receiver', type, data: { authentication, ...login } };
			const { id, name } = await api.createCredential(credential);
			const contact = { webhookUrl: '={{ $json.url }}', name: 'Ayu', phone: '6281200000001' };
			const parameters = { resource: 'webhook', ...contact, receiverAuthentication: 'credential' };
			const node = sender(instance, parameters, { onError, credentials: { [type]: { id, name } } });
			const items = ['repeats', 'refuses'].map((path) => ({ url: `${receiver.url}/${path}` }));
			await call(instance, node, { items });
			expect(receiver.received).toHaveLength(2);
			for (const request of receiver.received) expect(JSON.stringify(request)).toContain(inTransit);
		},
	);
}
