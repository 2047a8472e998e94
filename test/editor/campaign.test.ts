import path from 'node:path';
import { shows } from '../../rig/browser/editor';
import { seen, useEditor, type EditorSession } from '../../rig/browser/useEditor';
import { examplesFolder } from '../../rig/n8n/folders';

const EXAMPLE = path.join(examplesFolder, 'broadcast-that-can-be-cut.json');

/** Of the numbers at which the sandbox fails in a certain way; everybody else is accepted. */
const RESULTS: Record<string, string> = {
	'6200000000444': 'unconfirmed',
	'6200000000500': 'failed',
};

// The steps of docs/broadcast-that-outlives-n8n.md, by hand.
describe('a broadcast that outlives n8n, in the editor of n8n 2.x', () => {
	const session = useEditor('2.x');

	beforeEach(() => {
		const [{ contacts }] = session.instance.sandbox.lists;
		const [first] = contacts.splice(3);
		contacts.push(...Object.keys(RESULTS).map((phone) => ({ ...first, phone })));
	});

	seen(session, 'is imported from its file, and finds the credential', async () => {
		const { editor } = session;
		await importExample(session);
		for (const name of ['Get the contacts', 'Message each contact']) {
			await editor.openNode(name);
			// n8n finds it by the name that the example has for it.
			await editor.at('node-credentials-select').waitFor();
			await editor.closeNode();
		}
	});

	seen(session, 'fills a table that the user finds under Data tables', async () => {
		await executeFor(session, 'Campaign December');
		await findResults(session, 'Campaign December');
	});

	seen(session, 'does so with "Note them first" activated by a key', async () => {
		const { editor, parameters } = session;
		await editor.openWorkflow('Broadcast that can be cut');
		await editor.openNode('Loop Over Items');
		await parameters.fill('batchSize', '1');
		await editor.closeNode();
		const note = editor.node('Note them first');
		await note.click();
		await editor.page.keyboard.press('d');
		await note.getByText('(Deactivated)').waitFor({ state: 'detached' });
		await executeFor(session, 'Campaign January');
		await findResults(session, 'Campaign January');
	});
});

/** ⋯ → Import → From file, in a new workflow. */
async function importExample({ editor }: EditorSession): Promise<void> {
	await editor.openNewWorkflow();
	await editor.at('workflow-menu').click();
	await editor.page.getByText('Import', { exact: true }).hover();
	const chooser = editor.page.waitForEvent('filechooser');
	await editor.clickText('From file');
	await (await chooser).setFiles(EXAMPLE);
	await editor.node('Note them first').waitFor();
}

/** Gives the campaign's table a name, and presses Execute workflow. */
async function executeFor({ editor, parameters }: EditorSession, table: string): Promise<void> {
	await editor.openNode('Table of this campaign');
	await parameters.fill('tableName', table);
	await editor.closeNode();
	await editor.at('execute-workflow-button').click();
	await shows(editor.page.locator('.el-notification'), 'Workflow executed successfully');
}

/** Opens the table from the start page: everybody on the list has a row with the right result. */
async function findResults({ editor, instance }: EditorSession, table: string): Promise<void> {
	await editor.open('/home/workflows');
	await editor.clickText('Data tables');
	await editor.clickText(table);
	const rows = editor.at('data-table-grid').getByRole('row');
	for (const { phone } of instance.sandbox.lists[0].contacts) {
		await shows(rows.filter({ hasText: phone }), RESULTS[phone] ?? 'accepted');
	}
	await shows(editor.at('data-table-content-pagination'), 'Total 5');
}
