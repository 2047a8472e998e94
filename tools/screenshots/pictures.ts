import { shows } from '../../rig/browser/editor';
import { until } from '../../rig/until';
import { canvas, frameOf } from './frames';
import { nodePictures } from './nodePictures';
import {
	broadcast,
	narrowColumns,
	runCampaign,
	runExample,
	setWindow,
	type Picture,
} from './pages';
import { story } from './story';

const linkIn = (text: string) => /https?:\S+waiting\S+/.exec(text)?.[0];

/** Every screenshot of the documentation, by the name of its files. */
export const pictures: Record<string, Picture> = {
	'list-message-chat': async (pages) => {
		await broadcast(pages);
		return await story(pages);
	},

	...nodePictures,

	'node-panel': async ({ editor }) => {
		await editor.openNewWorkflow();
		await editor.search('whatsapp');
		await editor.clickText('WhatsApp Sender');
		const panel = editor.at('node-creator');
		await shows(panel, 'Actions (6)');
		return await frameOf(panel);
	},

	'ask-page': async (pages) => {
		await runExample(pages, 'Ask before sending an invoice');
		const { accepted } = pages.instance.sandbox;
		const link = await until(() => accepted.map(({ text }) => linkIn(text)).find(Boolean));
		const page = await pages.chat.context().newPage();
		const size = { width: 390, height: 320 };
		await page.setViewportSize(size);
		await page.goto(link!);
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
		// The node that was opened is no longer selected.
		await page.locator('.vue-flow__pane').click({ position: { x: 20, y: 300 } });
		return await canvas(pages.editor);
	},

	'campaign-table': async (pages) => {
		const { editor } = pages;
		await setWindow(pages, { width: 1118 });
		await editor.open('/home/workflows');
		await editor.clickText('Data tables');
		await editor.clickText('Campaign opening hours');
		const grid = editor.at('data-table-grid');
		const last = await frameOf(grid.getByRole('row').filter({ hasText: 'failed' }));
		await narrowColumns(grid, [156, 150, 130, 130, 150]);
		return await frameOf(grid, { y: 0, height: last.clip.y + last.clip.height });
	},
};
