import type { Locator } from 'playwright-core';
import { Parameters } from '../../rig/browser/parameters';
import { frameOf, screenshotIn, THEMES, type Frame, type Pages } from './frames';

/** CSS pixels of each of the three parts. */
const WIDTH = 330;
const HEIGHT = 374;
const LIST_HEIGHT = 74;

/** The form as narrow as a part, and of the contacts the columns that have room there. */
const STYLE = `
	[data-test-id="node-parameters"], table { width: ${WIDTH}px !important }
	th:nth-child(n + 3), td:nth-child(n + 3) { display: none }`;

/** A broadcast in three steps, side by side: its list, its message, and the chat. The broadcast has been run. */
export async function story({ editor, chat }: Pages): Promise<Frame> {
	const open = async (node: string) => {
		await editor.openNode(node);
		await editor.page.addStyleTag({ content: STYLE });
	};
	const field = (name: string) => new Parameters(editor).row(name);

	await open('Get the contacts');
	await editor.at('output-panel').getByTestId('radio-button-table').click();
	const listed = editor.at('output-panel').locator('table').first();
	const list = [await picture(field('list'), LIST_HEIGHT, 12)];
	list.push(await picture(listed, HEIGHT - LIST_HEIGHT));
	await editor.closeNode();

	await open('Message each contact');
	const message = [await picture(field('operation'), HEIGHT, 12)];

	await chat.bringToFront();
	await chat.setViewportSize({ width: WIDTH, height: 3 * HEIGHT });
	await chat.getByText('All messages').first().click();
	// To the first message: the log begins at its end, and scrolls to negative places.
	await chat.locator('#log').evaluate((log) => (log.scrollTop = -log.scrollHeight));
	const arrived = [await picture(chat.locator('.conversation'), HEIGHT)];

	const page = await chat.context().newPage();
	const steps = { '1. Choose a list': list, '2. Write the message': message };
	await page.setContent(pageOf({ ...steps, '3. See it arrive': arrived }));
	return await frameOf(page.locator('main'));
}

/** HTML that shows a part of a page, from its upper left corner on, in the theme of whoever looks. */
async function picture(part: Locator, height: number, margin = 0): Promise<string> {
	const { page, clip } = await frameOf(part, { width: WIDTH, height });
	const frame = { page, clip: { ...clip, x: clip.x - margin } };
	const sources: string[] = [];
	for (const theme of THEMES) {
		const png = (await screenshotIn(theme, frame)).toString('base64');
		const media = `media="(prefers-color-scheme: ${theme})"`;
		sources.push(`<source ${media} srcset="data:image/png;base64,${png}">`);
	}
	return `<picture>${sources.join('')}<img></picture>`;
}

const pageOf = (steps: Record<string, string[]>) => `<!DOCTYPE html>
<style>
	:root { color-scheme: light dark }
	body { margin: 0; background: light-dark(#ffffff, #0d1117); font: 600 19px sans-serif }
	main { display: inline-flex; gap: 26px; padding: 2px }
	figure { margin: 0; color: light-dark(#1f2328, #f0f6fc) }
	figcaption { margin: 0 0 10px 2px }
	div { border: 1px solid light-dark(#d1d9e0, #3d444d); border-radius: 8px; overflow: hidden }
	/* Each of them goes on. */
	div { mask-image: linear-gradient(#000 calc(100% - 48px), transparent) }
	img { display: block; width: ${WIDTH}px }
</style>
<main>${Object.entries(steps).map(figureOf).join('')}</main>`;

const figureOf = ([caption, parts]: [string, string[]]) =>
	`<figure><figcaption>${caption}</figcaption><div>${parts.join('')}</div></figure>`;
