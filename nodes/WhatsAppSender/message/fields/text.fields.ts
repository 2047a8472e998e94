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
	},
	{
		displayName: 'Interactive Message',
		name: 'isInteractive',
		type: 'boolean',
		default: false,
		description: 'Whether to add a footer and buttons to the message',
		displayOptions: { hide: { mediaSource: ['binary'] } },
	},
	{
		displayName: 'Footer',
		name: 'footer',
		type: 'string',
		default: '',
		placeholder: 'e.g. Example Shop, open from 9 to 5',
		description: 'Small text below the message',
		displayOptions: { show: { isInteractive: [true] }, hide: { mediaSource: ['binary'] } },
	},
	{
		displayName: 'Buttons',
		name: 'buttons',
		type: 'json',
		default: '[]',
		hint: 'WhatsApp may not show buttons on every account',
		description:
			"List of buttons as JSON. Which fields a button has is in your service's documentation.",
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
