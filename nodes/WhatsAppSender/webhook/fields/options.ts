import type { INodeProperties } from 'n8n-workflow';
import { turnOptions } from '../../fields/delay';

/** A name and a value, as often as the user likes. */
const pairs = (
	name: string,
	displayName: string,
	example: { name: string; value: string },
): INodeProperties['options'] => [
	{
		name,
		displayName,
		values: [
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: `e.g. ${example.name}`,
			},
			{
				displayName: 'Value',
				name: 'value',
				type: 'string',
				default: '',
				placeholder: `e.g. ${example.value}`,
			},
		],
	},
];

export const webhookOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Extra Fields',
			name: 'fields',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add field',
			default: {},
			description: 'More fields to send with name and phone',
			options: pairs('field', 'Field', { name: 'source', value: 'newsletter' }),
		},
		{
			displayName: 'Extra Headers',
			name: 'headers',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add header',
			default: {},
			description: 'Headers to send with the request',
			options: pairs('header', 'Header', { name: 'X-Source', value: 'newsletter' }),
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
	],
};
