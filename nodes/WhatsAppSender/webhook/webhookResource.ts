import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';
import { delay } from '../broadcast/rules';
import { choiceField, operationField, optionsField, textField } from '../formFields';

/** Not an operation of the service (§4.5), so `webhookList` runs instead of n8n's routing. */
export const webhookOperations = operationField('webhook', 'webhookList', [
	{
		name: 'Webhook List',
		value: 'webhookList',
		action: 'Send contact to webhook',
		description: 'Send the name and phone of each contact to a webhook',
	},
]);

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
				textField('Name', 'name', { placeholder: `e.g. ${example}` }),
				textField('Value', 'value', { placeholder: 'e.g. newsletter' }),
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
	choiceField('Method', 'method', 'POST', {
		options: [
			{ name: 'PATCH', value: 'PATCH' },
			{ name: 'POST', value: 'POST' },
			{ name: 'PUT', value: 'PUT' },
		],
		description: 'HTTP method of the request',
	}),
	textField('Name Field', 'nameField', {
		default: 'name',
		description: 'Field that receives the name of the contact',
	}),
	textField('Phone Field', 'phoneField', {
		default: 'phone',
		description: 'Field that receives the phone number',
	}),
]);

const ifWebhook = { show: { resource: ['webhook'], operation: ['webhookList'] } };

export const webhookFields: INodeProperties[] = [
	textField('Webhook URL', 'webhookUrl', {
		required: true,
		placeholder: 'e.g. https://example.com/webhook/contacts',
		description: 'Web address of the receiver, for example a Webhook node in another workflow',
		displayOptions: ifWebhook,
	}),
	// With `show`, the editor would hide Resource and Operation as parts of the authentication.
	choiceField('Authentication', 'receiverAuthentication', 'none', {
		options: [
			{ name: 'None', value: 'none' },
			{ name: 'WhatsApp Sender Webhook API', value: 'credential' },
		],
		description:
			'How to authenticate with the receiver. The API key of WhatsApp Sender API is never sent to it.',
		displayOptions: { hide: { resource: [{ _cnd: { not: 'webhook' } }] } },
	}),
	...updateDisplayOptions(ifWebhook, [
		// Without it, the editor shows the credential above Authentication.
		{
			displayName: 'Credential',
			name: 'receiverCredential',
			type: 'credentials',
			default: '',
			displayOptions: { show: { receiverAuthentication: ['credential'] } },
		},
		textField('Name', 'name', {
			default: '={{ $json.name }}',
			placeholder: 'e.g. Ayu Lestari',
		}),
		textField('Phone', 'phone', {
			default: '={{ $json.phone }}',
			required: true,
			placeholder: 'e.g. 6281234567890',
			description: 'Phone number of the contact, or the ID of a group',
		}),
		choiceField('Phone Format', 'phoneFormat', 'local', {
			options: [
				{ name: 'Unchanged', value: 'asIs', description: 'As entered' },
				{ name: 'International', value: 'international', description: 'Like 6281234567890' },
				{ name: 'Local', value: 'local', description: 'Like 081234567890' },
			],
		}),
		textField('Country Code', 'countryCode', {
			default: '62',
			placeholder: 'e.g. 62',
			description:
				'Country code to swap with the leading 0. Numbers of other countries and group IDs are not changed.',
			displayOptions: { show: { phoneFormat: ['local', 'international'] } },
		}),
		webhookOptions,
	]),
];
