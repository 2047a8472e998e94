import type { Locator, Page } from 'playwright-core';
import type { Editor } from '../../rig/browser/editor';
import type { Instance } from '../../rig/startRig';

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

/** The same moment in both themes. */
export type Shots = Record<(typeof THEMES)[number], Buffer>;
export const THEMES = ['light', 'dark'] as const;

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

export async function shoot({ page, clip }: Frame): Promise<Shots> {
	const shots = {} as Shots;
	for (const colorScheme of THEMES) {
		await page.emulateMedia({ colorScheme });
		shots[colorScheme] = await page.screenshot({ clip, style: STYLE, animations: 'disabled' });
	}
	await page.emulateMedia({ colorScheme: 'light' });
	return shots;
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

/** The form of the open node, down to its last field; with its output, to the end of a row. */
export async function formOf(editor: Editor, withOutput = false): Promise<Frame> {
	const form = editor.at('node-parameters');
	const fields = form.getByTestId('parameter-item').filter({ visible: true });
	const { page, clip } = await frameOf(form);
	const least = (await extentOf(fields)).bottom + MARGIN;
	if (!withOutput) return { page, clip: { ...clip, height: least - clip.y } };
	const output = await frameOf(editor.at('output-panel'));
	const rows = await editor.at('output-panel').locator('tbody tr').all();
	const ends = await Promise.all(rows.map(async (row) => (await extentOf(row)).bottom));
	const end = ends.find((each) => each > least) ?? least;
	const { x, y, width } = output.clip;
	return { page, clip: { x: clip.x - 1, y, width: x + width - clip.x + 1, height: end - y } };
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
