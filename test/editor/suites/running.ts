import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hints } from '../../../nodes/WhatsAppSender/hints';
import { shows } from '../../../rig/browser/editor';
import { seen, type EditorSession } from '../../../rig/browser/useEditor';
import { projectFolder } from '../../../rig/n8n/folders';
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
