import { isDeepStrictEqual } from 'node:util';
import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { fieldsSeen, type FieldSeen } from '../../../rig/browser/parameters';
import { until } from '../../../rig/until';
import { seen, type EditorSession } from '../../../rig/browser/useEditor';
import { shown, shownOptions } from '../../contract/form';
import { blank, FORMS } from '../cases';

/** What the editor makes of the form: what it has to show is the engine's, which `test/contract/form` checks. */
export function forms(session: EditorSession): void {
	for (const [resource, operation, changes] of FORMS) {
		const name = `the form of ${operation} shows what belongs to it, and no more`;
		seen(session, name, async () => {
			const { editor, parameters } = session;
			const values: INodeParameters = { resource, operation };
			const check = async (...added: string[]) => {
				const names = [...shown(values).map((field) => field.name), ...added];
				const expected = names.flatMap((each) => asSeen(each, values) ?? []);
				// The editor takes a moment to follow a change.
				await until(async () => isDeepStrictEqual(await fieldsSeen(editor.page), expected), 5000);
				expect(await fieldsSeen(editor.page)).toEqual(expected);
			};
			await editor.openNode(blank(operation));
			for (const change of [{}, ...changes]) {
				for (const [field, value] of Object.entries(change)) {
					if (typeof value === 'boolean') await parameters.toggle(field);
					else await parameters.choose(field, choiceNamed(fieldNamed(field, values), value));
					values[field] = value;
				}
				await check();
			}
			if (!shown(values).some((field) => field.name === 'options')) return;
			const offered = shownOptions(values);
			const titles = offered.map(({ displayName }) => displayName);
			expect(await parameters.optionsOffered()).toEqual(titles);
			const simple = offered.filter((option) => !isPart(option));
			for (const { displayName } of simple) await parameters.addOption(displayName);
			await check(...simple.map((option) => option.name));
		});
	}
}

/** A field, or an option, that shows with these values. */
function fieldNamed(name: string, values: INodeParameters): INodeProperties {
	const fields = shown(values);
	const options = fields.some((field) => field.name === 'options') ? shownOptions(values) : [];
	return [...fields, ...options].find((field) => field.name === name)!;
}

const choiceNamed = ({ options }: INodeProperties, value: unknown) =>
	(options as INodePropertyOptions[]).find((choice) => choice.value === value)!.name;

/** Whether it has no value of its own, but says something or holds other fields. */
const isPart = ({ type }: INodeProperties) =>
	['notice', 'collection', 'fixedCollection'].includes(type);

function written(field: INodeProperties, value: unknown): string {
	if (isPart(field)) return '';
	if (field.type === 'options') return choiceNamed(field, value);
	if (field.type === 'boolean') return value ? 'on' : 'off';
	if (field.type === 'number')
		return Number(value).toFixed(field.typeOptions?.numberPrecision ?? 0);
	if (field.type === 'resourceLocator') return (value as { value: string }).value;
	return String(value).replace(/^=/, '');
}

/** What stands in a field that has no placeholder of its own: n8n's words. */
const EDITOR_PLACEHOLDERS: Partial<Record<INodeProperties['type'], string>> = {
	options: 'Select',
	resourceLocator: 'Mode...',
	dateTime: 'Select date and time',
};

/** A field as it must be seen, if at all: in the node's own words, with the value that it has, or its default. */
function asSeen(name: string, values: INodeParameters): FieldSeen | undefined {
	const field = fieldNamed(name, values);
	if (['hidden', 'credentials'].includes(field.type) || field.isNodeSetting) return undefined;
	const value = written(field, values[name] ?? field.default);
	// An expression stands in an editor of its own, which shows no placeholder.
	const isBare = isPart(field) || String(field.default).startsWith('=');
	return {
		name: field.type === 'notice' ? '' : name,
		label: field.displayName.replace(/<[^>]+>/g, ''),
		value,
		placeholder: isBare ? '' : (EDITOR_PLACEHOLDERS[field.type] ?? field.placeholder ?? ''),
		hint: field.hint ?? '',
		marked: field.required === true && value === '',
	};
}
