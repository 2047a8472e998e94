import { readFileSync } from 'node:fs';
import path from 'node:path';
import { messageHints } from '../../../nodes/WhatsAppSender/message/hints';
import { projectFolder } from '../../../rig/n8n/folders';
import { seen, type Desk } from '../../../rig/browser/useEditor';
import { shows } from '../../../rig/browser/editor';
import { SEVERAL } from '../cases';

const SCHEMAS = path.join(projectFolder, 'nodes', 'WhatsAppSender', '__schema__', 'v1.0.0');

/** The fields that the schema of an operation has. */
function fieldsOf(operation: string): string[] {
	const text = readFileSync(path.join(SCHEMAS, `${operation}.json`), 'utf8');
	return Object.keys((JSON.parse(text) as { properties: object }).properties);
}

export function beforeRun(desk: Desk): void {
	describe('before the first run', () => {
		test.each([
			[SEVERAL.send, 'list/getListContacts'],
			[SEVERAL.next, 'message/sendText'],
		])('the node "%s" is offered the fields of %s', async (node, operation) => {
			await desk.editor.openNode(node);
			const input = desk.editor.at('ndv-input-panel');
			await shows(input, 'Usually outputs the following fields', ...fieldsOf(operation));
		});

		seen(
			desk,
			'a send of several items says what a failure does, and that no delay is set',
			async () => {
				await desk.editor.openNode(SEVERAL.contacts);
				await desk.editor.executeStep();
				await desk.editor.output(`${desk.instance.sandbox.lists[0].contacts.length} items`);
				await desk.editor.closeNode();
				await desk.editor.openNode(SEVERAL.send);
				await desk.editor.output(...messageHints.map(({ message }) => message));
				expect(desk.instance.sandbox.accepted).toEqual([]);
			},
		);
	});
}
