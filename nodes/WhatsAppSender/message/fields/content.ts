import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

export const text: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	required: true,
	placeholder: 'e.g. Your order is on its way',
	description: 'Message text. Line breaks and emoji are kept.',
	routing: { send: { type: 'body', property: 'text' } },
};

const isInteractive: INodeProperties = {
	displayName: 'Interactive Message',
	name: 'isInteractive',
	type: 'boolean',
	default: false,
	description: 'Whether to add a footer and buttons to the message',
	routing: { send: { type: 'body', property: 'isInteractive' } },
};

const footerAndButtons: INodeProperties[] = [
	{
		displayName: 'Footer',
		name: 'footer',
		type: 'string',
		default: '',
		placeholder: 'e.g. Example Shop, open from 9 to 5',
		description: 'Small text below the message',
		routing: { send: { type: 'body', property: 'footer' } },
	},
	{
		displayName: 'Buttons',
		name: 'buttons',
		type: 'json',
		default: '[]',
		hint: 'Enter them like [{"text": "Yes"}, {"text": "No"}]. WhatsApp may not show buttons on every account.',
		description:
			"JSON array of buttons. Your service's documentation names the fields of a button.",
		routing: { send: { type: 'body', property: 'buttons' } },
	},
];

/** Fields of an interactive message (§2.2). */
export const interactiveFields: INodeProperties[] = [
	isInteractive,
	...updateDisplayOptions({ show: { isInteractive: [true] } }, footerAndButtons),
];

export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};
