import { outputTable } from '../../../rig/browser/outputTable';
import { seen, type Desk } from '../../../rig/browser/useEditor';

interface Run {
	node: string;
	columns: string[];
	/** Of the first item. */
	row: string[];
	items: (desk: Desk) => number;
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

export function running(desk: Desk): void {
	describe('Execute step', () => {
		for (const { node, columns, row, items } of runs) {
			seen(desk, `shows the output of "${node}" as a table`, async () => {
				await desk.editor.openNode(node);
				await desk.editor.executeStep();
				const table = await outputTable(desk.editor);
				expect(table).toEqual({ columns, first: row });
				const count = items(desk);
				await desk.editor.output(count === 1 ? '1 item' : `${count} items`);
			});
		}

		seen(desk, 'sends what the nodes were set to', async () => {
			await desk.editor.openNode('Text to a phone');
			await desk.editor.executeStep();
			await desk.editor.output('1 item');
			expect(desk.instance.sandbox.accepted).toMatchObject([
				{ recipient: '6281234567890', text: 'Hello from the editor' },
			]);
		});
	});
}
