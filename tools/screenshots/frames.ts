import type { Locator, Page } from 'playwright-core';
import type { Editor } from '../../rig/browser/editor';
import type { Instance } from '../../rig/startInstance';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** A part of a page, in its own pixels. */
export interface Frame {
	page: Page;
	clip: { x: number; y: number; width: number; height: number };
}

/** What the screenshots are taken of. */
export interface Pages {
	instance: Instance;
	editor: Editor;
	/** The sandbox's own page. */
	chat: Page;
}

/** Brings the pages to what a screenshot shows; light and dark are taken of the same moment. */
export type Picture = (pages: Pages) => Promise<Frame>;

const MARGIN = 20;
/** Nothing that passes by, or that only a mouse is for. */
const HIDDEN = [
	'.el-notification',
	'.n8n-tooltip',
	'[data-test-id="panel-drag-button"]',
	'[data-test-id="node-feature-request"]',
	'[data-test-id="expander"]',
];
const STYLE = `
	${HIDDEN.join()} { visibility: hidden !important }
	* { caret-color: transparent !important }
	.el-dialog { border-radius: 0 !important }`;

/** Takes a frame in one theme; the page is light afterwards. */
export async function screenshotIn(theme: Theme, { page, clip }: Frame): Promise<Buffer> {
	await page.emulateMedia({ colorScheme: theme });
	const screenshot = await page.screenshot({ clip, style: STYLE, animations: 'disabled' });
	await page.emulateMedia({ colorScheme: 'light' });
	return screenshot;
}

/** Makes room: for all columns of a table, or all fields of a form. */
export async function setWindow({ editor }: Pages, size: object): Promise<void> {
	const { page } = editor;
	await page.setViewportSize({ ...page.viewportSize()!, ...size });
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

const fieldsOf = async (editor: Editor) =>
	await extentOf(
		editor.at('node-parameters').getByTestId('parameter-item').filter({ visible: true }),
	);

/** The form of the open node, down to its last field. */
export async function form(editor: Editor): Promise<Frame> {
	const { page, clip } = await frameOf(editor.at('node-parameters'));
	const { bottom } = await fieldsOf(editor);
	return { page, clip: { ...clip, height: bottom + MARGIN - clip.y } };
}

/** The form and the output of the open node: at least its last field, and no half row. */
export async function formAndOutput(editor: Editor): Promise<Frame> {
	const output = editor.at('output-panel');
	const { page, clip } = await frameOf(output);
	const { left } = await extentOf(editor.at('node-parameters'));
	const least = (await fieldsOf(editor)).bottom + MARGIN;
	const rows = await output.locator('tbody tr, [data-test-id="node-error-view"]').all();
	const ends = await Promise.all(rows.map(async (row) => (await extentOf(row)).bottom));
	const last = Math.max(...ends);
	const whole = ends.map((end) => (end < last ? end : last + MARGIN)).filter((end) => end > least);
	const end = whole.length > 0 ? Math.min(...whole) : least;
	const width = clip.x + clip.width - left + 1;
	return { page, clip: { x: left - 1, y: clip.y, width, height: end - clip.y } };
}

/** n8n's own, of a node that is not zoomed. */
const NODE = 96;

export async function canvas(editor: Editor): Promise<Frame> {
	const nodes = editor.at('canvas-node');
	await nodes.first().waitFor();
	const parts = nodes.or(editor.at('sticky')).or(editor.at('canvas-handle-plus'));
	const { left, top, right, bottom } = await extentOf(parts);
	const { clip } = await frameOf(nodes.first());
	// Below a node is its name.
	const end = bottom + (60 * clip.width) / NODE;
	const [x, y] = [left - MARGIN, top - MARGIN];
	return { page: editor.page, clip: { x, y, width: right + MARGIN - x, height: end - y } };
}
