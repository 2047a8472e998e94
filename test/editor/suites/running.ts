import path from 'node:path';
import { hints } from '../../../nodes/WhatsAppSender/editorHints';
import { shows } from '../../../rig/browser/editor';
import { seen, type EditorSession } from '../../../rig/browser/useEditor';
import { examplesFolder } from '../../../rig/n8n/folders';
import { FAILING, SEVERAL } from '../cases';

export function running(session: EditorSession): void {
	const hinted = 'a send of several items says what a failure does, and that no delay is set';
	seen(session, hinted, async () => {
		const { editor, instance } = session;
		await editor.openNode(SEVERAL.contacts);
		await editor.executeStep();
		await editor.output(`${instance.sandbox.lists[0].contacts.length} items`);
		await editor.closeNode();
		await editor.openNode(SEVERAL.send);
		await editor.output(...hints.slice(0, 2).map(({ message }) => message));
		expect(instance.sandbox.accepted).toEqual([]);
	});

	seen(session, 'an error says what failed and what to do', async () => {
		const { editor } = session;
		await editor.openNode(FAILING);
		await editor.executeStep();
		const panel = editor.at('output-panel');
		const message =
			'Message to 6200000000500 was not accepted (HTTP 500): The message could not be';
		await shows(panel.getByTestId('node-error-message'), message);
		const advice = 'whether the WhatsApp number of the service is connected';
		await shows(panel.getByTestId('node-error-description'), advice);
	});
}

const EXAMPLE = path.join(examplesFolder, 'broadcast-that-can-be-cut.json');
const TABLE = 'Campaign December';

/** Of the numbers at which the sandbox fails in a certain way; everybody else is accepted. */
const RESULTS: Record<string, string> = {
	'6200000000444': 'unconfirmed',
	'6200000000500': 'failed',
};

/** The steps of docs/campaign.md, by hand. */
export function campaign(session: EditorSession): void {
	const name = 'the broadcast that can be cut is imported, notes first, and fills its table';
	seen(session, name, async () => {
		const { editor, instance, parameters } = session;
		const { page } = editor;
		const [{ contacts }] = instance.sandbox.lists;
		const [first] = contacts.splice(3);
		contacts.push(...Object.keys(RESULTS).map((phone) => ({ ...first, phone })));

		await editor.openNewWorkflow();
		await editor.at('workflow-menu').click();
		await page.getByText('Import', { exact: true }).hover();
		const chooser = page.waitForEvent('filechooser');
		await editor.clickText('From file');
		await (await chooser).setFiles(EXAMPLE);
		for (const node of ['Get the contacts', 'Message each contact']) {
			await editor.openNode(node);
			// n8n finds the credential by the name that the example has for it, once the node is opened.
			await editor.at('node-credentials-select').waitFor();
			if (node === 'Message each contact') {
				await parameters.fill('from', '00:00');
				await parameters.fill('to', '24:00');
			}
			await editor.closeNode();
		}
		await editor.openNode('Table of this campaign');
		await parameters.fill('tableName', TABLE);
		await editor.closeNode();
		const note = editor.node('Note them first');
		await note.click();
		await page.keyboard.press('d');
		await note.getByText('(Deactivated)').waitFor({ state: 'detached' });
		await editor.at('execute-workflow-button').click();
		await shows(page.locator('.el-notification'), 'Workflow executed successfully');

		await editor.open('/home/workflows');
		await editor.clickText('Data tables');
		await editor.clickText(TABLE);
		const rows = editor.at('data-table-grid').getByRole('row');
		for (const { phone } of contacts) {
			await shows(rows.filter({ hasText: phone }), RESULTS[phone] ?? 'accepted');
		}
		// The first row is about the execution.
		await shows(rows.filter({ hasText: 'Execution' }), 'ended');
		await shows(editor.at('data-table-content-pagination'), `Total ${contacts.length + 1}`);
	});
}
