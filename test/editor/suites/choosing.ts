import { shows } from '../../../rig/browser/editor';
import { until } from '../../../rig/until';
import { seen, type EditorSession } from '../../../rig/browser/useEditor';
import { blank } from '../cases';

const NODE = blank('getListContacts');
const TITLE = 'All customers (1250)';

/** The credential and the list that a node is given. */
export function choosing(session: EditorSession, workflowId: () => string): void {
	const offered = () => session.editor.at('rlc-item').filter({ visible: true });
	const chosen = () => session.editor.at('rlc-input').first();
	/** 1.x has a button to save a workflow, and leaves a credential open once it was saved. */
	const savesByItself = session.line !== '1.x';

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
		if (!savesByItself) {
			await shows(editor.at('credential-save-button'), 'Saved');
			await editor.page.locator('.el-dialog__headerbtn').filter({ visible: true }).last().click();
		}
		await dialog.waitFor({ state: 'hidden' });
		await editor.executeStep();
		await editor.output(`${instance.sandbox.lists.length} items`);
	});

	describe('the list drop-down', () => {
		seen(session, 'offers all lists with their number of contacts, and searches', async () => {
			const titles = session.instance.sandbox.lists.map(
				({ title, contacts }) => `${title} (${contacts.length})`,
			);
			await session.editor.openNode(NODE);
			await chosen().click();
			await until(async () => (await offered().count()) >= titles.length);
			expect(await offered().allInnerTexts()).toEqual(titles);

			await session.editor.at('rlc-search').fill('customers');
			const found = titles.filter((title) => title.includes('customers'));
			await until(async () => (await offered().count()) === found.length);
			expect(await offered().allInnerTexts()).toEqual(found);
		});

		const kept = 'keeps the title of what was chosen, also after the workflow was closed';
		seen(session, kept, async () => {
			const { editor, instance } = session;
			await editor.openNode(NODE);
			await chosen().click();
			await offered().filter({ hasText: TITLE }).click();
			await until(async () => (await chosen().inputValue()) === TITLE);
			await editor.closeNode();

			if (!savesByItself) await editor.at('workflow-save-button').click();
			await until(async () => {
				const { nodes } = await instance.api.workflow(workflowId());
				return JSON.stringify(nodes).includes(TITLE);
			});
			await editor.openWorkflowById(workflowId());
			await editor.openNode(NODE);
			expect(await chosen().inputValue()).toBe(TITLE);
		});
	});
}
