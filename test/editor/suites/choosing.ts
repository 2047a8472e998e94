import type { Locator } from 'playwright-core';
import { shows, type Editor } from '../../../rig/browser/editor';
import { until } from '../../../rig/until';
import { seen, type EditorSession } from '../../../rig/browser/browser';
import { blank } from '../cases';

const ADDED = [
	'Check All Items First',
	'Delay Between Messages',
	'Dry Run',
	'Each Recipient Once',
	'Never Send To',
];
const NUMBERS = '+62 812-3456-7890, 6281234567891';

/** The credentials and the options that a node is given. */
export function choosing(session: EditorSession): void {
	const newCredential = async () => {
		const { editor } = session;
		await editor.at('node-credentials-select').click();
		const create = editor.at('node-credentials-select-item-new').filter({ visible: true });
		await create.first().click();
		return editor.at('editCredential-modal');
	};
	const tested = async () => {
		const success = session.editor.at('credentials-config-container-test-success');
		await shows(success, 'Connection tested successfully');
	};
	/** Saves a credential and closes the dialog, which 2.x does itself where the test succeeds, and 1.x does not. */
	const saveTested = async (dialog: Locator) => {
		const { editor } = session;
		const save = editor.at('credential-save-button');
		await save.click();
		if (session.line === '1.x') {
			await tested();
			await shows(save, 'Saved');
			await editor.page.locator('.el-dialog__headerbtn').filter({ visible: true }).last().click();
		}
		await dialog.waitFor({ state: 'hidden' });
	};

	seen(session, 'a credential is filled in by hand; its test tells wrong from right', async () => {
		const { editor, instance } = session;
		await editor.openNode(blank('getLists'));
		const dialog = await newCredential();
		await shows(dialog, 'WhatsApp Sender API', 'API Key *', 'Base URL *', 'Country Code *');
		const field = (name: string) =>
			dialog.getByTestId(`parameter-input-${name}`).locator('input').first();
		expect(await field('apiKey').getAttribute('type')).toBe('password');

		await field('apiKey').fill('another-key');
		await field('baseUrl').fill(instance.sandbox.url);
		await field('countryCode').fill('62');
		await editor.at('credential-save-button').click();
		await shows(dialog, 'Couldn’t connect with these settings');
		await dialog.getByText('More details').click();
		await shows(dialog, 'The API key is not valid, or the Base URL is wrong');

		await field('apiKey').fill(instance.sandbox.apiKey);
		await dialog.getByText('Retry').filter({ visible: true }).click();
		await tested();
		await saveTested(dialog);
		await editor.executeStep();
		await editor.output(`${instance.sandbox.lists.length} items`);
	});

	seen(session, 'options that are added are on, and saved so', async () => {
		const { editor, instance, parameters } = session;
		const name = blank('sendMedia');
		const numbers = () => editor.at('rlc-input').first();
		await editor.openNode(name);
		for (const label of ADDED) await parameters.addOption(label);
		await editor.at('rlc-mode-selector').first().click();
		await editor.at('mode-numbers').filter({ visible: true }).first().click();
		await numbers().click();
		// The node reads a pasted column by these spaces.
		await editor.page.keyboard.insertText('6281234567890\n6281234567891');
		expect(await numbers().inputValue()).toBe('6281234567890 6281234567891');
		await numbers().fill(NUMBERS);
		await editor.closeNode();
		// The editor of 2.x saves by itself.
		if (session.line === '1.x') await editor.at('workflow-save-button').click();
		const { id } = (await instance.api.workflows()).find((each) => each.name === 'Every case')!;
		const saved = async () => {
			const { nodes } = await instance.api.workflow(id);
			return nodes.find((each) => each.name === name)!.parameters.options;
		};
		await until(async () => JSON.stringify(await saved())?.includes(NUMBERS));
		await editor.openWorkflowById(id);
		await editor.openNode(name);
		expect(await numbers().inputValue()).toBe(NUMBERS);
		expect(await saved()).toMatchObject({
			delay: { seconds: {} },
			dryRun: true,
			eachRecipientOnce: true,
			neverSendTo: { __rl: true, mode: 'numbers', value: NUMBERS },
		});
	});
}

export function agentTool(session: EditorSession): void {
	const name =
		'as a tool, the model can fill in phone and text, and lists are offered and searched';
	seen(session, name, async () => {
		const { editor, instance, parameters } = session;
		const lists = instance.sandbox.lists.map(
			({ title, contacts }) => `${title} (${contacts.length})`,
		);
		await openToolPanel(editor);
		await editor.search('whatsapp');
		await editor.clickText('WhatsApp Sender Tool');
		await editor.at('ndv').waitFor();

		for (const parameter of ['phone', 'text']) {
			const row = parameters.row(parameter);
			await row.hover();
			await row.getByTestId('from-ai-override-button').click();
			await shows(row, 'Defined automatically by the model');
		}
		await parameters.choose('resource', 'List');
		await parameters.choose('operation', 'Get List Contacts');
		await editor.at('rlc-input').first().click();
		const offered = editor.at('rlc-item').filter({ visible: true });
		const titles = async (word: string) => {
			const found = lists.filter((title) => title.includes(word));
			await until(async () => (await offered.allInnerTexts()).join() === found.join());
		};
		await titles('');
		await editor.at('rlc-search').fill('customers');
		await titles('customers');
	});
}

/** An AI Agent in a new workflow, and the panel of its tools. */
async function openToolPanel(editor: Editor): Promise<void> {
	await editor.openNewWorkflow();
	await editor.search('AI Agent');
	await editor.clickText('AI Agent');
	await editor.at('ndv').waitFor();
	await editor.closeNode();
	const tools = editor.at('canvas-node-input-handle').filter({ hasText: 'Tool' });
	await tools.getByTestId('canvas-handle-plus').click();
}
