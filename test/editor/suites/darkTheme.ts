import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { projectFolder } from '../../../rig/n8n/folders';
import { loggedIn } from '../../../rig/browser/browser';
import { Editor } from '../../../rig/browser/editor';
import { seen, type EditorSession } from '../../../rig/browser/useEditor';

const ICONS = path.join(projectFolder, 'nodes', 'WhatsAppSender');
const THEMES = [
	['light', 'whatsAppSender.svg'],
	['dark', 'whatsAppSender.dark.svg'],
] as const;

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

export function darkTheme(session: EditorSession, workflowId: () => string): void {
	for (const [theme, file] of THEMES) {
		seen(
			session,
			`a ${theme} theme has the ${theme} icon, in the node panel and on the canvas`,
			async () => {
				const window = await loggedIn(session.browser, session.instance, { colorScheme: theme });
				const editor = new Editor(await window.newPage(), session.instance.n8n.url);
				try {
					const icon = readFileSync(path.join(ICONS, file), 'utf8');
					await editor.openWorkflowById(workflowId());
					expect(await drawn(editor, editor.node('All lists'))).toBe(icon);
					await editor.search('WhatsApp Sender');
					const entry = editor.at('item-iterator-item').filter({ hasText: 'WhatsApp Sender' });
					expect(await drawn(editor, entry)).toBe(icon);
				} finally {
					await window.close();
				}
			},
		);
	}
}
