import type { Locator } from 'playwright-core';
import { Parameters } from '../../rig/browser/parameters';
import { screenshotIn, THEMES, type Theme } from './compress';
import { boxOf, type Frame } from './frames';
import type { Pages } from './screenshots';

/** CSS pixels of each of the three parts. */
const PART = { width: 330, height: 374 };
const LIST_HEIGHT = 74;

/** Left of the fields of a form. */
const MARGIN = 12;

/** Light and dark, as data URLs. */
type Image = Record<Theme, string>;

/** The form as narrow as a part, and of the contacts the columns that have room there. */
const STYLE = `
	[data-test-id="node-parameters"] { width: ${PART.width}px !important }
	table { width: ${PART.width}px !important }
	th:nth-child(n + 3), td:nth-child(n + 3) { display: none }`;

/** A broadcast in three steps, side by side: its list, its message, and the chat. The broadcast has been run. */
export async function story({ editor, chat }: Pages): Promise<Frame> {
	const parameters = new Parameters(editor);
	const open = async (node: string) => {
		await editor.openNode(node);
		await editor.page.addStyleTag({ content: STYLE });
	};

	await open('Get the contacts');
	await editor.at('output-panel').getByTestId('radio-button-table').click();
	const listed = editor.at('output-panel').locator('table').first();
	const list = [
		await imageOf(await part(parameters.row('list'), LIST_HEIGHT, MARGIN)),
		await imageOf(await part(listed, PART.height - LIST_HEIGHT)),
	];
	await editor.closeNode();

	await open('Message each contact');
	const message = [await imageOf(await part(parameters.row('operation'), PART.height, MARGIN))];

	await chat.bringToFront();
	await chat.setViewportSize({ width: PART.width, height: 3 * PART.height });
	await chat.getByText('All messages').first().click();
	// To the first message: the log begins at its end, and scrolls to negative places.
	await chat.locator('#log').evaluate((log) => (log.scrollTop = -log.scrollHeight));
	const arrived = [await imageOf(await part(chat.locator('.conversation'), PART.height))];

	const page = await chat.context().newPage();
	const parts = {
		'1. Choose a list': list,
		'2. Write the message': message,
		'3. See it arrive': arrived,
	};
	await page.setContent(pageOf(parts));
	return { page, clip: await boxOf(page.locator('main')) };
}

/** A part of a page, from its upper left corner on. */
async function part(locator: Locator, height: number, margin = 0): Promise<Frame> {
	const { x, y } = await boxOf(locator);
	return { page: locator.page(), clip: { x: x - margin, y, width: PART.width, height } };
}

async function imageOf(frame: Frame): Promise<Image> {
	const image = {} as Image;
	for (const theme of THEMES) {
		const screenshot = await screenshotIn(theme, frame);
		image[theme] = `data:image/png;base64,${screenshot.toString('base64')}`;
	}
	return image;
}

const pageOf = (parts: Record<string, Image[]>) => `<!DOCTYPE html>
<style>
	:root { color-scheme: light dark; --ink: light-dark(#1f2328, #f0f6fc); --line: light-dark(#d1d9e0, #3d444d) }
	body { margin: 0; background: light-dark(#ffffff, #0d1117); color: var(--ink); font: 600 19px sans-serif }
	main { display: inline-flex; gap: 26px; padding: 2px }
	figure { margin: 0 }
	figcaption { margin: 0 0 10px 2px }
	div { border: 1px solid var(--line); border-radius: 8px; overflow: hidden }
	img { display: block; width: ${PART.width}px }
</style>
<main>${Object.entries(parts).map(figureOf).join('')}</main>`;

const figureOf = ([caption, images]: [string, Image[]]) =>
	`<figure><figcaption>${caption}</figcaption><div>${images.map(pictureOf).join('')}</div></figure>`;

const pictureOf = ({ light, dark }: Image) => `
<picture>
	<source media="(prefers-color-scheme: dark)" srcset="${dark}">
	<img src="${light}">
</picture>`;
