import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import type { Locator } from 'playwright-core';
import type { Editor } from '../../../rig/browser/editor';
import { seen, type EditorSession } from '../../../rig/browser/browser';
import { projectFolder } from '../../../rig/n8n/folders';
import { description } from '../../contract/form';

const codex = path.join(projectFolder, 'nodes/WhatsAppSender/WhatsAppSender.node.json');
const { alias } = JSON.parse(readFileSync(codex, 'utf8')) as { alias: string[] };

/** What people type who do not know the node's name. */
const TYPED = [
	'send message',
	'bulk message',
	'whatsapp message',
	'send whatsapp',
	'whatsapp broadcast',
	'contact list',
];

/** Every operation's words in the node panel. */
const actions = description.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ options }) => (options as INodePropertyOptions[]).map(({ action }) => action!));

export function finding(session: EditorSession): void {
	seen(
		session,
		'the node panel finds the node by its name and by each of its aliases',
		async () => {
			const { editor } = session;
			await editor.openNewWorkflow();
			const found = await finds(editor, ['WhatsApp Sender', ...alias, ...TYPED]);
			// 1.x shows the name alone.
			const described = (await found.innerText()).includes(description.description);
			expect(described).toBe(session.line !== '1.x');
		},
	);

	seen(session, 'the panel of tools finds it likewise', async () => {
		const { editor, line } = session;
		await openToolPanel(editor);
		// 1.x gives a tool no aliases.
		await finds(editor, ['WhatsApp Sender', ...(line === '1.x' ? [] : TYPED)]);
	});

	seen(session, 'the node panel lists the actions under their resources', async () => {
		const { editor } = session;
		await editor.openNewWorkflow();
		await editor.search('whatsapp');
		await editor.clickText('WhatsApp Sender');
		const entries = editor.at('item-iterator-item');
		await entries.filter({ hasText: 'WEBHOOK ACTIONS' }).waitFor();
		const texts = await entries.allInnerTexts();
		const [first, ...listed] = texts.slice(texts.indexOf('LIST ACTIONS'));
		const isResource = (entry: string) => entry.endsWith(' ACTIONS');
		expect([first, ...listed.filter(isResource)]).toEqual([
			'LIST ACTIONS',
			'MESSAGE ACTIONS',
			'WEBHOOK ACTIONS',
		]);
		expect(listed.filter((entry) => !isResource(entry)).sort()).toEqual([...actions].sort());
	});
}

/** An AI Agent in a new workflow, and the panel of its tools. */
export async function openToolPanel(editor: Editor): Promise<void> {
	await editor.openNewWorkflow();
	await editor.search('AI Agent');
	await editor.clickText('AI Agent');
	await editor.at('ndv').waitFor();
	await editor.closeNode();
	const tools = editor.at('canvas-node-input-handle').filter({ hasText: 'Tool' });
	await tools.getByTestId('canvas-handle-plus').click();
}

/** Searches the open panel for each of these, and expects the node among the results. */
async function finds(editor: Editor, searches: string[]): Promise<Locator> {
	const found = editor.at('item-iterator-item').filter({ hasText: 'WhatsApp Sender' });
	for (const search of searches) {
		await editor.search('nothing is called like this');
		await found.first().waitFor({ state: 'detached' });
		await editor.search(search);
		await found.first().waitFor();
	}
	return found;
}
