import type { Locator } from 'playwright-core';
import { shows, Parameters } from '../../rig/browser/editor';
import { until } from '../../rig/until';
import { canvas, frameOf, shoot, THEMES, type Frame, type Pages } from './frames';
import { nodes, showNode } from './nodes';

/** Brings the pages to what a screenshot shows. */
type Picture = (pages: Pages) => Promise<Frame>;

async function runExample({ editor }: Pages, name: string): Promise<void> {
	await editor.openWorkflow(name);
	await editor.at('execute-workflow-button').click();
}

async function broadcast(pages: Pages): Promise<void> {
	const { editor, chat, instance } = pages;
	instance.sandbox.reset();
	await runExample(pages, 'Broadcast to a list');
	const { contacts } = instance.sandbox.lists[0];
	await shows(editor.node('Message each contact'), `${contacts.length} items`);
	await shows(chat.locator('header'), `Accepted ${contacts.length}`);
}

/** CSS pixels of each of the three parts of the story. */
const [WIDTH, HEIGHT, LIST_HEIGHT] = [330, 374, 74];

/** The form as narrow as a part, and of the contacts the columns that have room there. */
const NARROW = `
	[data-test-id="node-parameters"], table { width: ${WIDTH}px !important }
	th:nth-child(n + 3), td:nth-child(n + 3) { display: none }`;

/** A broadcast in three steps, side by side: its list, its message, and the chat. */
async function story(pages: Pages): Promise<Frame> {
	const { editor, chat } = pages;
	await broadcast(pages);
	const openNode = async (name: string) => {
		await editor.openNode(name);
		await editor.page.addStyleTag({ content: NARROW });
	};
	const field = (name: string) => new Parameters(editor).row(name);
	await openNode('Get the contacts');
	await editor.at('output-panel').getByTestId('radio-button-table').click();
	const rows = editor.at('output-panel').locator('table').first();
	const list = [
		await image(field('list'), LIST_HEIGHT, 12),
		await image(rows, HEIGHT - LIST_HEIGHT),
	];
	await editor.closeNode();
	await openNode('Message each contact');
	const message = [await image(field('operation'), HEIGHT, 12)];
	await chat.setViewportSize({ width: WIDTH, height: 3 * HEIGHT });
	// To the first message: the log begins at its end, and scrolls to negative places.
	await chat.locator('#log').evaluate((log) => (log.scrollTop = -log.scrollHeight));
	const arrived = [await image(chat.locator('#log'), HEIGHT)];

	const page = await chat.context().newPage();
	const figures = [
		figure('1. Choose a list', list),
		figure('2. Write the message', message),
		figure('3. See it arrive in the sandbox', arrived),
	];
	await page.setContent(`<style>${STORY}</style><main>${figures.join('')}</main>`);
	return await frameOf(page.locator('main'));
}

/** HTML that shows a part of a page, from its upper left corner on, in the theme of whoever looks. */
async function image(part: Locator, height: number, margin = 0): Promise<string> {
	const { page, clip } = await frameOf(part, { width: WIDTH, height });
	const shots = await shoot({ page, clip: { ...clip, x: clip.x - margin } });
	const sources = THEMES.map((theme) => {
		const png = shots[theme].toString('base64');
		return `<source media="(prefers-color-scheme: ${theme})" srcset="data:image/png;base64,${png}">`;
	});
	return `<picture>${sources.join('')}<img></picture>`;
}

const figure = (caption: string, parts: string[]) =>
	`<figure><figcaption>${caption}</figcaption><div>${parts.join('')}</div></figure>`;

const STORY = `
	:root { color-scheme: light dark }
	body { margin: 0; background: light-dark(#ffffff, #0d1117); font: 600 19px sans-serif }
	main { display: inline-flex; gap: 26px; padding: 2px }
	figure { margin: 0; color: light-dark(#1f2328, #f0f6fc) }
	figcaption { margin: 0 0 10px 2px }
	div { border: 1px solid light-dark(#d1d9e0, #3d444d); border-radius: 8px; overflow: hidden }
	/* Each of them goes on. */
	div { mask-image: linear-gradient(#000 calc(100% - 48px), transparent) }
	img { display: block; width: ${WIDTH}px }`;

const ofNodes = Object.entries(nodes).map(([name, shown]): [string, Picture] => [
	name,
	async (pages) => await showNode(pages, shown(pages.instance)),
]);

/** Every screenshot of the documentation, by the name of its files. */
export const pictures: Record<string, Picture> = {
	'list-message-chat': story,
	...Object.fromEntries(ofNodes),

	credential: async (pages) => {
		const { editor } = pages;
		await showNode(pages, { parameters: { resource: 'list', operation: 'getLists' } });
		await editor.at('credential-edit-button').click();
		const dialog = editor.at('editCredential-modal');
		await shows(dialog, 'Connection tested successfully');
		// Not n8n's line about its plans.
		const last = await frameOf(dialog.getByTestId('credential-connection-parameter').last());
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

	'ask-page': async (pages) => {
		await runExample(pages, 'Ask before sending an invoice');
		const { accepted } = pages.instance.sandbox;
		const linkIn = (text: string) => /https?:\S+waiting\S+/.exec(text)?.[0];
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

	// Last, because they change the list.
	'campaign-canvas': async (pages) => {
		const [{ contacts }] = pages.instance.sandbox.lists;
		const [first, second] = contacts.splice(5);
		contacts.push({ ...first, phone: '447700900444' }, { ...second, phone: '447700900500' });
		const { editor } = pages;
		const { page } = editor;
		await editor.openWorkflow('Broadcast that resumes');
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

	'campaign-table': async ({ editor }) => {
		await editor.open('/home/workflows');
		await editor.clickText('Data tables');
		await editor.clickText('Campaign opening hours');
		const grid = editor.at('data-table-grid');
		const last = await frameOf(grid.getByRole('row').filter({ hasText: 'failed' }));
		return await frameOf(grid, { y: 0, height: last.clip.y + last.clip.height });
	},
};
