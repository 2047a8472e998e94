import type { Locator } from 'playwright-core';
import type { Editor } from './editor';

export interface OutputTable {
	columns: string[];
	/** The cells of the first item. */
	first: string[];
}

/** The output of the open node as a table, once it has rows. */
export async function outputTable(editor: Editor): Promise<OutputTable> {
	const panel = editor.at('output-panel');
	await panel.getByTestId('radio-button-table').click();
	const table = panel.locator('table').first();
	const row = table.locator('tbody tr').first().locator('td');
	await row.first().waitFor();
	const texts = async (cells: Locator) =>
		(await cells.allInnerTexts()).map((text) => text.trim()).filter((text) => text !== '');
	return { columns: await texts(table.locator('thead th')), first: await texts(row) };
}
