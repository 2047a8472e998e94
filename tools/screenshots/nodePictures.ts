import type { N8nNode } from '../../rig/api/apiTypes';
import { shows } from '../../rig/browser/editor';
import { sender } from '../../rig/workflows/call';
import { chain, node } from '../../rig/workflows/nodes';
import { form, formAndOutput, frameOf, setWindow } from './frames';
import type { Frame, Pages, Picture } from './frames';

type Parameters = Record<string, unknown>;

const PHONE = '6281234567890';
const sendText = { resource: 'message', operation: 'sendText' };
const eachPerson = { ...sendText, phone: '={{ $json.phone }}', text: '=Hello {{ $json.name }}' };
const getLists = { resource: 'list', operation: 'getLists', limit: 5 };
const ask = {
	resource: 'message',
	operation: 'sendAndWait',
	phone: PHONE,
	message: 'May invoice 1001 for 200 € be sent to Ayu Lestari?',
	approvalOptions: { values: { approvalType: 'double', approveLabel: 'Send it' } },
};

/** Opens a node with these values, in a workflow of its own; its input is one empty item, or these. */
async function openNode(
	{ editor, instance }: Pages,
	parameters: Parameters,
	items: object[] = [],
	settings: Partial<N8nNode> = {},
): Promise<void> {
	const start = node('Start', 'n8n-nodes-base.manualTrigger', {});
	const opened = sender(instance, parameters, { position: [250, 0], ...settings });
	const { id } = await instance.api.createWorkflow({
		name: 'Screenshots',
		nodes: [start, opened],
		connections: chain(start, opened),
		pinData: items.length > 0 ? { Start: items.map((json) => ({ json })) } : {},
	});
	await editor.openWorkflowById(id);
	await editor.openNode(opened.name);
	// Away from the form, which shows more under the mouse.
	await editor.page.mouse.move(0, 0);
}

/** The first list of the sandbox, as the field of a list stores it. */
function firstList({ instance }: Pages): object {
	const [{ id, title, contacts }] = instance.sandbox.lists;
	const cachedResultName = `${title} (${contacts.length})`;
	return { __rl: true, mode: 'list', value: id, cachedResultName };
}

/** The open node after it was run: these texts are in its output. */
async function run({ editor }: Pages, ...output: string[]): Promise<Frame> {
	await editor.executeStep();
	await editor.output(...output);
	return await formAndOutput(editor);
}

/** A node with these values after it was run. */
const afterRun =
	(values: Parameters, ...output: string[]): Picture =>
	async (pages) => {
		await openNode(pages, values);
		return await run(pages, ...output);
	};

export const nodePictures: Record<string, Picture> = {
	'send-text': afterRun(
		{ ...sendText, phone: '+62 812-3456-7890', text: 'Hello Ayu, your order is on its way.' },
		'1 item',
		'recipient',
	),
	'send-media': afterRun(
		{
			resource: 'message',
			operation: 'sendMedia',
			phone: PHONE,
			mediaUrl: 'https://example.com/invoice.pdf',
			text: 'Your invoice for July',
		},
		'1 item',
		'recipient',
	),
	// Not every font has the letters of the other lists.
	'get-lists': afterRun(getLists, 'Newsletter customers'),
	'get-list-contacts': async (pages) => {
		// The panel ends where a column does.
		await setWindow(pages, { width: 1434 });
		const all = { list: firstList(pages), returnAll: true };
		await openNode(pages, { resource: 'list', operation: 'getListContacts', ...all });
		return await run(pages, 'Ayu Lestari');
	},
	'webhook-list': async (pages) => {
		const { api, receiver } = pages.instance;
		const stored = await api.credentials();
		const login = stored.find(({ type }) => type === 'whatsAppSenderWebhookApi')!;
		const contact = { name: 'Ayu Lestari', phone: PHONE, webhookUrl: `${receiver.url}/contacts` };
		const values = { ...contact, receiverAuthentication: 'credential' };
		const credentials = { [login.type]: { id: login.id, name: login.name } };
		const webhookList = { resource: 'webhook', operation: 'webhookList', ...values };
		await openNode(pages, webhookList, [], { credentials });
		return await run(pages, '081234567890');
	},
	'error-panel': async (pages) => {
		const [first, second, third, ...rest] = pages.instance.sandbox.lists[0].contacts.slice(0, 5);
		const people = [first, second, { ...third, phone: '6200000000500' }, ...rest];
		await openNode(pages, eachPerson, people);
		return await run(pages, 'Accepted: 2 of 5');
	},

	'dry-run': async (pages) => {
		const neverSendTo = firstList(pages);
		const options = { dryRun: true, eachRecipientOnce: true, neverSendTo, minDelay: 45 };
		const [{ phone, name }] = pages.instance.sandbox.lists[0].contacts;
		const people = [
			{ phone: '+62 812-3456-7890', name: 'Citra Dewi' },
			{ phone, name },
			{ phone: '6281234567891', name: 'Budi Santoso' },
			{ phone: '6281234567890', name: 'Citra Dewi' },
			{ phone: '6281234567892', name: 'Dewa Putra' },
		];
		// Room for all columns.
		await setWindow(pages, { width: 2140 });
		await openNode(pages, { ...eachPerson, options }, people);
		await pages.editor.executeStep();
		await pages.editor.output('3 of 5 would be sent');
		const output = pages.editor.at('output-panel');
		const { clip: table } = await frameOf(output.locator('table'));
		const { clip } = await frameOf(output);
		return await frameOf(output, { height: table.y + table.height - clip.y + 20 });
	},

	credential: async (pages) => {
		const { editor } = pages;
		await openNode(pages, getLists);
		await editor.at('credential-edit-button').click();
		const dialog = editor.at('editCredential-modal');
		await shows(dialog, 'Connection tested successfully');
		// Not n8n's line about its plans.
		const last = await frameOf(dialog.getByTestId('credential-connection-parameter').last());
		const { page, clip } = await frameOf(dialog);
		return { page, clip: { ...clip, height: last.clip.y + last.clip.height + 24 - clip.y } };
	},

	'ask-form': async (pages) => {
		await setWindow(pages, { height: 1300 });
		await openNode(pages, ask);
		return await form(pages.editor);
	},
};
