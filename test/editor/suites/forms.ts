import { isDeepStrictEqual } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import { seen, type Desk } from '../../../rig/browser/useEditor';
import { fieldsSeen } from '../../../rig/browser/form';
import { until } from '../../../rig/browser/until';
import { blank } from '../cases';
import { choiceNamed, fieldNamed, formExpected, optionsExpected } from '../forms/expected';
import { forms, type Form, type State } from '../forms/forms';

export function formsSuite(desk: Desk): void {
	describe('the form', () => {
		for (const form of forms) {
			const { operation } = form;
			seen(desk, `of ${operation} shows what belongs to it, explained, and no more`, async () => {
				await desk.editor.openNode(blank(operation));
				await walkThrough(desk, form);
			});
		}
	});
}

async function walkThrough(desk: Desk, { resource, operation, states }: Form): Promise<void> {
	const values: INodeParameters = { resource, operation };
	const explained = new Set<string>();
	let credential = false;
	for (const state of states) {
		await change(desk, values, state);
		await checkOptions(desk, values, state);
		const expected = formExpected(state.fields, values);
		// The editor takes a moment to follow a change.
		const fits = async () => isDeepStrictEqual(await fieldsSeen(desk.editor.page), expected);
		await until(fits, 5000);
		expect(await fieldsSeen(desk.editor.page)).toEqual(expected);
		credential = state.credential ?? credential;
		expect(await desk.editor.at('credentials-label').count()).toBe(credential ? 1 : 0);
		await checkExplanations(desk, values, state, explained);
	}
}

/** Changes fields as a user does, and keeps account of it. */
async function change({ parameters }: Desk, values: INodeParameters, state: State): Promise<void> {
	for (const [name, value] of Object.entries(state.change)) {
		const field = fieldNamed(name, values);
		if (field.type === 'boolean') await parameters.toggle(name);
		else await parameters.choose(name, choiceNamed(field, value));
		values[name] = value;
	}
	for (const name of state.forgotten ?? []) delete values[name];
}

async function checkOptions(
	{ parameters }: Desk,
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
	{ parameters }: Desk,
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
