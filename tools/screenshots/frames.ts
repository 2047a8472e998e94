import type { Locator, Page } from 'playwright-core';
import type { Editor } from '../../rig/browser/editor';

/** A part of a page, in its own pixels. */
export interface Frame {
	page: Page;
	clip: { x: number; y: number; width: number; height: number };
}

type Box = Frame['clip'];

const MARGIN = 20;

/** The height at which a long table has been seen. */
const ENOUGH = 520;

export async function boxOf(part: Locator): Promise<Box> {
	await part.waitFor();
	return (await part.boundingBox())!;
}

/** One part of a page. */
export async function frameOf(page: Page, part: Locator): Promise<Frame> {
	return { page, clip: await boxOf(part) };
}

const bottom = ({ y, height }: Box) => y + height;

/** The lowest end of some parts, as far as they are there. */
async function lowest(parts: Locator): Promise<number> {
	const boxes = await Promise.all(
		(await parts.all()).map(async (part) => await part.boundingBox()),
	);
	return Math.max(...boxes.flatMap((box) => (box ? [bottom(box)] : [])));
}

/** The form and the output of the open node, down to where the longer of them ends. */
export async function formAndOutput(editor: Editor): Promise<Frame> {
	const form = editor.at('node-parameters');
	const output = editor.at('output-panel');
	const { x } = await boxOf(form);
	const panel = await boxOf(output);
	const fields = await lowest(form.getByTestId('parameter-item').filter({ visible: true }));
	const results = await lowest(output.locator('tbody, [data-test-id="node-error-view"]'));
	const end = Math.max(fields, Math.min(results, panel.y + ENOUGH)) + MARGIN;
	const left = x - 1;
	const width = panel.x + panel.width - left;
	return { page: editor.page, clip: { x: left, y: panel.y, width, height: end - panel.y } };
}

/** Around some parts, with room on all sides. */
export async function around(page: Page, parts: Locator): Promise<Frame> {
	await parts.first().waitFor();
	const boxes = await Promise.all((await parts.all()).map(boxOf));
	const x = Math.min(...boxes.map((box) => box.x)) - 3 * MARGIN;
	const y = Math.min(...boxes.map((box) => box.y)) - MARGIN;
	const right = Math.max(...boxes.map((box) => box.x + box.width)) + 6 * MARGIN;
	return {
		page,
		clip: { x, y, width: right - x, height: Math.max(...boxes.map(bottom)) + 3 * MARGIN - y },
	};
}
