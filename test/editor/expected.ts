import {
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	NodeHelpers,
} from 'n8n-workflow';
import type { FieldSeen } from '../../rig/browser/parameters';
import { description, shown, shownOptions } from '../contract/form';

/** A field, or an option, that shows with these values. */
export function fieldNamed(name: string, values: INodeParameters): INodeProperties {
	const fields = shown(values);
	const options = fields.some((field) => field.name === 'options') ? shownOptions(values) : [];
	return [...fields, ...options].find((field) => field.name === name)!;
}

/** The display name of a choice. */
export function choiceNamed(field: INodeProperties, value: unknown): string {
	const choices = field.options as INodePropertyOptions[];
	return choices.find((choice) => choice.value === value)!.name;
}

/** Whether it has no value of its own, but says something or holds other fields. */
export const isPart = ({ type }: INodeProperties) =>
	['notice', 'collection', 'fixedCollection'].includes(type);

export function asksForCredential(values: INodeParameters): boolean {
	const [version, properties] = [{ typeVersion: 1 }, description.properties];
	const all = NodeHelpers.getNodeParameters(properties, values, true, false, version, description)!;
	return description.credentials!.some((credential) =>
		NodeHelpers.displayParameter(all, credential, version, description),
	);
}

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

/** What stands in a field that has no placeholder of its own: n8n's words. */
const EDITOR_PLACEHOLDERS: Partial<Record<INodeProperties['type'], string>> = {
	options: 'Select',
	resourceLocator: 'Mode...',
	dateTime: 'Select date and time',
};

/** A field as it must be seen, if at all: in the node's own words, with the value that it has, or its default. */
export function asSeen(name: string, values: INodeParameters): FieldSeen | undefined {
	const field = fieldNamed(name, values);
	if (field.type === 'hidden' || field.isNodeSetting) return undefined;
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
