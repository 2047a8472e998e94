import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../../rig/n8n/folders';
import { description } from '../../package/form';
import { seen, type EditorSession } from '../../../rig/browser/useEditor';
import { shows } from '../../../rig/browser/editor';
import { actions } from '../forms/expected';
import { editorOf } from '../lines';

const CODEX = path.join(projectFolder, 'nodes', 'WhatsAppSender', 'WhatsAppSender.node.json');
const { alias } = JSON.parse(readFileSync(CODEX, 'utf8')) as { alias: string[] };

export function finding(session: EditorSession): void {
	describe('the node panel', () => {
		seen(session, 'finds the node by its name and by each of its aliases', async () => {
			const { editor } = session;
			await editor.openNewWorkflow();
			const found = editor.at('item-iterator-item').filter({ hasText: 'WhatsApp Sender' });
			for (const word of ['WhatsApp Sender', ...alias]) {
				await editor.search('nothing is called like this');
				await found.waitFor({ state: 'detached' });
				await editor.search(word);
				await found.first().waitFor();
			}
			const described = editorOf(session.line, 'describes the node among the results of a search');
			expect((await found.innerText()).includes(description.description)).toBe(described);
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
