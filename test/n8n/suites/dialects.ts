import type { Instance } from '../../../rig/startRig';
import { answered, askedBy, post } from '../../../rig/workflows/asking';
import {
	jsonOf,
	outcomeOf,
	publishNodes,
	sender,
	type Published,
} from '../../../rig/workflows/call';
import { node, SENDER_TYPE, splitItems } from '../../../rig/workflows/nodes';
import { arrivalOf, DIALECTS, dialectOf, type DialectName } from '../../../sandbox/dialects';

const PHONE = '6281234560001';
const REJECTED = '6200000000500';
const SEND_AT = '2036-12-01T09:00:00.000Z';
const LIMIT = 150;

/** What the input item has under a name. */
const given = (name: string) => `={{ $('Items').first().json.${name} }}`;

/** The node works in every dialect that `npm run check:service` calls working. */
export function dialects(instance: Instance): void {
	describe('in a dialect of the service, the drop-down and all operations work', () => {
		let published: Published;
		const names = Object.keys(DIALECTS) as DialectName[];

		beforeAll(async () => {
			const { api, sandbox } = instance;
			const data = { apiKey: sandbox.apiKey, baseUrl: sandbox.url, sendAtUnit: given('unit') };
			const type = 'whatsAppSenderApi';
			const { id, name } = await api.createCredential({ name: 'Any dialect', type, data });
			const sending = (label: string, parameters: object, settings = {}) => {
				const message = { phone: PHONE, text: label, ...parameters };
				const more = {
					name: label,
					id: label,
					executeOnce: true,
					credentials: { [type]: { id, name } },
				};
				return sender(instance, message, { ...more, ...settings });
			};
			const interactive = { isInteractive: true, footer: 'Footer', buttons: given('buttons') };
			const list = { __rl: true, mode: 'id', value: given('list') };
			const contacts = {
				operation: 'getListContacts',
				list,
				returnAll: given('all'),
				limit: LIMIT,
			};
			const media = { operation: 'sendMedia' };
			const file = {
				mediaSource: 'binary',
				binaryPropertyName: "={{ $('To file').first().binary.data }}",
			};
			const toFile = { operation: 'toText', sourceProperty: 'buttons', options: {} };
			const options = { sendAt: SEND_AT, checkFirst: true, neverSendTo: list };
			published = await publishNodes(
				instance,
				[
					splitItems(),
					node('To file', 'n8n-nodes-base.convertToFile', toFile, { typeVersion: 1.1 }),
					sending('Lists', { resource: 'list', operation: 'getLists', returnAll: true }),
					sending('Contacts', { resource: 'list', ...contacts }),
					sending('Text', { ...interactive, options }),
					sending('URL', { ...media, mediaUrl: 'https://example.com/a.pdf' }),
					sending('File', { ...media, ...file }),
					sending('Rejected', { phone: REJECTED }, { onError: 'continueRegularOutput' }),
					sending('Ask', { operation: 'sendAndWait', message: 'May it go out?' }),
				],
				{ trigger: { responseMode: 'onReceived' } },
			);
		});

		test.each(names)('%s', async (name) => {
			const { sandbox, api } = instance;
			const [dialect, titled] = [dialectOf([name]), name !== 'no titles'];
			sandbox.dialect = dialect;
			const { results } = await searchLists(instance);
			expect(results).toHaveLength(sandbox.lists.length);
			if (titled) expect(results[0].name).toContain(sandbox.lists[0].title);

			const at = sandbox.lists.findIndex(({ contacts }) => contacts.length > LIMIT);
			const { length } = sandbox.lists[at].contacts;
			const list = results[at].value;
			// As the check says it for this dialect.
			const [all, unit] = [name === 'no page', dialect.sendAt ?? 'seconds'];
			const items = [{ list, all, unit, buttons: [dialect.button ? { text: 'Yes' } : 'Yes'] }];
			await api.callWebhook(published.path, { items });
			const asked = await askedBy(instance, published.workflowId);
			await post(asked.link, { approved: 'true' });
			const { execution } = await answered(instance, asked, 'Ask');

			const outputs = (of: string) => jsonOf(outcomeOf(execution, of).items);
			expect(outputs('Lists')).toHaveLength(sandbox.lists.length);
			expect(outputs('Contacts')).toHaveLength(all ? length : LIMIT);
			for (const label of ['Text', 'URL', 'File'])
				expect(outputs(label)).toEqual([
					expect.objectContaining({ success: true, recipient: PHONE }),
				]);
			expect(outputs('Rejected')).toEqual([{ error: expect.stringContaining('was not accepted') }]);
			expect(sandbox.accepted.map(({ text }) => text.split('\n')[0])).toEqual([
				'Text',
				'URL',
				'File',
				'May it go out?',
			]);
			expect(arrivalOf(sandbox.accepted[0], dialect)).toEqual({
				at: Date.parse(SEND_AT),
				buttons: ['Yes'],
			});
		});
	});
}

/** The choices of a list field, as the editor requests them. */
async function searchLists({ api, credential: { id, name } }: Instance) {
	const project = await api.client.request<{ id: string }>('GET', '/rest/projects/personal');
	return await api.client.request<{ results: Array<{ name: string; value: string }> }>(
		'POST',
		'/rest/dynamic-node-parameters/resource-locator-results',
		{
			path: 'parameters.list',
			methodName: 'searchLists',
			nodeTypeAndVersion: { name: SENDER_TYPE, version: 1 },
			currentNodeParameters: {
				authentication: 'whatsAppSenderApi',
				resource: 'list',
				operation: 'getListContacts',
			},
			credentials: { whatsAppSenderApi: { id, name } },
			projectId: project.id,
		},
	);
}
