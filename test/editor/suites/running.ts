import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hints } from '../../../nodes/WhatsAppSender/hints';
import { shows } from '../../../rig/browser/editor';
import { seen, type EditorSession } from '../../../rig/browser/useEditor';
import { examplesFolder, projectFolder } from '../../../rig/n8n/folders';
import { SEVERAL } from '../cases';

const SCHEMAS = path.join(projectFolder, 'nodes', 'WhatsAppSender', '__schema__', 'v1.0.0');

/** A node that fails, what its error says, and what it says to do. */
const FAILING = [
	[
		'A phone without its country',
		'Phone "0812 3456 7890" starts with 0: write it with the country code, e.g. 62812',
		'or set Default Country Code',
	],
	['A key that is wrong', 'The API key was not accepted (HTTP 404)', 'Base URL'],
	[
		'A send that fails',
		'Message to 6200000000500 was not accepted (HTTP 500): The message could not be sent',
		'whether the WhatsApp number of the service is connected',
	],
];

export function running(session: EditorSession): void {
	for (const [node, operation] of [
		[SEVERAL.send, 'list/getListContacts'],
		[SEVERAL.next, 'message/sendText'],
	]) {
		seen(session, `before a run, "${node}" is offered the fields of ${operation}`, async () => {
			const schema = readFileSync(path.join(SCHEMAS, `${operation}.json`), 'utf8');
			const fields = Object.keys((JSON.parse(schema) as { properties: object }).properties);
			await session.editor.openNode(node);
			const input = session.editor.at('ndv-input-panel');
			await shows(input, 'Usually outputs the following fields', ...fields);
		});
	}

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

	for (const [node, message, advice] of FAILING) {
		seen(session, `an error says what failed and what to do: ${node}`, async () => {
			const { editor } = session;
			await editor.openNode(node);
			await editor.executeStep();
			const panel = editor.at('output-panel');
			const said = panel.getByTestId('node-error-message');
			await shows(said, message);
			// n8n leaves the description out where the message says it all.
			await shows(said.or(panel.getByTestId('node-error-description')), advice);
		});
	}
}

const EXAMPLE = path.join(examplesFolder, 'broadcast-that-can-be-cut.json');
const TABLE = 'Campaign December';

/** Of the numbers at which the sandbox fails in a certain way; everybody else is accepted. */
const RESULTS: Record<string, string> = {
	'6200000000444': 'unconfirmed',
	'6200000000500': 'failed',
};

/** The steps of docs/broadcast-that-outlives-n8n.md, by hand. */
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
