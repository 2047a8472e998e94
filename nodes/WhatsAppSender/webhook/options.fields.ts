import type { INodeProperties } from 'n8n-workflow';

/** A name and a value, as often as the user likes. */
const pairs = (name: string, displayName: string): INodeProperties['options'] => [
	{
		name,
		displayName,
		values: [
			{ displayName: 'Name', name: 'name', type: 'string', default: '' },
			{ displayName: 'Value', name: 'value', type: 'string', default: '' },
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
			displayName: 'Fields',
			name: 'fields',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Field',
			default: {},
			description: 'More fields for the body, beside name and phone',
			options: pairs('field', 'Field'),
		},
		{
			displayName: 'Headers',
			name: 'headers',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Header',
			default: {},
			description: 'More headers for the request',
			options: pairs('header', 'Header'),
		},
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
		{
			displayName: 'Name Field',
			name: 'nameField',
			type: 'string',
			default: 'name',
			description: 'What the receiver calls the field with the name',
		},
		{
			displayName: 'Phone Field',
			name: 'phoneField',
			type: 'string',
			default: 'phone',
			description: 'What the receiver calls the field with the phone',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 30000,
			description: 'How long to wait for the answer, in milliseconds',
		},
	],
};
