import { owner } from '../../../../rig/api/session';
import { newWindow } from '../../../../rig/browser/browser';
import { Editor, shows } from '../../../../rig/browser/editor';
import type { Steps } from '../walk';

const CREDENTIAL = 'WhatsApp Sender sandbox';

export const beginning: Steps = {
	'Start and log in': async ({ browser, instance, right }) => {
		const window = await newWindow(browser);
		const page = await window.newPage();
		await new Editor(page, instance.n8n.url).open('/signin');
		await page.locator('input[type="email"], input[name="emailOrLdapLoginId"]').fill(owner.email);
		await page.locator('input[type="password"]').fill(owner.password);
		await page.getByTestId('form-submit-button').click();
		await page.getByText('First message', { exact: true }).first().waitFor();
		await window.close();

		await right.getByText('No messages yet').waitFor();
	},

	'Test the credential': async ({ editor, parameters, instance }) => {
		await editor.open('/home/credentials');
		await editor.clickText(CREDENTIAL);
		const dialog = editor.at('node-credentials-config-container');
		const tested = editor.at('credentials-config-container-test-success');
		await shows(tested, 'Connection tested successfully');

		await parameters.fill('apiKey', 'another-key');
		await tested.getByText('Retry').click();
		await shows(dialog, 'Couldn’t connect with these settings');
		await dialog.getByText('More details').click();
		await shows(dialog, 'The API key is not valid, or the Base URL is wrong');

		await editor.page.keyboard.press('Escape');
		await editor.page.getByRole('button', { name: 'Close', exact: true }).last().click();
		await editor.at('editCredential-modal').waitFor({ state: 'hidden' });
		const all = await instance.api.credentials();
		expect(all.filter(({ type }) => type === 'whatsAppSenderApi')).toHaveLength(1);
	},

	'Find the node': async ({ editor }) => {
		await editor.openNewWorkflow();
		await editor.search('whatsapp');
		await editor.clickText('WhatsApp Sender');
		const panel = editor.at('node-creator');
		await shows(panel, 'Installed', 'Via npm', 'Actions (6)');

		const entries = await editor.at('item-iterator-item').allInnerTexts();
		const first = entries.indexOf('LIST ACTIONS');
		expect(entries.slice(first)).toEqual([
			...['LIST ACTIONS', 'Get many list contacts', 'Get many lists'],
			...['MESSAGE ACTIONS', 'Send media message', 'Send text message'],
			'Send message and wait for response',
			...['WEBHOOK ACTIONS', 'Send contact to webhook'],
		]);
	},
};
