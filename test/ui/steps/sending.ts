import { shows } from '../harness/editor';
import type { Steps } from '../harness/walk';

export const sending: Steps = {
	'A number that cannot be sent to': async ({ editor, instance }) => {
		await editor.addAction('Send text message');
		await editor.fill('phone', '0812 3456 7890');
		await editor.fill('text', 'Hello');
		await editor.executeStep();
		await shows(
			editor.at('output-panel').getByTestId('node-error-message'),
			'Phone "0812 3456 7890" starts with 0',
			'or set Default Country Code',
		);
		expect(instance.sandbox.requests).toEqual([]);
	},

	'Send Text': async ({ editor, instance, right }) => {
		await editor.addAction('Send text message');
		await editor.fill('phone', '0812 3456 7890');
		await editor.fill('text', 'Hello from the walk');
		await editor.addOption('Default Country Code');
		await editor.fill('countryCode', '62');
		await editor.executeStep();
		await editor.output('1 item', 'recipient', '6281234567890', 'OK');
		await shows(right.locator('#messages'), 'Hello from the walk');
		expect(instance.sandbox.accepted).toMatchObject([
			{ recipient: '6281234567890', text: 'Hello from the walk' },
		]);
	},

	'Send Media': async ({ editor, instance, right }) => {
		const mediaUrl = 'https://example.com/invoice.pdf';
		await editor.addAction('Send media message');
		await editor.fill('mediaUrl', mediaUrl);
		await editor.fill('phone', '6281234567890');
		await editor.fill('text', 'Your invoice');
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
