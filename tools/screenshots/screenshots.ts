import type { Page } from 'playwright-core';
import { shows, type Editor } from '../../rig/browser/editor';
import { until } from '../../rig/until';
import type { Instance } from '../../rig/startInstance';
import { around, boxOf, formAndOutput, frameOf, type Frame } from './frames';
import { story } from './story';

/** What the screenshots are taken of. */
export interface Pages {
	instance: Instance;
	/** With the workflow of `scenes.ts` open. */
	editor: Editor;
	/** The sandbox's own page. */
	chat: Page;
}

/** Brings the pages to what a screenshot shows; light and dark are taken of the same moment. */
type Screenshot = (pages: Pages) => Promise<Frame>;

/** A node of `scenes.ts` after it was run: these texts are in its output. */
const afterRun =
	(name: string, ...output: string[]): Screenshot =>
	async ({ editor }) => {
		await run(editor, name);
		await editor.output(...output);
		return await formAndOutput(editor);
	};

async function run(editor: Editor, name: string): Promise<void> {
	await editor.openNode(name);
	await editor.executeStep();
}

/** Every screenshot of the documentation, by the name of its files. */
export const screenshots: Record<string, Screenshot> = {
	'list-message-chat': async (pages) => {
		await broadcast(pages);
		return await story(pages);
	},

	'send-text': afterRun('Send text message', '1 item', 'recipient'),
	'send-media': afterRun('Send media message', '1 item', 'recipient'),
	'get-lists': afterRun('Get many lists', 'Newsletter customers'),
	'get-list-contacts': afterRun('Get many list contacts', 'Ayu Lestari'),
	'webhook-list': afterRun('Send contact to webhook', '081234567890'),

	'error-panel': async ({ editor }) => {
		await run(editor, 'A send that fails');
		const panel = editor.at('output-panel');
		await shows(panel.getByTestId('node-error-message'), 'HTTP 500');
		await panel.getByTestId('node-error-description').waitFor();
		return await formAndOutput(editor);
	},

	credential: async ({ editor }) => {
		await editor.openNode('Get many lists');
		await editor.at('credential-edit-button').click();
		const dialog = editor.at('editCredential-modal');
		await shows(dialog, 'Connection tested successfully');
		const { x, y, width } = await boxOf(dialog);
		const last = await boxOf(dialog.getByTestId('node-credentials-config-container'));
		return { page: editor.page, clip: { x, y, width, height: last.y + last.height + 24 - y } };
	},

	'node-panel': async ({ editor }) => {
		await editor.openNewWorkflow();
		await editor.search('whatsapp');
		await editor.clickText('WhatsApp Sender');
		const panel = editor.at('node-creator');
		await shows(panel, 'Actions (6)');
		return await frameOf(editor.page, panel);
	},

	'ask-form': async ({ editor }) => {
		await editor.openNode('Send message and wait for response');
		return await frameOf(editor.page, editor.at('node-parameters'));
	},

	'ask-page': async ({ editor, instance, chat }) => {
		await editor.openWorkflow('Ask before sending an invoice');
		await editor.at('execute-workflow-button').click();
		await until(() => instance.sandbox.accepted.some(({ text }) => linkIn(text)));
		const link = instance.sandbox.accepted.map(({ text }) => linkIn(text)).find(Boolean)!;
		const page = await chat.context().newPage();
		await page.setViewportSize({ width: 390, height: 320 });
		await page.goto(link);
		return { page, clip: { x: 0, y: 0, width: 390, height: 320 } };
	},

	'broadcast-canvas': async (pages) => {
		await broadcast(pages);
		const { editor } = pages;
		return await around(editor.page, editor.at('canvas-node').or(editor.at('sticky')));
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
		const { width, height } = chat.viewportSize()!;
		return { page: chat, clip: { x: 0, y: 0, width, height } };
	},

	// Last, because they change the list.
	'campaign-canvas': async ({ editor, instance }) => {
		const [{ contacts }] = instance.sandbox.lists;
		const [first, second] = contacts.splice(5);
		contacts.push({ ...first, phone: '6200000000444' }, { ...second, phone: '6200000000500' });
		await editor.openWorkflow('Broadcast that can be cut');
		await editor.at('execute-workflow-button').click();
		await shows(editor.page.locator('.el-notification'), 'Workflow executed successfully');
		return await around(editor.page, editor.at('canvas-node').or(editor.at('sticky')));
	},

	'campaign-table': async ({ editor }) => {
		await editor.open('/home/workflows');
		await editor.clickText('Data tables');
		await editor.clickText('Campaign opening hours');
		const grid = editor.at('data-table-grid');
		const last = await boxOf(grid.getByRole('row').filter({ hasText: 'failed' }));
		const { x, width } = await boxOf(grid);
		return { page: editor.page, clip: { x, y: 0, width, height: last.y + last.height } };
	},
};

const linkIn = (text: string) => /https?:\S+waiting\S+/.exec(text)?.[0];

async function broadcast({ editor, instance }: Pages): Promise<void> {
	await editor.openWorkflow('Broadcast to a list');
	await editor.at('execute-workflow-button').click();
	const { contacts } = instance.sandbox.lists[0];
	await shows(editor.node('Message each contact'), `${contacts.length} items`);
}
