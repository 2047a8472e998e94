import {
	type IDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
	updateDisplayOptions,
} from 'n8n-workflow';
import { type Field, isOn, lengthOfText, oneOf, type OptionSource, storedValue } from './input';

/** A text field, empty by default. */
export const textField = (displayName: string, name: string, more: Partial<Field> = {}): Field => ({
	displayName,
	name,
	type: 'string',
	default: '',
	...more,
});

/** A drop-down with fixed options. */
export interface ChoiceField<T extends string = string> extends Field {
	type: 'options';
	options: Array<INodePropertyOptions & { value: T }>;
}

export const choiceField = <T extends string>(
	displayName: string,
	name: string,
	defaultValue: T,
	more: Pick<ChoiceField<T>, 'options'> & Partial<Omit<Field, 'type' | 'options'>>,
): ChoiceField<T> => ({ displayName, name, type: 'options', default: defaultValue, ...more });

/** A field that becomes a body field: by `routing.send` for n8n, and by its own function for the node. */
export interface BodyField<Source> extends INodeProperties {
	routing: { send: { type: 'body'; property: string } };
	/** @returns the value of the body field; an empty one is left out */
	bodyValue(source: Source): unknown;
}

/** The fields, each with more conditions for its display. */
export const shownIf = <F extends INodeProperties>(conditions: IDisplayOptions, fields: F[]): F[] =>
	fields.map((field) => {
		const [{ displayOptions }] = updateDisplayOptions(conditions, [field]);
		return { ...field, displayOptions };
	});

/** What the fields of an item are read from. */
export type FieldSource = Pick<OptionSource, 'node' | 'parameter'>;

/**
 * The choice of a drop-down for an item.
 *
 * @param path of a field at a deeper level
 * @throws InputError for another value from an expression, WorkflowError for a fixed one
 */
export function choiceOf<T extends string>(
	{ node, parameter }: FieldSource,
	field: Pick<ChoiceField<T>, 'displayName' | 'name' | 'default' | 'options'>,
	path = field.name,
): T {
	const { displayName: label } = field;
	const value = parameter(label, path, field.default);
	return oneOf(valuesIn(field), label, value, storedValue(node, path));
}

/** Whether a switch is on for an item. @throws as `choiceOf` */
export function isSwitchedOn({ node, parameter }: FieldSource, field: INodeProperties): boolean {
	const { displayName: label, name } = field;
	return isOn(label, parameter(label, name, field.default), storedValue(node, name));
}

/** The choices of a drop-down. */
export const valuesIn = <T extends string>({ options }: Pick<ChoiceField<T>, 'options'>): T[] =>
	options.map(({ value }) => value);

/** A field for a contact list of the account. */
export const listField = {
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a list...',
			typeOptions: { searchListMethod: 'searchLists', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
		},
	],
} satisfies Partial<INodeProperties>;

/** The collection Options of an operation. */
export const optionsField = (options: Array<Field | BodyField<never>>): Field => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [...options, lengthOfText],
});
