import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { seen, type EditorSession } from '../../../rig/browser/browser';
import { shows } from '../../../rig/browser/editor';
import { projectFolder } from '../../../rig/n8n/folders';
import { until } from '../../../rig/until';
import { description, isStored, shown, shownOptions } from '../../contract/form';
import { blank, FAILING } from '../cases';

const codex = path.join(projectFolder, 'nodes/WhatsAppSender/WhatsAppSender.node.json');
const { alias } = JSON.parse(readFileSync(codex, 'utf8')) as { alias: string[] };

/** What people type who do not know the node's name. */
const TYPED = [
	'send message',
	'bulk message',
	'whatsapp message',
	'send whatsapp',
	'whatsapp broadcast',
	'contact list',
];

/** The node in the panel of nodes. */
export function finding(session: EditorSession): void {
	seen(
		session,
		'the node panel finds the node by its name and by each of its aliases',
		async () => {
			const { editor } = session;
			await editor.openNewWorkflow();
			const found = editor.at('item-iterator-item').filter({ hasText: 'WhatsApp Sender' });
			for (const search of ['WhatsApp Sender', ...alias, ...TYPED]) {
				await editor.search('nothing is called like this');
				await found.first().waitFor({ state: 'detached' });
				await editor.search(search);
				await found.first().waitFor();
			}
			// 1.x shows the name alone.
			const described = (await found.innerText()).includes(description.description);
			expect(described).toBe(session.line !== '1.x');
		},
	);
}

/** What an open node shows. That the form is what the engine says; what that is: `test/contract/form`. */
export function showing(session: EditorSession): void {
	const follows = async (values: INodeParameters) => {
		const labels = session.editor.at('node-parameters').locator('label[for]');
		const names = async () =>
			await labels
				.filter({ visible: true })
				.evaluateAll((all) => all.map((label) => label.getAttribute('for')).join());
		const expected = shown(values)
			.filter(isStored)
			.map((field) => field.name);
		// The editor takes a moment to follow a change.
		await until(async () => (await names()) === expected.join(), 5000);
		expect(await names()).toBe(expected.join());
	};

	seen(session, 'a form follows what is chosen, and offers its options', async () => {
		const { editor, parameters } = session;
		await editor.openNode(blank('sendMedia'));
		const values: INodeParameters = { resource: 'message', operation: 'sendMedia' };
		await parameters.toggle('isInteractive');
		await follows({ ...values, isInteractive: true });
		for (const [name, value] of [
			['recipientType', 'contact'],
			['mediaSource', 'binary'],
		]) {
			const choices = shown(values).find((field) => field.name === name)!.options!;
			const choice = (choices as INodePropertyOptions[]).find((each) => each.value === value)!;
			await parameters.choose(name, choice.name);
			values[name] = value;
		}
		await follows(values);
		const titles = shownOptions(values).map(({ displayName }) => displayName);
		expect(await parameters.optionsOffered()).toEqual(titles);
	});

	seen(session, 'an error says what failed and what to do', async () => {
		const { editor } = session;
		await editor.openNode(FAILING);
		await editor.executeStep();
		const panel = editor.at('output-panel');
		const message = 'Message to 447700900500 was not accepted (HTTP 500): The message could not be';
		await shows(panel.getByTestId('node-error-message'), message);
		const advice = 'whether the WhatsApp number of the service is connected';
		await shows(panel.getByTestId('node-error-description'), advice);
	});
}
