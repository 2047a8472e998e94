import type { Locator } from 'playwright-core';
import { shows } from '../../rig/browser/editor';
import { Parameters } from '../../rig/browser/parameters';
import { until } from '../../rig/until';
import { canvas, frameOf, setWindow, type Pages, type Picture } from './frames';
import { nodePictures } from './nodePictures';
import { story } from './story';

async function runExample({ editor }: Pages, name: string): Promise<void> {
	await editor.openWorkflow(name);
	await editor.at('execute-workflow-button').click();
}

async function broadcast(pages: Pages): Promise<void> {
	await runExample(pages, 'Broadcast to a list');
	const { contacts } = pages.instance.sandbox.lists[0];
	await shows(pages.editor.node('Message each contact'), `${contacts.length} items`);
}

/** Drags the right edges of a Data Table's first columns, until they are as wide as this. */
async function narrowColumns(grid: Locator, widths: number[]): Promise<void> {
	const page = grid.page();
	const edge = page.locator('.ag-header-cell-resize:not(.ag-hidden)');
	const headers = grid.locator('.ag-header-cell').filter({ has: edge });
	for (const [column, width] of widths.entries()) {
		const { clip } = await frameOf(headers.nth(column));
		const y = clip.y + clip.height / 2;
		await page.mouse.move(clip.x + clip.width - 1, y);
		await page.mouse.down();
		await page.mouse.move(clip.x + width - 1, y);
		await page.mouse.up();
	}
	await page.mouse.move(0, 0);
}

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
		const link = () => accepted.map(({ text }) => linkIn(text)).find(Boolean)!;
		// It arrives before n8n has stored that the execution waits.
		await until(async () => link() && (await fetch(link())).ok);
		const page = await pages.chat.context().newPage();
		const size = { width: 390, height: 320 };
		await page.setViewportSize(size);
		await page.goto(link());
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
		const { editor } = pages;
		const { page } = editor;
		await editor.openWorkflow('Broadcast that can be cut');
		await editor.openNode('Message each contact');
		// Whatever the hour.
		const fields = new Parameters(editor);
		await fields.fill('from', '00:00');
		await fields.fill('to', '24:00');
		await editor.closeNode();
		await editor.at('execute-workflow-button').click();
		await shows(page.locator('.el-notification'), 'Workflow executed successfully');
		// The node that was opened is no longer selected.
		await page.locator('.vue-flow__pane').click({ position: { x: 20, y: 300 } });
		return await canvas(editor);
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
