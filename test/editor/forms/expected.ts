import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { description, shown, shownOptions } from '../../contract/form';
import type { FieldSeen } from '../../../rig/browser/parameters';

/** Of the values by which a field shows; the operation is among them. */
type Values = INodeParameters;

const named = (properties: INodeProperties[], name: string): INodeProperties => {
	const property = properties.find((candidate) => candidate.name === name);
	if (!property) throw new Error(`The node has no field "${name}" there`);
	return property;
};

/** A field, or an option, that shows with these values. */
export function fieldNamed(name: string, values: Values): INodeProperties {
	const fields = shown(values);
	const options = fields.some((field) => field.name === 'options') ? shownOptions(values) : [];
	return named([...fields, ...options], name);
}

/** The display name of a choice. */
export function choiceNamed(field: INodeProperties, value: unknown): string {
	const choices = field.options as INodePropertyOptions[];
	return choices.find((choice) => choice.value === value)!.name;
}

/** Whether it has no value of its own, but says something or holds other fields. */
const isPart = ({ type }: INodeProperties) =>
	['notice', 'collection', 'fixedCollection'].includes(type);

/** How the editor shows a value. */
function written(field: INodeProperties, value: unknown): string {
	if (isPart(field)) return '';
	if (field.type === 'options') return choiceNamed(field, value);
	if (field.type === 'boolean') return value ? 'on' : 'off';
	if (field.type === 'number')
		return Number(value).toFixed(field.typeOptions?.numberPrecision ?? 0);
	if (field.type === 'resourceLocator') return (value as { value: string }).value;
	return String(value).replace(/^=/, '');
}

/** What an empty field without a placeholder of its own shows: n8n's words. */
const EDITOR_PLACEHOLDERS: Partial<Record<INodeProperties['type'], string>> = {
	options: 'Select',
	resourceLocator: 'Mode...',
	dateTime: 'Select date and time',
};

/** A field as it must be seen: in the node's own words, with the value that it has, or its default. */
function fieldExpected(mention: string, values: Values): FieldSeen {
	const name = mention.replace('*', '');
	const field = fieldNamed(name, values);
	// An expression has an editor of its own, which shows no placeholder.
	const isBare = isPart(field) || String(field.default).startsWith('=');
	return {
		name: field.type === 'notice' ? '' : name,
		label: field.displayName.replace(/<[^>]+>/g, ''),
		value: written(field, values[name] ?? field.default),
		placeholder: isBare ? '' : (EDITOR_PLACEHOLDERS[field.type] ?? field.placeholder ?? ''),
		hint: field.hint ?? '',
		marked: mention.endsWith('*'),
	};
}

/** The form that belongs to a line of the table. */
export function formExpected(fields: string, values: Values): FieldSeen[] {
	return `resource operation ${fields}`.split(' ').map((name) => fieldExpected(name, values));
}

/** The names that "Add option" must offer. */
export function optionsExpected(names: string, values: Values): string[] {
	return names.split(' ').map((name) => named(shownOptions(values), name).displayName);
}

/** Every operation's words in the node panel. */
export const actions: string[] = description.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ options }) => (options as INodePropertyOptions[]).map(({ action }) => action!));
