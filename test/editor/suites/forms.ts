import { isDeepStrictEqual } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import { fieldsSeen } from '../../../rig/browser/parameters';
import { until } from '../../../rig/until';
import { seen, type EditorSession } from '../../../rig/browser/useEditor';
import { shown, shownOptions } from '../../contract/form';
import { blank, operations, type Change, type Operation } from '../cases';
import { asSeen, asksForCredential, choiceNamed, fieldNamed, isPart } from '../expected';

/** What the editor makes of the form: what it has to show is the engine's, which `test/contract/form` checks. */
export function formsSuite(session: EditorSession): void {
	describe('the form', () => {
		for (const operation of operations) {
			const name = `of ${operation.operation} shows what belongs to it, explained, and no more`;
			seen(session, name, async () => {
				await session.editor.openNode(blank(operation.operation));
				await walkThrough(session, operation);
			});
		}
	});
}

async function walkThrough(session: EditorSession, { resource, operation, changes }: Operation) {
	const { editor, parameters } = session;
	const values: INodeParameters = { resource, operation };
	const check = async (...added: string[]) => {
		const names = [...shown(values).map(({ name }) => name), ...added];
		const expected = names.flatMap((name) => asSeen(name, values) ?? []);
		// The editor takes a moment to follow a change.
		await until(async () => isDeepStrictEqual(await fieldsSeen(editor.page), expected), 5000);
		expect(await fieldsSeen(editor.page)).toEqual(expected);
		const asked = await editor.at('credentials-label').count();
		expect(asked).toBe(asksForCredential(values) ? 1 : 0);
	};

	for (const change of [{}, ...changes]) {
		await apply(session, values, change);
		await check();
	}
	const explained = shown(values).findLast(
		({ name, description }) => description && asSeen(name, values),
	)!;
	await parameters.explains(explained.name, explained.description!);
	if (!shown(values).some(({ name }) => name === 'options')) return;
	const offered = shownOptions(values);
	expect(await parameters.optionsOffered()).toEqual(offered.map(({ displayName }) => displayName));
	const simple = offered.filter((option) => !isPart(option));
	for (const { displayName } of simple) await parameters.addOption(displayName);
	await check(...simple.map(({ name }) => name));
}

/** Changes fields as a user does, and keeps account of it. */
async function apply({ parameters }: EditorSession, values: INodeParameters, change: Change) {
	for (const [name, value] of Object.entries(change)) {
		const field = fieldNamed(name, values);
		if (field.type === 'boolean') await parameters.toggle(name);
		else await parameters.choose(name, choiceNamed(field, value));
		values[name] = value;
	}
}
