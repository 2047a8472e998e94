import { shows } from '../../../../rig/browser/editor';
import type { Steps } from '../walk';

const FAULT = '6200000000500';
const EXAMPLE = 'Send with an error branch';

export const failures: Steps = {
	'Send with an error branch': async ({ editor, instance }) => {
		await editor.openWorkflow(EXAMPLE);
		await editor.at('execute-workflow-button').click();
		await shows(editor.node('Log accepted messages'), '2 items');
		await shows(editor.node('Log failed recipients'), '1 item');

		await editor.openNode('Log failed recipients');
		await editor.output('1 item', FAULT, 'HTTP 500', 'The message could not be sent');
		expect(instance.sandbox.accepted).toHaveLength(2);
	},

	'Stop at an error': async ({ editor, parameters, instance }) => {
		await editor.openWorkflow(EXAMPLE);
		await editor.openNode('Send the text');
		await editor.at('tab-settings').click();
		await parameters.choose('onError', 'Stop Workflow');
		await editor.executeStep();
		const panel = editor.at('output-panel');
		await shows(
			panel.getByTestId('node-error-message'),
			`Message to ${FAULT} was not accepted (HTTP 500): The message could not be sent`,
		);
		await shows(
			panel.getByTestId('node-error-description'),
			'Accepted: 1 of 3. Not sent: 1.',
			'Check the recipient, the API Key, and whether the WhatsApp number of the service is connected',
		);
		expect(instance.sandbox.accepted).toHaveLength(1);
	},
};
