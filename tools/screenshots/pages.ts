import type { Page } from 'playwright-core';
import { shows, type Editor } from '../../rig/browser/editor';
import { Parameters as Fields } from '../../rig/browser/parameters';
import type { Instance } from '../../rig/startInstance';
import { sender } from '../../rig/workflows/call';
import { node } from '../../rig/workflows/nodes';

/** What the screenshots are taken of. */
export interface Pages {
	instance: Instance;
	editor: Editor;
	/** The sandbox's own page. */
	chat: Page;
}

export type Parameters = Record<string, unknown>;

/** Opens a node with these values, in a workflow of its own; its input is one empty item, or these. */
export async function openNode(
	{ editor, instance }: Pages,
	parameters: Parameters,
	items: object[] = [],
): Promise<void> {
	const start = node('Start', 'n8n-nodes-base.manualTrigger', {});
	const opened = sender(instance, parameters, { position: [250, 0] });
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
