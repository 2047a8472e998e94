import { shows } from '../../rig/browser/editor';
import type { Instance } from '../../rig/startInstance';
import { until } from '../../rig/until';
import { canvas, formAndOutput, frameOf, type Frame } from './frames';
import { broadcast, openNode, runCampaign, runExample, type Pages, type Parameters } from './pages';
import { story } from './story';

/** Brings the pages to what a screenshot shows; light and dark are taken of the same moment. */
type Picture = (pages: Pages) => Promise<Frame>;

const PHONE = '6281234567890';
const sendText = { resource: 'message', operation: 'sendText' };
const getLists = { resource: 'list', operation: 'getLists', limit: 5 };
const ask = {
	resource: 'message',
	operation: 'sendAndWait',
	phone: PHONE,
	message: 'May invoice 1001 for 200 € be sent to Ayu Lestari?',
	approvalOptions: { values: { approvalType: 'double', approveLabel: 'Send it' } },
};

/** A node with these values after it was run: these texts are in its output. */
const afterRun =
	(values: Parameters | ((instance: Instance) => Parameters), ...output: string[]): Picture =>
	async (pages) => {
		await openNode(pages, typeof values === 'function' ? values(pages.instance) : values);
		await pages.editor.executeStep();
		await pages.editor.output(...output);
		return await formAndOutput(pages.editor);
	};

const linkIn = (text: string) => /https?:\S+waiting\S+/.exec(text)?.[0];

/** Every screenshot of the documentation, by the name of its files. */
export const pictures: Record<string, Picture> = {
	'list-message-chat': async (pages) => {
		await broadcast(pages);
		return await story(pages);
	},

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
	'get-list-contacts': afterRun(({ sandbox }) => {
		const [{ id, title, contacts }] = sandbox.lists;
		const cachedResultName = `${title} (${contacts.length})`;
		const list = { __rl: true, mode: 'list', value: id, cachedResultName };
		return { resource: 'list', operation: 'getListContacts', list };
	}, 'Ayu Lestari'),
	'webhook-list': afterRun(({ receiver }) => {
		const contact = { name: 'Ayu Lestari', phone: PHONE, webhookUrl: `${receiver.url}/contacts` };
		return { resource: 'webhook', operation: 'webhookList', ...contact };
	}, '081234567890'),
	'error-panel': afterRun(
		{ ...sendText, phone: '6200000000500', text: 'Hello' },
		'HTTP 500',
		'Check the recipient',
	),

	'dry-run': async (pages) => {
		const [{ id, title, contacts }] = pages.instance.sandbox.lists;
		const cachedResultName = `${title} (${contacts.length})`;
		const neverSendTo = { __rl: true, mode: 'list', value: id, cachedResultName };
		const person = { ...sendText, phone: '={{ $json.phone }}', text: '=Hello {{ $json.name }}' };
		const options = { dryRun: true, eachRecipientOnce: true, neverSendTo, minDelay: 45 };
		const [{ phone, name }] = contacts;
		const people = [
			{ phone, name },
			{ phone: '+62 812-3456-7890', name: 'Citra Dewi' },
			{ phone: '6281234567891', name: 'Budi Santoso' },
			{ phone: '6281234567890', name: 'Citra Dewi' },
			{ phone: '6281234567892', name: 'Dewa Putra' },
		];
		await openNode(pages, { ...person, simplify: true, options }, people);
		await pages.editor.executeStep();
		await pages.editor.output('3 of 5 would be sent');
		return await formAndOutput(pages.editor);
	},

	credential: async (pages) => {
		const { editor } = pages;
		await openNode(pages, getLists);
		await editor.at('credential-edit-button').click();
		const dialog = editor.at('editCredential-modal');
		await shows(dialog, 'Connection tested successfully');
		const last = await frameOf(dialog.getByTestId('node-credentials-config-container'));
		const { page, clip } = await frameOf(dialog);
		return { page, clip: { ...clip, height: last.clip.y + last.clip.height + 24 - clip.y } };
	},

	'node-panel': async ({ editor }) => {
		await editor.openNewWorkflow();
		await editor.search('whatsapp');
		await editor.clickText('WhatsApp Sender');
		const panel = editor.at('node-creator');
		await shows(panel, 'Actions (6)');
		return await frameOf(panel);
	},

	'ask-form': async (pages) => {
		await openNode(pages, ask);
		return await frameOf(pages.editor.at('node-parameters'));
	},

	'ask-page': async (pages) => {
		await runExample(pages, 'Ask before sending an invoice');
		const { accepted } = pages.instance.sandbox;
		await until(() => accepted.some(({ text }) => linkIn(text)));
		const page = await pages.chat.context().newPage();
		const size = { width: 390, height: 320 };
		await page.setViewportSize(size);
		await page.goto(accepted.map(({ text }) => linkIn(text)).find(Boolean)!);
		return { page, clip: { x: 0, y: 0, ...size } };
	},

	'broadcast-canvas': async (pages) => {
		await broadcast(pages);
		return await canvas(pages.editor);
	},

	'sandbox-chat': async (pages) => {
		const { chat, instance } = pages;
		instance.sandbox.reset();
		await chat.reload();
		await broadcast(pages);
		await chat.bringToFront();
		await chat
			.getByText(/^Hello Weekend volunteers/)
			.last()
			.waitFor();
		// A page that nobody looked at stays where it was.
		const newest = chat.getByText('Newest messages');
		if (await newest.isVisible()) await newest.click();
		return { page: chat, clip: { x: 0, y: 0, ...chat.viewportSize()! } };
	},

	// Last, because they change the list.
	'campaign-canvas': async (pages) => {
		const [{ contacts }] = pages.instance.sandbox.lists;
		const [first, second] = contacts.splice(5);
		contacts.push({ ...first, phone: '6200000000444' }, { ...second, phone: '6200000000500' });
		await runCampaign(pages);
		const { page } = pages.editor;
		await shows(page.locator('.el-notification'), 'Workflow executed successfully');
		return await canvas(pages.editor);
	},

	'campaign-table': async ({ editor }) => {
		await editor.open('/home/workflows');
		await editor.clickText('Data tables');
		await editor.clickText('Campaign opening hours');
		const grid = editor.at('data-table-grid');
		const last = await frameOf(grid.getByRole('row').filter({ hasText: 'failed' }));
		return await frameOf(grid, { y: 0, height: last.clip.y + last.clip.height });
	},
};
