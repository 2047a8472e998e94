import { shows } from '../../../../rig/browser/editor';
import type { Steps } from '../walk';

export const sending: Steps = {
	'A number that cannot be sent to': async ({ editor, parameters, instance }) => {
		await editor.addAction('Send text message');
		await parameters.fill('phone', '0812 3456 7890');
		await parameters.fill('text', 'Hello');
		await editor.executeStep();
		await shows(
			editor.at('output-panel').getByTestId('node-error-message'),
			'Phone "0812 3456 7890" starts with 0',
			'or set Default Country Code',
		);
		expect(instance.sandbox.requests).toEqual([]);
	},

	'Send Text': async ({ editor, parameters, instance, right }) => {
		await editor.addAction('Send text message');
		await parameters.fill('phone', '0812 3456 7890');
		await parameters.fill('text', 'Hello from the walk');
		await parameters.addOption('Default Country Code');
		await parameters.fill('countryCode', '62');
		await editor.executeStep();
		await editor.output('1 item', 'recipient', '6281234567890', 'OK');
		await shows(right.locator('#messages'), 'Hello from the walk');
		expect(instance.sandbox.accepted).toMatchObject([
			{ recipient: '6281234567890', text: 'Hello from the walk' },
		]);
	},

	'Send Media': async ({ editor, parameters, instance, right }) => {
		const mediaUrl = 'https://example.com/invoice.pdf';
		await editor.addAction('Send media message');
		await parameters.fill('mediaUrl', mediaUrl);
		await parameters.fill('phone', '6281234567890');
		await parameters.fill('text', 'Your invoice');
		await editor.executeStep();
		await editor.output('1 item', 'recipient', '6281234567890', 'OK');
		await shows(right.locator('#messages'), 'Your invoice', 'invoice.pdf');
		expect(instance.sandbox.accepted).toMatchObject([{ mediaUrl }]);
	},

	'Upload a generated file': async ({ editor, instance, right }) => {
		await editor.openWorkflow('Upload a generated file');
		await editor.openNode('Send the file');
		await editor.executeStep();
		await editor.output('1 item', 'recipient', '62000010010001', 'OK');
		await shows(right.locator('#messages'), "Today's orders", 'orders.csv');
		expect(instance.sandbox.accepted).toMatchObject([{ file: { filename: 'orders.csv' } }]);
	},
};
