import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { hints } from '../../../nodes/WhatsAppSender/hints';
import { shows, type Editor } from '../../../rig/browser/editor';
import { seen, type EditorSession } from '../../../rig/browser/useEditor';
import { projectFolder } from '../../../rig/n8n/folders';
import { FAULT_PHONE, SEVERAL } from '../cases';

const SCHEMAS = path.join(projectFolder, 'nodes', 'WhatsAppSender', '__schema__', 'v1.0.0');

/** The fields that the schema of an operation has. */
function fieldsOf(operation: string): string[] {
	const text = readFileSync(path.join(SCHEMAS, `${operation}.json`), 'utf8');
	return Object.keys((JSON.parse(text) as { properties: object }).properties);
}

const SENT = ['success', 'recipient', 'recipientType', 'status', 'response'];
const MESSAGE = ['true', '6281234567890', 'phone', '200', 'OK'];

/** A node, the columns of its output, its first item, and how many items there are. */
const runs: Array<[string, string[], string[], (session: EditorSession) => number]> = [
	['Text to a phone', SENT, MESSAGE, () => 1],
	['Media to a phone', SENT, MESSAGE, () => 1],
	[
		'All lists',
		['id', 'title', 'contacts', 'updated_at'],
		[expect.stringMatching(/^[0-9a-f-]{36}$/), 'Newsletter customers', '14', expect.any(String)],
		({ instance }) => instance.sandbox.lists.length,
	],
	[
		'Contacts of a list',
		['name', 'phone', 'is_group', 'id', 'created_at', 'updated_at'],
		['Ayu Lestari', '62000010010001', 'false', ...Array(3).fill(expect.any(String))],
		({ instance }) => instance.sandbox.lists[0].contacts.length,
	],
	['Contact to a webhook', ['name', 'phone'], ['Ayu Lestari', '081234567890'], () => 1],
];

/** A node that fails, what its error says, what it says to do, and how many requests had been made. */
const failing: Array<[node: string, message: string, advice: string, requests: number]> = [
	[
		'A phone without its country',
		'Phone "0812 3456 7890" starts with 0: write it with the country code, e.g. 62812',
		'or set Default Country Code',
		0,
	],
	['A key that is wrong', 'The API key was not accepted (HTTP 404)', 'Base URL', 1],
	[
		'A send that fails',
		`Message to ${FAULT_PHONE} was not accepted (HTTP 500): The message could not be sent`,
		'whether the WhatsApp number of the service is connected',
		1,
	],
];

export function running(session: EditorSession): void {
	describe('before the first run', () => {
		test.each([
			[SEVERAL.send, 'list/getListContacts'],
			[SEVERAL.next, 'message/sendText'],
		])('the node "%s" is offered the fields of %s', async (node, operation) => {
			await session.editor.openNode(node);
			const input = session.editor.at('ndv-input-panel');
			await shows(input, 'Usually outputs the following fields', ...fieldsOf(operation));
		});

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
	});

	describe('Execute step', () => {
		for (const [node, columns, first, items] of runs) {
			seen(session, `shows the output of "${node}" as a table`, async () => {
				const { editor, instance } = session;
				await editor.openNode(node);
				await editor.executeStep();
				expect(await outputTable(editor)).toEqual({ columns, first });
				const count = items(session);
				await editor.output(count === 1 ? '1 item' : `${count} items`);
				if (node !== 'Text to a phone') return;
				expect(instance.sandbox.accepted).toMatchObject([
					{ recipient: '6281234567890', text: 'Hello from the editor' },
				]);
			});
		}

		for (const [node, message, advice, requests] of failing) {
			seen(session, `says what failed and what to do: ${node}`, async () => {
				const { editor, instance } = session;
				await editor.openNode(node);
				await editor.executeStep();
				const panel = editor.at('output-panel');
				const said = panel.getByTestId('node-error-message');
				await shows(said, message);
				// n8n leaves the description out where the message says it all.
				await shows(said.or(panel.getByTestId('node-error-description')), advice);
				expect(instance.sandbox.requests).toHaveLength(requests);
			});
		}
	});
}

/** The columns and the first item of the open node's output as a table, once it has rows. */
async function outputTable(editor: Editor) {
	const panel = editor.at('output-panel');
	await panel.getByTestId('radio-button-table').click();
	const table = panel.locator('table').first();
	const row = table.locator('tbody tr').first().locator('td');
	await row.first().waitFor();
	const texts = async (cells: Locator) =>
		(await cells.allInnerTexts()).map((text) => text.trim()).filter((text) => text !== '');
	return { columns: await texts(table.locator('thead th')), first: await texts(row) };
}
