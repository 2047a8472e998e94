import { seen, type EditorSession } from '../../../rig/browser/useEditor';
import { shows } from '../../../rig/browser/editor';
import { FAULT_PHONE } from '../cases';

/** A node that fails, what its error says, what it says to do, and how many requests had been made. */
type Failure = [node: string, message: string, advice: string, requests: number];

const failing: Failure[] = [
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

export function failures(session: EditorSession): void {
	describe('the error panel', () => {
		for (const [node, message, advice, requests] of failing) {
			seen(session, `says what failed and what to do: ${node}`, async () => {
				await session.editor.openNode(node);
				await session.editor.executeStep();
				const panel = session.editor.at('output-panel');
				const said = panel.getByTestId('node-error-message');
				await shows(said, message);
				// n8n leaves the description out where the message says it all.
				await shows(said.or(panel.getByTestId('node-error-description')), advice);
				expect(session.instance.sandbox.requests).toHaveLength(requests);
			});
		}
	});
}
