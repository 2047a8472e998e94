import { seen, type EditorSession } from '../../../rig/browser/useEditor';
import { shows } from '../../../rig/browser/editor';

export function agentTool(session: EditorSession): void {
	seen(
		session,
		'as a tool, the model can fill in phone and text, and uploads are not offered',
		async () => {
			const { editor, parameters } = session;
			await editor.openNewWorkflow();
			await editor.search('AI Agent');
			await editor.clickText('AI Agent');
			await editor.at('ndv').waitFor();
			await editor.closeNode();
			const tools = editor.at('canvas-node-input-handle').filter({ hasText: 'Tool' });
			await tools.getByTestId('canvas-handle-plus').click();
			await editor.search('whatsapp');
			await editor.clickText('WhatsApp Sender Tool');
			await editor.at('ndv').waitFor();

			for (const parameter of ['phone', 'text']) {
				const row = parameters.row(parameter);
				await row.hover();
				await row.getByTestId('from-ai-override-button').click();
				await shows(row, 'Defined automatically by the model');
			}
			await parameters.choose('operation', 'Send Media');
			const sources = await parameters.choices('mediaSource');
			expect((await sources.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(['URL']);
		},
	);
}
