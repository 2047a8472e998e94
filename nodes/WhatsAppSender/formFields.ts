import type { INodeProperties } from 'n8n-workflow';
import { lengthOfText } from './values/input';

/** A text field, empty by default. */
export const textField = (
	displayName: string,
	name: string,
	more: Partial<INodeProperties> = {},
): INodeProperties => ({ displayName, name, type: 'string', default: '', ...more });

/** A drop-down with fixed options. */
export const choiceField = (
	displayName: string,
	name: string,
	defaultValue: string,
	more: Pick<INodeProperties, 'options'> & Partial<INodeProperties>,
): INodeProperties => ({ displayName, name, type: 'options', default: defaultValue, ...more });

/** The drop-down Operation of a resource. */
export const operationField = (
	resource: string,
	defaultValue: string,
	options: INodeProperties['options'],
): INodeProperties =>
	choiceField('Operation', 'operation', defaultValue, {
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options,
	});

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
export const optionsField = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [...options, lengthOfText],
});
