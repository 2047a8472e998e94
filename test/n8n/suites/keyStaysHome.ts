import type { Instance } from '../../../rig/startInstance';
import { call, jsonOf, sender } from '../../../rig/workflows/call';
import { credentialFor, httpRequest } from '../../../rig/workflows/elsewhere';

const type = 'whatsAppSenderApi';
const hello = { phone: '6281200000001', text: 'Hello' };
const getLists = { resource: 'list', operation: 'getLists' };
const ONLY_HOME = 'The API key is only sent to';

/** Nobody but the service under the credential's Base URL gets the key, in any way that leads out of n8n. */
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
			// Not even a Base URL among the parameters leads it elsewhere.
			const baseURL = receiver.url;
			const parameters = { ...hello, baseURL, requestOptions: { baseURL }, url: baseURL };
			const sending = sender(instance, parameters, { credentials });
			await call(instance, sending);
			expect(sandbox.requests).toHaveLength(1);
			expect(receiver.requests).toEqual([]);

			const { id, name } = credentials[type];
			const data = { apiKey: 'another-key-of-another-service', baseUrl: receiver.url };
			await api.updateCredential(id, { name, type, data });
			await call(instance, sending);
			const { error } = await call(instance, before);
			expect(sandbox.requests).toHaveLength(1);
			expect(receiver.requests).toHaveLength(1);
			expect(receiver.requests[0].body).not.toContain(sandbox.apiKey);
			expect(JSON.stringify(error)).toContain(ONLY_HOME);
		});

		test('is refused by the HTTP Request node for every other address', async () => {
			const { sandbox, receiver } = instance;
			const own = `${sandbox.url}/v1`;
			const addresses = [
				`${receiver.url}/lists/`,
				own.replace('127.0.0.1', 'localhost') + '/lists/',
				`http://${own.slice(7)}@${receiver.url.slice(7)}/lists/`,
				`${own}/../other/lists/`,
			];
			const node = httpRequest('={{ $json.url }}', await credentialFor(instance, own));
			const { items } = await call(
				instance,
				{ ...node, onError: 'continueRegularOutput' },
				{ items: addresses.map((url) => ({ url })) },
			);
			expect(items.map((item) => JSON.stringify(item).includes(ONLY_HOME))).toEqual(
				addresses.map(() => true),
			);
			expect([...receiver.requests, ...sandbox.requests]).toEqual([]);
		});

		test('follows no redirect', async () => {
			const { api, credential, sandbox, receiver } = instance;
			const moved = { status: 307, headers: { location: `${receiver.url}/stolen` } };
			sandbox.onSend = () => moved;
			sandbox.onLists = () => moved;
			const toldBy = [];
			for (const parameters of [hello, getLists]) {
				toldBy.push((await call(instance, sender(instance, parameters))).error?.message);
			}
			const data = { apiKey: sandbox.apiKey, baseUrl: sandbox.url };
			const tested = await api.testCredential({ ...credential, data });
			expect(tested.status).toBe('Error');
			expect([...toldBy, tested.message]).toEqual(
				Array(3).fill(expect.stringContaining('it redirects to another address')),
			);
			const credentials = await credentialFor(instance, sandbox.url);
			await call(instance, httpRequest(`${sandbox.url}/lists/`, credentials));
			expect(sandbox.requests).toHaveLength(4);
			expect(receiver.requests).toEqual([]);
		});

		test('is redacted where the service repeats it, in a rejection and in a response', async () => {
			const { sandbox } = instance;
			const { apiKey } = sandbox;
			sandbox.onSend = () => ({ status: 400, body: { error: `You said ${apiKey}` } });
			const { error } = await call(instance, sender(instance, hello));
			expect(error?.message).toContain('You said •••');

			// An envelope that is the whole answer of an HTTP client has the request in it, too.
			const config = { data: JSON.stringify({ api_key: apiKey, ...hello }) };
			const envelope = { status: 200, statusText: 'OK', data: 'OK', headers: {}, config };
			sandbox.onSend = () => ({ status: 200, body: envelope });
			const { items } = await call(instance, sender(instance, { ...hello, simplify: false }));
			expect(jsonOf(items)).toMatchObject([{ status: 200, data: 'OK' }]);
			expect(JSON.stringify(items)).not.toContain(apiKey);

			const lists = [{ id: 'a', title: 'Mine', owner: apiKey, page: `/?key=${apiKey}` }];
			sandbox.onLists = () => ({ status: 200, body: lists });
			const read = await call(instance, sender(instance, getLists));
			const redacted = { id: 'a', title: 'Mine', owner: '•••', page: '/?key=•••' };
			expect(jsonOf(read.items)).toEqual([redacted]);
		});
	});
}
