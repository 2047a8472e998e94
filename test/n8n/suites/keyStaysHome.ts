import { call, jsonOf, sender } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';
import { credentialFor, httpRequest, senderAt } from '../../../rig/workflows/elsewhere';

const type = 'whatsAppSenderApi';
const hello = { phone: '6281200000001', text: 'Hello' };
const getLists = { resource: 'list', operation: 'getLists' };

/** Nobody but the service under the credential's Base URL sees the key. */
export function keyStaysHome(instance: Instance): void {
	describe('the API key', () => {
		test('signs what the HTTP Request node sends to the service, a form too', async () => {
			const { sandbox } = instance;
			const credentials = await credentialFor(instance, sandbox.url);
			await call(instance, httpRequest(`${sandbox.url}/lists/`, credentials));
			const parameters = Object.entries(hello).map(([name, value]) => ({ name, value }));
			const form = { contentType: 'multipart-form-data', bodyParameters: { parameters } };
			const send = { method: 'POST', sendBody: true, ...form };
			await call(instance, httpRequest(`${sandbox.url}/send`, credentials, send));
			expect(sandbox.requests.map(({ accepted }) => accepted)).toEqual([true, true]);
			expect(sandbox.requests[1].headers).not.toHaveProperty('api-key');
		});

		test('goes to the new address alone once the Base URL is changed', async () => {
			const { api, sandbox, receiver } = instance;
			const credentials = await credentialFor(instance, sandbox.url);
			const before = httpRequest(`${sandbox.url}/lists/`, credentials);
			const sending = sender(instance, hello, { credentials });
			await call(instance, sending);
			expect(sandbox.requests).toHaveLength(1);

			const { id, name } = credentials[type];
			const data = { apiKey: 'another-key-of-another-service', baseUrl: receiver.url };
			await api.updateCredential(id, { name, type, data });
			await call(instance, sending);
			const { error } = await call(instance, before);

			expect(sandbox.requests).toHaveLength(1);
			expect(receiver.requests).toHaveLength(1);
			expect(receiver.requests[0].body).not.toContain(sandbox.apiKey);
			expect(JSON.stringify(error)).toContain('The API key is only sent to');
		});

		test.each([
			['another host', (_: string, other: string) => `${other}/lists/`],
			[
				'another name of the same machine',
				(own: string) => own.replace('127.0.0.1', 'localhost') + '/lists/',
			],
			[
				'a host that hides behind a login',
				(own: string, other: string) => `http://${own.slice(7)}@${other.slice(7)}/lists/`,
			],
			['a path beside its Base URL', (own: string) => `${own}/../other/lists/`],
		])('is refused by the HTTP Request node for %s', async (_, address) => {
			const { sandbox, receiver } = instance;
			const credentials = await credentialFor(instance, `${sandbox.url}/v1`);
			const { error } = await call(
				instance,
				httpRequest(address(`${sandbox.url}/v1`, receiver.url), credentials),
			);
			expect(JSON.stringify(error)).toContain('The API key is only sent to');
			expect([...receiver.requests, ...sandbox.requests]).toEqual([]);
		});

		test('is not signed for by a Base URL in the parameters', async () => {
			const { receiver } = instance;
			const baseURL = receiver.url;
			const parameters = { ...hello, baseURL, requestOptions: { baseURL }, url: baseURL };
			await call(instance, sender(instance, parameters));
			expect(receiver.requests).toEqual([]);
		});

		test('is redacted where the service repeats it, in a rejection and in a response', async () => {
			const { sandbox } = instance;
			const echo = `You said ${sandbox.apiKey}`;
			sandbox.onSend = () => ({ status: 400, body: { error: echo } });
			const { error } = await call(instance, sender(instance, hello));
			expect(error?.message).toContain('You said •••');

			// An envelope that is the whole answer of an HTTP client has the request in it, too.
			const config = { data: JSON.stringify({ api_key: sandbox.apiKey, ...hello }) };
			const envelope = { status: 200, statusText: 'OK', data: 'OK', headers: {}, config };
			sandbox.onSend = () => ({ status: 200, body: envelope });
			const { items } = await call(instance, sender(instance, { ...hello, simplify: false }));
			expect(jsonOf(items)).toMatchObject([{ status: 200, data: 'OK' }]);
			expect(JSON.stringify(items)).not.toContain(sandbox.apiKey);

			const { apiKey } = sandbox;
			const lists = [{ id: 'a', title: 'Mine', owner: apiKey, page: `/?key=${apiKey}` }];
			sandbox.onLists = () => ({ status: 200, body: lists });
			const read = await call(instance, sender(instance, getLists));
			expect(jsonOf(read.items)).toEqual([
				{ id: 'a', title: 'Mine', owner: '•••', page: '/?key=•••' },
			]);
		});

		test('is not shown by the node at another address than its own', async () => {
			const { error } = await call(instance, await senderAt(instance, 'ftp://nowhere'));
			expect(error?.message).toContain('is not a web address');
			expect(JSON.stringify(error)).not.toContain(instance.sandbox.apiKey);
		});
	});
}
