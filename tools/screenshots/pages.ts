import type { Locator, Page } from 'playwright-core';
import type { N8nNode } from '../../rig/api/apiTypes';
import { shows, type Editor } from '../../rig/browser/editor';
import { Parameters as Fields } from '../../rig/browser/parameters';
import type { Instance } from '../../rig/startInstance';
import { sender } from '../../rig/workflows/call';
import { node } from '../../rig/workflows/nodes';
import { frameOf, type Frame } from './frames';

/** What the screenshots are taken of. */
export interface Pages {
	instance: Instance;
	editor: Editor;
	/** The sandbox's own page. */
	chat: Page;
}

/** Brings the pages to what a screenshot shows; light and dark are taken of the same moment. */
export type Picture = (pages: Pages) => Promise<Frame>;

type Size = NonNullable<ReturnType<Page['viewportSize']>>;

export type Parameters = Record<string, unknown>;

/** Makes room: for all columns of a table, or all fields of a form. */
export async function setWindow({ editor: { page } }: Pages, size: Partial<Size>): Promise<void> {
	await page.setViewportSize({ ...page.viewportSize()!, ...size });
}

/** Opens a node with these values, in a workflow of its own; its input is one empty item, or these. */
export async function openNode(
	{ editor, instance }: Pages,
	parameters: Parameters,
	items: object[] = [],
	settings: Partial<N8nNode> = {},
): Promise<void> {
	const start = node('Start', 'n8n-nodes-base.manualTrigger', {});
	const opened = sender(instance, parameters, { position: [250, 0], ...settings });
	const { id } = await instance.api.createWorkflow({
		name: 'Screenshots',
		nodes: [start, opened],
		connections: { Start: { main: [[{ node: opened.name, type: 'main', index: 0 }]] } },
		pinData: items.length > 0 ? { Start: items.map((json) => ({ json })) } : {},
	});
	await editor.openWorkflowById(id);
	await editor.openNode(opened.name);
	// Away from the form, which shows more under the mouse.
	await editor.page.mouse.move(0, 0);
}

/** The first list of the sandbox, as the field of a list stores it. */
export function firstList({ instance }: Pages): object {
	const [{ id, title, contacts }] = instance.sandbox.lists;
	const cachedResultName = `${title} (${contacts.length})`;
	return { __rl: true, mode: 'list', value: id, cachedResultName };
}

/** Opens an example, and runs it. */
export async function runExample({ editor }: Pages, name: string): Promise<void> {
	await editor.openWorkflow(name);
	await editor.at('execute-workflow-button').click();
}

/** Runs the campaign, whatever the hour. */
export async function runCampaign({ editor }: Pages): Promise<void> {
	await editor.openWorkflow('Broadcast that can be cut');
	await editor.openNode('Message each contact');
	const fields = new Fields(editor);
	await fields.fill('from', '00:00');
	await fields.fill('to', '24:00');
	await editor.closeNode();
	await editor.at('execute-workflow-button').click();
}

export async function broadcast(pages: Pages): Promise<void> {
	await runExample(pages, 'Broadcast to a list');
	const { contacts } = pages.instance.sandbox.lists[0];
	await shows(pages.editor.node('Message each contact'), `${contacts.length} items`);
}

/** Drags the right edges of a Data Table's first columns, until they are as wide as this. */
export async function narrowColumns(grid: Locator, widths: number[]): Promise<void> {
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
