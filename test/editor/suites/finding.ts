import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import type { Locator } from 'playwright-core';
import { loggedIn } from '../../../rig/browser/browser';
import { Editor, shows } from '../../../rig/browser/editor';
import { seen, type EditorSession } from '../../../rig/browser/useEditor';
import { projectFolder } from '../../../rig/n8n/folders';
import { description } from '../../contract/form';

const NODE = path.join(projectFolder, 'nodes', 'WhatsAppSender');
const read = (file: string) => readFileSync(path.join(NODE, file), 'utf8');
const { alias } = JSON.parse(read('WhatsAppSender.node.json')) as { alias: string[] };

/** Every operation's words in the node panel. */
const actions = description.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ options }) => (options as INodePropertyOptions[]).map(({ action }) => action!));

const foundIn = (editor: Editor) =>
	editor.at('item-iterator-item').filter({ hasText: 'WhatsApp Sender' });

export function finding(session: EditorSession): void {
	describe('the node panel', () => {
		seen(session, 'finds the node by its name and by each of its aliases', async () => {
			const { editor } = session;
			await editor.openNewWorkflow();
			const found = foundIn(editor);
			for (const word of ['WhatsApp Sender', ...alias]) {
				await editor.search('nothing is called like this');
				await found.waitFor({ state: 'detached' });
				await editor.search(word);
				await found.first().waitFor();
			}
			// 1.x shows the name alone.
			const described = (await found.innerText()).includes(description.description);
			expect(described).toBe(session.line !== '1.x');
		});

		seen(session, 'lists the actions under their resources', async () => {
			const { editor } = session;
			await editor.search('whatsapp');
			await editor.clickText('WhatsApp Sender');
			await shows(editor.at('node-creator'), 'WhatsApp Sender', `Actions (${actions.length})`);
			const entries = await editor.at('item-iterator-item').allInnerTexts();
			expect(entries.filter((entry) => entry.endsWith(' ACTIONS'))).toEqual([
				...['LIST ACTIONS', 'MESSAGE ACTIONS', 'WEBHOOK ACTIONS'],
			]);
			const listed = entries.slice(entries.indexOf('LIST ACTIONS'));
			expect(listed.filter((entry) => !entry.endsWith(' ACTIONS')).sort()).toEqual(
				[...actions].sort(),
			);
		});
	});
}

/** The file that an icon shows, once it has been drawn. */
async function drawn(editor: Editor, part: Locator): Promise<string> {
	const image = part.locator('img').first();
	await image.waitFor();
	const { src, width } = await image.evaluate(async (element) => {
		await element.decode();
		return { src: element.src, width: element.naturalWidth };
	});
	expect(width).toBeGreaterThan(0);
	return await (await editor.page.request.get(src)).text();
}

export function themes(session: EditorSession, workflowId: () => string): void {
	for (const [theme, file] of [
		['light', 'whatsAppSender.svg'],
		['dark', 'whatsAppSender.dark.svg'],
	] as const) {
		const name = `a ${theme} theme has the ${theme} icon, in the node panel and on the canvas`;
		seen(session, name, async () => {
			const window = await loggedIn(session.browser, session.instance, { colorScheme: theme });
			const editor = new Editor(await window.newPage(), session.instance.n8n.url);
			try {
				await editor.openWorkflowById(workflowId());
				expect(await drawn(editor, editor.node('All lists'))).toBe(read(file));
				await editor.search('WhatsApp Sender');
				expect(await drawn(editor, foundIn(editor))).toBe(read(file));
			} finally {
				await window.close();
			}
		});
	}
}
