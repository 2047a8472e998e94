import type { INodeProperties } from 'n8n-workflow';

/** What the message says (§2.2). */
export const text: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	required: true,
	placeholder: 'e.g. Your order is on its way',
	description: 'What the message says. Line breaks and emoji arrive as written.',
};

/** What an interactive message has besides (§2.2). */
export const interactiveFields: INodeProperties[] = [
	{
		displayName: 'Interactive Message',
		name: 'isInteractive',
		type: 'boolean',
		default: false,
		description: 'Whether to add a footer and buttons to the message',
	},
	{
		displayName: 'Footer',
		name: 'footer',
		type: 'string',
		default: '',
		placeholder: 'e.g. Example Shop, open from 9 to 5',
		description: 'Small text below the message',
		displayOptions: { show: { isInteractive: [true] } },
	},
	{
		displayName: 'Buttons',
		name: 'buttons',
		type: 'json',
		default: '[]',
		hint: 'WhatsApp may not show buttons on every account',
		description:
			"List of buttons as JSON. Which fields a button has is in your service's documentation.",
		displayOptions: { show: { isInteractive: [true] } },
	},
];

/** Which form the output has. */
export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};
