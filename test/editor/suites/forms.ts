import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { seen, type EditorSession } from '../../../rig/browser/browser';
import { until } from '../../../rig/until';
import { isStored, shown, shownOptions } from '../../contract/form';
import { blank, OPERATIONS } from '../cases';

/** That the editor shows what the engine says; what that is: `test/contract/form`. */
export function forms(session: EditorSession): void {
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

	seen(session, 'each operation shows its fields', async () => {
		for (const [resource, operation] of OPERATIONS) {
			await session.editor.openNode(blank(operation));
			await follows({ resource, operation });
			await session.editor.closeNode();
		}
	});

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
}
