import type { INodeProperties } from 'n8n-workflow';

/** What the message says, and what an interactive message has besides (§2.2). */
export const textFields: INodeProperties[] = [
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. Your order is on its way',
		description: 'What the message says. Line breaks and emoji arrive as written.',
		routing: { send: { type: 'body', property: 'text' } },
	},
	{
		displayName: 'Interactive Message',
		name: 'isInteractive',
		type: 'boolean',
		default: false,
		description: 'Whether to send an interactive message, with a footer and buttons',
		displayOptions: { hide: { mediaSource: ['binary'] } },
	},
	{
		displayName: 'Footer',
		name: 'footer',
		type: 'string',
		default: '',
		placeholder: 'e.g. Reply STOP to get no more messages',
		description: 'Small text below the message',
		displayOptions: { show: { isInteractive: [true] }, hide: { mediaSource: ['binary'] } },
	},
	{
		displayName: 'Buttons',
		name: 'buttons',
		type: 'json',
		default: '[]',
		description:
			'JSON array of buttons, with the fields that your service takes for a button. WhatsApp may not show buttons on every account.',
		displayOptions: { show: { isInteractive: [true] }, hide: { mediaSource: ['binary'] } },
	},
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
];
