import type { Locator, Page } from 'playwright-core';
import type { Editor } from '../../rig/browser/editor';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** A part of a page, in its own pixels. */
export interface Frame {
	page: Page;
	clip: { x: number; y: number; width: number; height: number };
}

const MARGIN = 20;
/** The height at which a long table has been seen. */
const ENOUGH = 520;
/** Nothing that passes by, or that only a mouse is for. */
const HIDDEN = [
	'.el-notification',
	'.n8n-tooltip',
	'[data-test-id="panel-drag-button"]',
	'[data-test-id="node-feature-request"]',
];
const STYLE = `${HIDDEN.join()} { visibility: hidden !important } * { caret-color: transparent !important }`;

/** Takes a frame in one theme; the page is light afterwards. */
export async function screenshotIn(theme: Theme, { page, clip }: Frame): Promise<Buffer> {
	await page.emulateMedia({ colorScheme: theme });
	const screenshot = await page.screenshot({ clip, style: STYLE, animations: 'disabled' });
	await page.emulateMedia({ colorScheme: 'light' });
	return screenshot;
}

/** One part of a page, or as much of it as these sizes say. */
export async function frameOf(part: Locator, sizes: Partial<Frame['clip']> = {}): Promise<Frame> {
	await part.waitFor();
	return { page: part.page(), clip: { ...(await part.boundingBox())!, ...sizes } };
}

/** Where the parts begin and end, as far as they are there. */
async function extentOf(parts: Locator) {
	const all = await parts.all();
	const boxes = await Promise.all(all.map(async (part) => await part.boundingBox()));
	const found = boxes.filter((box) => box !== null);
	return {
		left: Math.min(...found.map(({ x }) => x)),
		top: Math.min(...found.map(({ y }) => y)),
		right: Math.max(...found.map(({ x, width }) => x + width)),
		bottom: Math.max(...found.map(({ y, height }) => y + height)),
	};
}

/** The form and the output of the open node, down to where the longer of them ends. */
export async function formAndOutput(editor: Editor): Promise<Frame> {
	const form = editor.at('node-parameters');
	const output = editor.at('output-panel');
	const { page, clip } = await frameOf(output);
	const { left } = await extentOf(form);
	const fields = await extentOf(form.getByTestId('parameter-item').filter({ visible: true }));
	const results = await extentOf(output.locator('tbody, [data-test-id="node-error-view"]'));
	const end = Math.max(fields.bottom, Math.min(results.bottom, clip.y + ENOUGH)) + MARGIN;
	const width = clip.x + clip.width - left + 1;
	return { page, clip: { x: left - 1, y: clip.y, width, height: end - clip.y } };
}

/** The nodes and notes of the open canvas, with room on all sides. */
export async function canvas(editor: Editor): Promise<Frame> {
	const parts = editor.at('canvas-node').or(editor.at('sticky'));
	await parts.first().waitFor();
	const { left, top, right, bottom } = await extentOf(parts);
	const [x, y] = [left - 3 * MARGIN, top - MARGIN];
	const size = { width: right + 6 * MARGIN - x, height: bottom + 3 * MARGIN - y };
	return { page: editor.page, clip: { x, y, ...size } };
}
