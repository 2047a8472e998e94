import { answering } from '../../../rig/servers/answering';
import type { Instance } from '../../../rig/startInstance';
import { call, sender } from '../../../rig/workflows/call';
import { credentialFor, httpRequest } from '../../../rig/workflows/elsewhere';
import { AUTHENTICATIONS } from './receiverSecrets';

const hello = { phone: '6281200000001', text: 'Hello' };
const getLists = { resource: 'list', operation: 'getLists' };
const contact = { resource: 'webhook', name: 'Ayu', phone: '6281200000001' };

/** Neither the API key nor a receiver's secret follows a redirect, on any way that leads out of n8n. */
export function redirects(instance: Instance): void {
	const location = () => ({ location: `${instance.receiver.url}/stolen` });
	/** Lets the service redirect everything to the receiver. */
	const redirect = (status: number) => {
		const { sandbox } = instance;
		sandbox.onSend = () => ({ status, headers: location() });
		sandbox.onLists = () => ({ status, headers: location() });
	};

	describe('a redirect to another host is not followed', () => {
		test.each([301, 302, 303, 307, 308])('by a message or by lists: HTTP %i', async (status) => {
			redirect(status);
			for (const parameters of [hello, getLists]) {
				const { error } = await call(instance, sender(instance, parameters));
				expect(error?.message).toContain('it redirects to another address');
			}
			expect(instance.sandbox.requests).toHaveLength(2);
			expect(instance.receiver.requests).toEqual([]);
		});

		test.each(AUTHENTICATIONS)(
			'by a contact, with %s of its receiver',
			async (name, type, data) => {
				let elsewhere = '';
				const other = await answering((request, response) => {
					elsewhere += request.url + JSON.stringify(request.headers);
					response.end('{}');
				});
				instance.receiver.answer = () => ({ status: 307, headers: { location: other.url } });
				const { id } = await instance.api.createCredential({ name, type, data });
				const webhookUrl = `${instance.receiver.url}/contacts`;
				const node = sender(instance, { ...contact, webhookUrl, receiverAuthentication: name });
				Object.assign(node.credentials as object, { [type]: { id, name } });
				const { error } = await call(instance, node);
				other.close();
				expect(error?.message).toContain('it redirects to another address');
				expect(elsewhere).toBe('');
			},
		);

		test('out of the HTTP Request node with this credential', async () => {
			const { sandbox, receiver } = instance;
			redirect(302);
			const credentials = await credentialFor(instance, sandbox.url);
			await call(instance, httpRequest(`${sandbox.url}/lists/`, credentials));
			expect(sandbox.requests).toHaveLength(1);
			expect(receiver.requests).toEqual([]);
		});

		test('by the Test button of the credential', async () => {
			const { api, credential, sandbox, receiver } = instance;
			redirect(301);
			const data = { apiKey: sandbox.apiKey, baseUrl: sandbox.url };
			const { status, message } = await api.testCredential({ ...credential, data });
			expect(status).toBe('Error');
			expect(message).toContain('it redirects to another address');
			expect(receiver.requests).toEqual([]);
		});
	});
}
