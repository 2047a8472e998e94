import type { INodeProperties } from 'n8n-workflow';
import type { Instance } from '../../../rig/startInstance';
import { TOOL_TYPE } from '../../../rig/workflows/agent';
import { SENDER_TYPE } from '../../../rig/workflows/nodes';

/** What n8n's editor has the node do, or shows of it, before anything is run. */
export function editorRequests(instance: Instance): void {
	const tested = async (data: { apiKey?: string; baseUrl?: string }) => {
		const { apiKey, url: baseUrl } = instance.sandbox;
		const all = { apiKey, baseUrl, ...data };
		return await instance.api.testCredential({ ...instance.credential, data: all });
	};
	const search = async (nodeType: string, filter = '', { id, name } = instance.credential) =>
		await instance.api.listSearch({
			...{ nodeType, parameter: 'list', method: 'searchLists', filter },
			// The editor sends the hidden field too, and n8n asks for it.
			nodeParameters: {
				authentication: 'whatsAppSenderApi',
				resource: 'list',
				operation: 'getListContacts',
			},
			credentials: { whatsAppSenderApi: { id, name } },
		});

	test('the Test button takes the right key, also with an address that is forgiven', async () => {
		expect(await tested({})).toMatchObject({ status: 'OK' });
		const baseUrl = ` ${instance.sandbox.url}// `;
		expect(await tested({ baseUrl })).toMatchObject({ status: 'OK' });
		const message = 'The API key is not valid, or the Base URL is wrong';
		expect(await tested({ apiKey: 'wrong-key' })).toEqual({ status: 'Error', message });
	});

	test('the drop-down of lists finds a part of a title, or says that the key was not accepted', async () => {
		const { results } = await search(SENDER_TYPE, 'CUSTOMERS');
		expect(results.map(({ name }) => name)).toEqual([
			'Newsletter customers (14)',
			'All customers (1250)',
		]);
		const data = { apiKey: 'wrong-key', baseUrl: instance.sandbox.url };
		const type = 'whatsAppSenderApi';
		const wrong = await instance.api.createCredential({ name: 'Other', type, data });
		await expect(search(SENDER_TYPE, '', wrong)).rejects.toThrow(
			'The API key was not accepted (HTTP 404)',
		);
	});

	test('the tool has the drop-down too, and hides the upload, for which an agent has no file', async () => {
		const { results } = await search(TOOL_TYPE);
		expect(results.map(({ value }) => value)).toEqual(instance.sandbox.lists.map(({ id }) => id));

		const types = await instance.api.nodeTypes();
		const all = types.find(({ name }) => name === TOOL_TYPE)?.properties as INodeProperties[];
		const sources = all.find(({ name }) => name === 'mediaSource')?.options ?? [];
		const options = all.filter(({ name }) => name === 'options').flatMap((each) => each.options);
		const hidden = { hide: expect.objectContaining({ '@tool': [true] }) };
		for (const each of [
			sources.find((source) => 'value' in source && source.value === 'binary'),
			all.find(({ name }) => name === 'binaryPropertyName'),
			options.find((option) => option?.name === 'fileName'),
		]) {
			expect(each).toMatchObject({ displayOptions: hidden });
		}
	});
}
