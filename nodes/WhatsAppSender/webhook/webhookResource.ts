import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';
import { delay } from '../broadcast/rules';
import { operationField, optionsField } from '../formFields';

/** Not an operation of the service (§4.5), so `webhookList` runs instead of n8n's routing. */
export const webhookOperations = operationField('webhook', 'webhookList', [
	{
		name: 'Webhook List',
		value: 'webhookList',
		action: 'Send contact to webhook',
		description: 'Send the name and phone of each contact to a webhook',
	},
]);

const textField = (
	name: string,
	displayName: string,
	more: Partial<INodeProperties>,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	...more,
});

/** A collection of names and values. */
const pairFields = (name: string, displayName: string, example: string) => ({
	type: 'fixedCollection' as const,
	typeOptions: { multipleValues: true },
	placeholder: `Add ${name}`,
	default: {},
	options: [
		{
			name,
			displayName,
			values: [
				textField('name', 'Name', { placeholder: `e.g. ${example}` }),
				textField('value', 'Value', { placeholder: 'e.g. newsletter' }),
			],
		},
	],
});

const webhookOptions = optionsField([
	delay,
	{
		displayName: 'Extra Fields',
		name: 'fields',
		description: 'More fields to send with name and phone',
		...pairFields('field', 'Field', 'source'),
	},
	{
		displayName: 'Extra Headers',
		name: 'headers',
		description: 'Headers to send with the request',
		...pairFields('header', 'Header', 'X-Source'),
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
	textField('nameField', 'Name Field', {
		default: 'name',
		description: 'Field that receives the name of the contact',
	}),
	textField('phoneField', 'Phone Field', {
		default: 'phone',
		description: 'Field that receives the phone number',
	}),
]);

const ifWebhook = { show: { resource: ['webhook'], operation: ['webhookList'] } };

export const webhookFields: INodeProperties[] = [
	{
		displayName: 'Webhook URL',
		name: 'webhookUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://example.com/webhook/contacts',
		description: 'Web address of the receiver, for example a Webhook node in another workflow',
		displayOptions: ifWebhook,
	},
	// With `show`, the editor would hide Resource and Operation as parts of the authentication.
	{
		displayName: 'Authentication',
		name: 'receiverAuthentication',
		type: 'options',
		options: [
			{ name: 'None', value: 'none' },
			{ name: 'WhatsApp Sender Webhook API', value: 'credential' },
		],
		default: 'none',
		description:
			'How to authenticate with the receiver. The API key of WhatsApp Sender API is never sent to it.',
		displayOptions: { hide: { resource: [{ _cnd: { not: 'webhook' } }] } },
	},
	...updateDisplayOptions(ifWebhook, [
		// Without it, the editor shows the credential above Authentication.
		{
			displayName: 'Credential',
			name: 'receiverCredential',
			type: 'credentials',
			default: '',
			displayOptions: { show: { receiverAuthentication: ['credential'] } },
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '={{ $json.name }}',
			placeholder: 'e.g. Ayu Lestari',
		},
		{
			displayName: 'Phone',
			name: 'phone',
			type: 'string',
			default: '={{ $json.phone }}',
			required: true,
			placeholder: 'e.g. 6281234567890',
			description: 'Phone number of the contact, or the ID of a group',
		},
		{
			displayName: 'Phone Format',
			name: 'phoneFormat',
			type: 'options',
			options: [
				{ name: 'Unchanged', value: 'asIs', description: 'As entered' },
				{ name: 'International', value: 'international', description: 'Like 6281234567890' },
				{ name: 'Local', value: 'local', description: 'Like 081234567890' },
			],
			default: 'local',
		},
		{
			displayName: 'Country Code',
			name: 'countryCode',
			type: 'string',
			default: '62',
			placeholder: 'e.g. 62',
			description:
				'Country code to swap with the leading 0. Numbers of other countries and group IDs are not changed.',
			displayOptions: { show: { phoneFormat: ['local', 'international'] } },
		},
		webhookOptions,
	]),
];
