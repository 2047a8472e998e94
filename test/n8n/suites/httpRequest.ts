import { call, jsonOf } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';
import { node } from '../../../rig/workflows/nodes';

export function httpRequest(instance: Instance): void {
	const request = async (parameters: Record<string, unknown>, url = instance.sandbox.url) => {
		const { id, name } = instance.credential;
		const asked = node(
			'Request',
			'n8n-nodes-base.httpRequest',
			{
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'whatsAppSenderApi',
				options: {},
				...parameters,
				url: `${url}${parameters.url}`,
			},
			{ typeVersion: 4.2, credentials: { whatsAppSenderApi: { id, name } } },
		);
		return await call(instance, asked);
	};
	const send = { method: 'POST', url: '/send', sendBody: true };

	describe('the HTTP Request node with this credential', () => {
		test('reads lists', async () => {
			const { items } = await request({ url: '/lists/' });
			expect(jsonOf(items)[0]).toMatchObject({ status: 200, data: expect.any(Array) });
			expect(instance.sandbox.requests[0]).toMatchObject({ accepted: true });
		});

		test.each(['json', 'multipart-form-data'])('sends a message as %s', async (contentType) => {
			const parameters = [
				{ name: 'phone', value: '6281234567890' },
				{ name: 'text', value: 'Hello' },
			];
			await request({ ...send, contentType, bodyParameters: { parameters } });
			expect(instance.sandbox.accepted).toMatchObject([
				{ recipient: '6281234567890', text: 'Hello' },
			]);
			expect(instance.sandbox.requests[0].headers).not.toHaveProperty('api-key');
		});

		test('is refused for another host, which gets nothing', async () => {
			const { error } = await request({ url: '/lists/' }, instance.receiver.url);
			expect(JSON.stringify(error)).toContain(
				`The API key is only sent to ${new URL(instance.sandbox.url).host}`,
			);
			expect(instance.receiver.requests).toEqual([]);
		});

		test('follows no redirect', async () => {
			const { sandbox, receiver } = instance;
			sandbox.onLists = () => ({ status: 302, headers: { location: receiver.url } });
			await request({ url: '/lists/' });
			expect(sandbox.requests).toHaveLength(1);
			expect(receiver.requests).toEqual([]);
		});
	});
}
