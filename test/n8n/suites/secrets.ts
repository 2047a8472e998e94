import { randomUUID } from 'node:crypto';
import type { N8nNode } from '../../../rig/api/apiTypes';
import type { Instance } from '../../../rig/startRig';
import { call, jsonOf, sender, credentialFor } from '../../../rig/workflows/call';
import { httpRequest } from '../../../rig/workflows/nodes';

const secret = (kind: string) => `${kind}-secret-${randomUUID()}`;
const header = secret('header');
const bearer = secret('bearer');
const query = secret('query');
const password = secret('pässwörd');
const login = Buffer.from(`jörg:${password}`, 'utf8').toString('base64');

/** The login of a receiver: authentication, its fields, and the secret as it travels. */
const AUTHENTICATIONS = [
	['headerAuth', { name: 'X-Token', value: header }, header],
	['bearerAuth', { token: bearer }, bearer],
	['queryAuth', { name: 'token', value: query }, query],
	['basicAuth', { user: 'jörg', password }, login],
] as const;

/** Webhook List with a credential of the receiver, to the URL of each item. */
async function posting(instance: Instance, data: object): Promise<N8nNode> {
	const type = 'whatsAppSenderWebhookApi';
	const { id, name } = await instance.api.createCredential({
		name: 'Receiver',
		type,
		data: { ...data },
	});
	const contact = { webhookUrl: '={{ $json.url }}', name: 'Ayu', phone: '6281200000001' };
	const parameters = { resource: 'webhook', ...contact, receiverAuthentication: 'credential' };
	const node = sender(instance, parameters, { onError });
	// The service's credential is still attached, as after a change of the operation.
	Object.assign(node.credentials as object, { [type]: { id, name } });
	return node;
}

/** Every form in which a secret of a receiver could show. */
export const receiverSecrets = [header, bearer, query, password, login];

const onError = 'continueRegularOutput';

/** The HTTP Request node, signed with the credential of this package. */
const signedRequest = (url: string, credentials: N8nNode['credentials']) =>
	httpRequest(
		'Request',
		{ url, authentication: 'predefinedCredentialType', nodeCredentialType: 'whatsAppSenderApi' },
		{ credentials, onError },
	);

/** Nobody but the owner of a key or a secret gets it, in any way that leads out of n8n. */
export function secrets(instance: Instance): void {
	test('the API key goes with the HTTP Request node nowhere but to the Base URL of its credential', async () => {
		const { sandbox, receiver } = instance;
		const addresses = [
			`${receiver.url}/v1/lists/`,
			`${sandbox.url.replace('127.0.0.1', 'localhost')}/v1/lists/`,
			`${sandbox.url}@${new URL(receiver.url).host}/v1/lists/`,
			`${sandbox.url}/v1/../lists/`,
		];
		const credentials = await credentialFor(instance, `${sandbox.url}/v1`);
		const node = signedRequest('={{ $json.url }}', credentials);
		const { items } = await call(instance, node, { items: addresses.map((url) => ({ url })) });
		expect(items.map(({ json }) => JSON.stringify(json))).toEqual(
			addresses.map(() => expect.stringContaining('The API key is only sent to')),
		);
		expect([...receiver.requests, ...sandbox.requests]).toEqual([]);

		const headers = { location: `${receiver.url}/stolen` };
		sandbox.onLists = () => ({ status: 307, headers });
		const own = await credentialFor(instance, sandbox.url);
		await call(instance, signedRequest(`${sandbox.url}/lists/`, own));
		expect(sandbox.requests).toMatchObject([{ headers: { 'api-key': sandbox.apiKey } }]);
		expect(receiver.requests).toEqual([]);
	});

	// What the output has of it, test/engine shows; what n8n has kept of it, the sweep at the end.
	test.each(AUTHENTICATIONS)(
		'a receiver that wants %s gets its own secret, and repeats it',
		async (authentication, login, inTransit) => {
			const { receiver, sandbox } = instance;
			const repeated = { headers: { authorization: `Bearer ${inTransit}` } };
			receiver.answer = ({ url }) =>
				url.startsWith('/repeats')
					? { body: JSON.stringify(repeated) }
					: { status: 403, body: inTransit };
			const node = await posting(instance, { authentication, ...login });
			const items = ['repeats', 'refuses'].map((path) => ({ url: `${receiver.url}/${path}` }));
			const { items: output } = await call(instance, node, { items });
			expect(jsonOf(output)).toEqual([
				{ headers: { authorization: 'Bearer •••' } },
				{ error: 'The webhook receiver answered HTTP 403: •••' },
			]);
			expect(JSON.stringify(receiver.requests[0])).toContain(inTransit);
			expect(sandbox.requests).toEqual([]);
		},
	);
}
