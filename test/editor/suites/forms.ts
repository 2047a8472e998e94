import { isDeepStrictEqual } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import { seen, type EditorSession } from '../../../rig/browser/useEditor';
import { fieldsSeen } from '../../../rig/browser/parameters';
import { until } from '../../../rig/until';
import { blank } from '../cases';
import { choiceNamed, fieldNamed, formExpected, optionsExpected } from '../forms/expected';
import { forms, type Form, type State } from '../forms/forms';

export function formsSuite(session: EditorSession): void {
	describe('the form', () => {
		for (const form of forms) {
			const { operation } = form;
			seen(
				session,
				`of ${operation} shows what belongs to it, explained, and no more`,
				async () => {
					await session.editor.openNode(blank(operation));
					await walkThrough(session, form);
				},
			);
		}
	});
}

async function walkThrough(
	session: EditorSession,
	{ resource, operation, states }: Form,
): Promise<void> {
	const values: INodeParameters = { resource, operation };
	const explained = new Set<string>();
	let credential = false;
	for (const state of states) {
		await change(session, values, state);
		await checkOptions(session, values, state);
		const expected = formExpected(state.fields, values);
		// The editor takes a moment to follow a change.
		const fits = async () => isDeepStrictEqual(await fieldsSeen(session.editor.page), expected);
		await until(fits, 5000);
		expect(await fieldsSeen(session.editor.page)).toEqual(expected);
		credential = state.credential ?? credential;
		expect(await session.editor.at('credentials-label').count()).toBe(credential ? 1 : 0);
		await checkExplanations(session, values, state, explained);
	}
}

/** Changes fields as a user does, and keeps account of it. */
async function change(
	{ parameters }: EditorSession,
	values: INodeParameters,
	state: State,
): Promise<void> {
	for (const [name, value] of Object.entries(state.change)) {
		const field = fieldNamed(name, values);
		if (field.type === 'boolean') await parameters.toggle(name);
		else await parameters.choose(name, choiceNamed(field, value));
		values[name] = value;
	}
	for (const name of state.forgotten ?? []) delete values[name];
}

async function checkOptions(
	{ parameters }: EditorSession,
	values: INodeParameters,
	{ offered, addAll }: State,
): Promise<void> {
	if (!offered) return;
	const names = optionsExpected(offered, values);
	expect(await parameters.optionsOffered()).toEqual(names);
	if (addAll) for (const name of names) await parameters.addOption(name);
}

/** Each field tells what it is for, the first time that it is there. */
async function checkExplanations(
	{ parameters }: EditorSession,
	values: INodeParameters,
	{ fields }: State,
	explained: Set<string>,
): Promise<void> {
	const fresh = fields.split(' ').map((name) => name.replace('*', ''));
	for (const name of fresh.filter((field) => !explained.has(field))) {
		explained.add(name);
		const { description } = fieldNamed(name, values);
		if (description) await parameters.explains(name, description);
	}
}
