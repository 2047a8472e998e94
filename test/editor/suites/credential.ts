import { seen, type EditorSession } from '../../../rig/browser/useEditor';
import { shows } from '../../../rig/browser/editor';
import { blank } from '../cases';
import { editorOf } from '../lines';

export function credential(session: EditorSession): void {
	seen(session, 'a credential is filled in by hand; its test tells wrong from right', async () => {
		const { editor, instance } = session;
		await editor.openNode(blank('getLists'));
		await editor.at('node-credentials-select').click();
		const create = editor.at('node-credentials-select-item-new').filter({ visible: true });
		await create.first().click();
		const dialog = editor.at('editCredential-modal');
		await shows(dialog, 'WhatsApp Sender API', 'API Key *', 'Base URL *');
		const field = (name: string) =>
			dialog.getByTestId(`parameter-input-${name}`).locator('input').first();
		expect(await field('apiKey').getAttribute('type')).toBe('password');
		expect(await field('baseUrl').getAttribute('placeholder')).toMatch(/^e\.g\. https:/);

		await field('apiKey').fill('another-key');
		await field('baseUrl').fill(instance.sandbox.url);
		await editor.at('credential-save-button').click();
		await shows(dialog, 'Couldn’t connect with these settings');
		await dialog.getByText('More details').click();
		await shows(dialog, 'The API key is not valid, or the Base URL is wrong');

		await field('apiKey').fill(instance.sandbox.apiKey);
		await dialog.getByText('Retry').filter({ visible: true }).click();
		const tested = editor.at('credentials-config-container-test-success');
		await shows(tested, 'Connection tested successfully');
		await editor.at('credential-save-button').click();
		if (!editorOf(session.line, 'closes a credential that was saved and works')) {
			await shows(editor.at('credential-save-button'), 'Saved');
			await editor.page.locator('.el-dialog__headerbtn').filter({ visible: true }).last().click();
		}
		await dialog.waitFor({ state: 'hidden' });
		await editor.executeStep();
		await editor.output(`${instance.sandbox.lists.length} items`);
	});
}
