import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hints } from '../../../nodes/WhatsAppSender/hints';
import { projectFolder } from '../../../rig/n8n/folders';
import { seen, type EditorSession } from '../../../rig/browser/useEditor';
import { shows } from '../../../rig/browser/editor';
import { SEVERAL } from '../cases';

const SCHEMAS = path.join(projectFolder, 'nodes', 'WhatsAppSender', '__schema__', 'v1.0.0');

/** The fields that the schema of an operation has. */
function fieldsOf(operation: string): string[] {
	const text = readFileSync(path.join(SCHEMAS, `${operation}.json`), 'utf8');
	return Object.keys((JSON.parse(text) as { properties: object }).properties);
}

export function beforeRun(session: EditorSession): void {
	describe('before the first run', () => {
		test.each([
			[SEVERAL.send, 'list/getListContacts'],
			[SEVERAL.next, 'message/sendText'],
		])('the node "%s" is offered the fields of %s', async (node, operation) => {
			await session.editor.openNode(node);
			const input = session.editor.at('ndv-input-panel');
			await shows(input, 'Usually outputs the following fields', ...fieldsOf(operation));
		});

		seen(
			session,
			'a send of several items says what a failure does, and that no delay is set',
			async () => {
				await session.editor.openNode(SEVERAL.contacts);
				await session.editor.executeStep();
				await session.editor.output(`${session.instance.sandbox.lists[0].contacts.length} items`);
				await session.editor.closeNode();
				await session.editor.openNode(SEVERAL.send);
				await session.editor.output(...hints.slice(0, 2).map(({ message }) => message));
				expect(session.instance.sandbox.accepted).toEqual([]);
			},
		);
	});
}
