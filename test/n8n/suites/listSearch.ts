import type { Instance } from '../../../rig/startInstance';
import { SENDER_TYPE } from '../../../rig/workflows/nodes';

export function listSearch(instance: Instance): void {
	const search = async (filter?: string, { id, name } = instance.credential) =>
		await instance.api.listSearch({
			nodeType: SENDER_TYPE,
			parameter: 'list',
			method: 'searchLists',
			// The editor sends the hidden field too, and n8n asks for it.
			nodeParameters: {
				authentication: 'whatsAppSenderApi',
				resource: 'list',
				operation: 'getListContacts',
			},
			credentials: { whatsAppSenderApi: { id, name } },
			filter,
		});
	const named = async (data: Record<string, unknown>) =>
		await instance.api.createCredential({ name: 'Other', type: 'whatsAppSenderApi', data });

	describe('the drop-down of lists', () => {
		test('finds a part of the title in any case', async () => {
			const { results } = await search('CUSTOMERS');
			expect(results.map(({ name }) => name)).toEqual([
				'Newsletter customers (14)',
				'All customers (1250)',
			]);
		});

		test('says that the key was not accepted', async () => {
			const wrong = await named({ apiKey: 'wrong-key', baseUrl: instance.sandbox.url });
			await expect(search('', wrong)).rejects.toThrow('The API key was not accepted (HTTP 404)');
		});
	});
}
