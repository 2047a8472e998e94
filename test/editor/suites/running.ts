import { seen, type EditorSession } from '../../../rig/browser/useEditor';
import type { Locator } from 'playwright-core';
import type { Editor } from '../../../rig/browser/editor';

interface Run {
	node: string;
	columns: string[];
	/** Of the first item. */
	row: string[];
	items: (session: EditorSession) => number;
}

const one = () => 1;
const SENT = {
	columns: ['success', 'recipient', 'recipientType', 'status', 'response'],
	row: ['true', '6281234567890', 'phone', '200', 'OK'],
	items: one,
};

const runs: Run[] = [
	{ node: 'Text to a phone', ...SENT },
	{ node: 'Media to a phone', ...SENT },
	{
		node: 'All lists',
		columns: ['id', 'title', 'contacts', 'updated_at'],
		row: [
			expect.stringMatching(/^[0-9a-f-]{36}$/),
			'Newsletter customers',
			'14',
			expect.any(String),
		],
		items: ({ instance }) => instance.sandbox.lists.length,
	},
	{
		node: 'Contacts of a list',
		columns: ['name', 'phone', 'is_group', 'id', 'created_at', 'updated_at'],
		row: ['Ayu Lestari', '62000010010001', 'false', ...Array(3).fill(expect.any(String))],
		items: ({ instance }) => instance.sandbox.lists[0].contacts.length,
	},
	{
		node: 'Contact to a webhook',
		columns: ['name', 'phone'],
		row: ['Ayu Lestari', '081234567890'],
		items: one,
	},
];

export function running(session: EditorSession): void {
	describe('Execute step', () => {
		for (const { node, columns, row, items } of runs) {
			seen(session, `shows the output of "${node}" as a table`, async () => {
				await session.editor.openNode(node);
				await session.editor.executeStep();
				const table = await outputTable(session.editor);
				expect(table).toEqual({ columns, first: row });
				const count = items(session);
				await session.editor.output(count === 1 ? '1 item' : `${count} items`);
			});
		}

		seen(session, 'sends what the nodes were set to', async () => {
			await session.editor.openNode('Text to a phone');
			await session.editor.executeStep();
			await session.editor.output('1 item');
			expect(session.instance.sandbox.accepted).toMatchObject([
				{ recipient: '6281234567890', text: 'Hello from the editor' },
			]);
		});
	});
}

interface OutputTable {
	columns: string[];
	/** The cells of the first item. */
	first: string[];
}

/** The output of the open node as a table, once it has rows. */
async function outputTable(editor: Editor): Promise<OutputTable> {
	const panel = editor.at('output-panel');
	await panel.getByTestId('radio-button-table').click();
	const table = panel.locator('table').first();
	const row = table.locator('tbody tr').first().locator('td');
	await row.first().waitFor();
	const texts = async (cells: Locator) =>
		(await cells.allInnerTexts()).map((text) => text.trim()).filter((text) => text !== '');
	return { columns: await texts(table.locator('thead th')), first: await texts(row) };
}
