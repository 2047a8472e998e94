import type { INodeProperties } from 'n8n-workflow';
import type { Instance } from '../../../rig/startInstance';
import { fromModel, runAgent, tool, TOOL_TYPE } from '../../../rig/workflows/agent';
import type { ModelServer } from '../../../rig/servers/model';

const PHONE = '6281200000001';

/** The form of the tool, and each of its operations. */
export function toolVariant(instance: Instance, model: ModelServer): void {
	const properties = async () => {
		const types = await instance.api.nodeTypes();
		return types.find(({ name }) => name === TOOL_TYPE)?.properties as INodeProperties[];
	};
	const hidden = { hide: expect.objectContaining({ '@tool': [true] }) };

	describe('the tool variant', () => {
		test('hides the upload, for which an agent has no file', async () => {
			const all = await properties();
			const source = all.find(({ name }) => name === 'mediaSource');
			const upload = source?.options?.find(
				(option) => 'value' in option && option.value === 'binary',
			);
			const field = all.find(({ name }) => name === 'binaryPropertyName');
			const options = all.filter(({ name }) => name === 'options').flatMap((each) => each.options);
			const fileName = options.find((option) => option?.name === 'fileName');
			for (const each of [upload, field, fileName]) {
				expect(each).toMatchObject({ displayOptions: hidden });
			}
		});

		test('fills the drop-down of the lists', async () => {
			const { id, name } = instance.credential;
			const { results } = await instance.api.listSearch({
				nodeType: TOOL_TYPE,
				parameter: 'list',
				method: 'searchLists',
				// The editor sends the hidden field too, and n8n asks for it.
				nodeParameters: {
					authentication: 'whatsAppSenderApi',
					resource: 'list',
					operation: 'getListContacts',
				},
				credentials: { whatsAppSenderApi: { id, name } },
			});
			expect(results.map(({ value }) => value)).toEqual(instance.sandbox.lists.map(({ id }) => id));
		});

		test.each([2.2, 3])('does every operation of the service, AI Agent %s', async (typeVersion) => {
			const { lists, accepted } = instance.sandbox;
			const phone = fromModel('phone');
			const photo = { operation: 'sendMedia', mediaUrl: fromModel('address'), phone, text: 'Look' };
			const list = { __rl: true, mode: 'id', value: fromModel('list') };
			const tools = [
				tool('SendText', { phone, text: fromModel('text') }),
				tool('SendMedia', photo),
				tool('GetLists', { resource: 'list', operation: 'getLists' }),
				tool('GetContacts', { resource: 'list', operation: 'getListContacts', list }),
			];
			const mediaUrl = 'https://example.com/picture.png';
			const turns = [
				[{ tool: 'SendText', with: { phone: PHONE, text: 'Hello' } }],
				[{ tool: 'SendMedia', with: { phone: PHONE, address: mediaUrl } }],
				[{ tool: 'GetLists' }],
				[{ tool: 'GetContacts', with: { list: lists[0].id } }],
			];
			const run = await runAgent(instance, model, { typeVersion, tools, turns });

			const offered = model.tools(run.model).map(({ function: { name } }) => name);
			expect(offered.sort()).toEqual(tools.map(({ name }) => name).sort());
			expect(accepted).toMatchObject([
				{ recipient: PHONE, text: 'Hello' },
				{ recipient: PHONE, text: 'Look', mediaUrl },
			]);
			expect(run.observations[2]).toContain(lists[0].title);
			expect(run.observations[3]).toContain(lists[0].contacts[0].phone);
		});

		const postContact = async (typeVersion: number) => {
			const webhookUrl = `${instance.receiver.url}/contacts`;
			const contact = { name: fromModel('name'), phone: fromModel('phone') };
			const post = tool('PostContact', { resource: 'webhook', webhookUrl, ...contact });
			const turns = [[{ tool: 'PostContact', with: { name: 'Ayu', phone: PHONE } }]];
			return await runAgent(instance, model, { typeVersion, tools: [post], turns });
		};

		test('posts a contact to a webhook, AI Agent 3', async () => {
			const { observations } = await postContact(3);
			const { requests } = instance.receiver;
			expect(requests.map(({ body }) => JSON.parse(body))).toEqual([
				{ name: 'Ayu', phone: '081200000001' },
			]);
			expect(observations[0]).toContain('081200000001');
		});

		// Up to 2.2 the agent knows a node's `routing` only, and Webhook List has none on purpose.
		test('sends nothing where AI Agent 2.2 cannot run Webhook List', async () => {
			const { execution } = await postContact(2.2);
			expect(JSON.stringify(execution.data)).toContain('Credentials not found');
			expect([...instance.receiver.requests, ...instance.sandbox.requests]).toEqual([]);
		});
	});
}
