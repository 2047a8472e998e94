import { seen, type EditorSession } from '../../../rig/browser/useEditor';
import { until } from '../../../rig/until';
import { blank } from '../cases';
import { editorOf } from '../lines';

const NODE = blank('getListContacts');
const TITLE = 'All customers (1250)';

export function listDropDown(session: EditorSession, workflowId: () => string): void {
	const offered = () => session.editor.at('rlc-item').filter({ visible: true });
	const chosen = () => session.editor.at('rlc-input').first();

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

		seen(
			session,
			'keeps the title of what was chosen, also after the workflow was closed',
			async () => {
				const { editor, instance } = session;
				await editor.openNode(NODE);
				await chosen().click();
				await offered().filter({ hasText: TITLE }).click();
				await until(async () => (await chosen().inputValue()) === TITLE);
				await editor.closeNode();

				if (!editorOf(session.line, 'saves a workflow by itself')) {
					await editor.at('workflow-save-button').click();
				}
				await until(async () => {
					const { nodes } = await instance.api.workflow(workflowId());
					return JSON.stringify(nodes).includes(TITLE);
				});
				await editor.openWorkflowById(workflowId());
				await editor.openNode(NODE);
				expect(await chosen().inputValue()).toBe(TITLE);
			},
		);
	});
}
