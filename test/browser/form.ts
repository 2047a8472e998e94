import type { Locator, Page } from 'playwright-core';
import { logIn, type NewPage } from './browser';
import type { Instance } from '../../rig/startRig';
import { until } from '../../rig/until';

let page: Page;

const at = (testId: string) => page.getByTestId(testId);
const shownOf = (testId: string) => at(testId).filter({ visible: true });
const words = (text: string) => page.getByText(text, { exact: true }).filter({ visible: true });
const field = (name: string) => at(`parameter-input-${name}`);
const rowOf = (name: string) => at(`${name}-parameter-input-options-container`);
const input = (part: Locator) => part.locator('input, textarea').first();
const shows = async (part: Locator, text: string) =>
	await part.filter({ hasText: text }).first().waitFor();

async function choose(name: string, choice: string): Promise<void> {
	await field(name).click();
	await shownOf('parameter-input-item')
		.filter({ has: words(choice) })
		.first()
		.click();
}

/** Searches the node panel of a new workflow for WhatsApp, and adds an action. */
async function addNode(n8n: string, action: string): Promise<void> {
	await page.goto(`${n8n}/workflow/new`, { waitUntil: 'commit' });
	await at('canvas-add-button').click();
	await at('node-creator-search-bar').fill('whatsapp');
	await words('WhatsApp Sender').first().click();
	await words(action).click();
	await at('ndv').waitFor();
}

/** The node's form and its credential in n8n's editor. */
export function form(instance: Instance, newPage: NewPage): void {
	beforeEach(async () => {
		page = await newPage({ viewport: { width: 1400, height: 1000 } });
		await logIn(page, instance);
	});

	test('Send Text is found by a search for "whatsapp", and saves the input', async () => {
		// The editor replaces line breaks of a pasted column with spaces.
		const numbers = '6281234567890 6281234567891';
		await addNode(instance.n8n.url, 'Send text message');
		await input(field('phone')).fill('447700900500');
		await input(field('text')).fill('Hello');

		const { api, n8n } = instance;
		// The editor saves by itself.
		const savedWith = async (part: string) =>
			await until(async () => {
				const created = (await api.workflows()).find(({ name }) => name === 'My workflow');
				const stored = created && (await api.workflow(created.id));
				return JSON.stringify(stored)?.includes(part) && created?.id;
			});
		await savedWith('"options":{"delay":{"seconds":{}}}');
		const remove = at('node-parameters').getByTitle('Delete').first();
		for (const options of ['{"delay":{}}', '{}']) {
			await words('Delay Between Messages').hover();
			await remove.click();
			await savedWith(`"options":${options}`);
		}
		await at('node-parameters').getByPlaceholder('Add option').first().click();
		await shownOf('collection-parameter-option')
			.filter({ has: words('Never Send To') })
			.click();
		await at('rlc-mode-selector').click();
		await shownOf('mode-numbers').click();
		await at('rlc-input').click();
		await page.keyboard.insertText(numbers.replace(' ', '\n'));
		const saved = await savedWith(numbers);
		await page.goto(`${n8n.url}/workflow/${saved}`, { waitUntil: 'commit' });
		await at('canvas-node').last().dblclick();
		expect(await at('rlc-input').inputValue()).toBe(numbers);
		expect(await words('Delay Between Messages').count()).toBe(0);
		expect(await input(field('text')).inputValue()).toBe('Hello');

		await at('node-execute-button').click();
		const message = 'Message to 447700900500 was not accepted (HTTP 500)';
		await shows(at('node-error-message'), message);
		await shows(
			at('node-error-description'),
			'whether the WhatsApp number of the service is connected',
		);
	});

	test('Webhook List has its own credential, and Resource can be changed back', async () => {
		await addNode(instance.n8n.url, 'Send contact to webhook');
		await rowOf('webhookUrl').waitFor();
		expect(await at('node-credentials-select').count()).toBe(0);
		await choose('receiverAuthentication', 'WhatsApp Sender Webhook API');
		await words('Connect to WhatsApp Sender Webhook').waitFor();
		// n8n hides both if it takes this field for the choice of the service's credential.
		for (const name of ['resource', 'operation']) await field(name).waitFor();
		await choose('resource', 'List');
		await rowOf('returnAll').waitFor();
		expect(await at('node-credentials-select').count()).toBe(1);
	});

	test('The credential requires a country, and its test finds a wrong key', async () => {
		await addNode(instance.n8n.url, 'Get many lists');
		await at('credential-edit-button').click();
		const dialog = at('editCredential-modal');
		await shows(dialog, 'Connection tested successfully');
		for (const label of ['API Key *', 'Base URL *', 'Country Code *']) await shows(dialog, label);
		const key = input(dialog.getByTestId('parameter-input-apiKey'));
		expect(await key.getAttribute('type')).toBe('password');
		await key.fill('another-key');
		await at('credential-save-button').click();
		await dialog.getByText('More details').click();
		await shows(dialog, 'The API key is not valid, or the Base URL is wrong');
	});
}
