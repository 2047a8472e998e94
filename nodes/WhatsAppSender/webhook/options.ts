import type { INodeProperties } from 'n8n-workflow';
import { optionsField, turnOptions } from '../fields';

const text = (name: string, displayName: string, example: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder: `e.g. ${example}`,
});

/** A name and a value, as often as the user likes. */
const pairs = (name: string, displayName: string, example: string) => ({
	type: 'fixedCollection' as const,
	typeOptions: { multipleValues: true },
	placeholder: `Add ${name}`,
	default: {},
	options: [
		{
			name,
			displayName,
			values: [text('name', 'Name', example), text('value', 'Value', 'newsletter')],
		},
	],
});

export const webhookOptions = optionsField([
	{
		displayName: 'Extra Fields',
		name: 'fields',
		description: 'More fields to send with name and phone',
		...pairs('field', 'Field', 'source'),
	},
	{
		displayName: 'Extra Headers',
		name: 'headers',
		description: 'Headers to send with the request',
		...pairs('header', 'Header', 'X-Source'),
	},
	...turnOptions.slice(0, 2),
	{
		displayName: 'Method',
		name: 'method',
		type: 'options',
		options: [
			{ name: 'PATCH', value: 'PATCH' },
			{ name: 'POST', value: 'POST' },
			{ name: 'PUT', value: 'PUT' },
		],
		default: 'POST',
		description: 'HTTP method of the request',
	},
	...turnOptions.slice(2),
	{
		displayName: 'Name Field',
		name: 'nameField',
		type: 'string',
		default: 'name',
		description: 'Name of the field for the name of the contact',
	},
	{
		displayName: 'Phone Field',
		name: 'phoneField',
		type: 'string',
		default: 'phone',
		description: 'Name of the field for the phone number',
	},
]);
