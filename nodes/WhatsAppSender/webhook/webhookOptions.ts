import type { INodeProperties } from 'n8n-workflow';
import { optionsField } from '../formFields';
import { delay } from '../broadcast/rules/delay';

const text = (name: string, displayName: string, more: object): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	...more,
});

/** Pairs of a name and a value. */
const pairs = (name: string, displayName: string, example: string) => ({
	type: 'fixedCollection' as const,
	typeOptions: { multipleValues: true },
	placeholder: `Add ${name}`,
	default: {},
	options: [
		{
			name,
			displayName,
			values: [
				text('name', 'Name', { placeholder: `e.g. ${example}` }),
				text('value', 'Value', { placeholder: 'e.g. newsletter' }),
			],
		},
	],
});

export const webhookOptions = optionsField([
	delay,
	{
		displayName: 'Extra Fields',
		name: 'fields',
		...pairs('field', 'Field', 'source'),
	},
	{
		displayName: 'Extra Headers',
		name: 'headers',
		...pairs('header', 'Header', 'X-Source'),
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
	},
	text('nameField', 'Name Field', {
		default: 'name',
		description: 'Name of the field for the name of the contact',
	}),
	text('phoneField', 'Phone Field', {
		default: 'phone',
		description: 'Name of the field for the phone number',
	}),
]);
