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

/** Where the file of Send Media comes from: an address that the service fetches, or an upload (§4.2). */
const mediaSource: INodeProperties = {
	displayName: 'Media Source',
	name: 'mediaSource',
	type: 'options',
	options: [
		{
			name: 'URL',
			value: 'url',
			description: 'The service fetches the file from a web address',
		},
		{
			name: 'Upload',
			value: 'binary',
			description: 'A file in the input item is uploaded, to a phone number only',
			displayOptions: { hide: { '@tool': [true] } },
		},
	],
	default: 'url',
	description: 'Where the file comes from',
};

const mediaUrl: INodeProperties = {
	displayName: 'Media URL',
	name: 'mediaUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://example.com/invoice.pdf',
	description: 'Web address of the file. The service must be able to open it without a login.',
	routing: { send: { type: 'body', property: 'media_url' } },
};

const upload: INodeProperties[] = [
	{
		displayName: 'Uploads can only go to a phone number, without buttons or a schedule',
		name: 'uploadNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Input Data Field Name',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		placeholder: 'e.g. data',
		hint: 'The name of the input field containing the file to upload',
		description: 'Most nodes name it "data". An expression can also return the file itself.',
		builderHint: { propertyHint: 'Only for mediaSource "binary", and only to a phone number' },
		routing: { send: { type: 'body', property: 'file' } },
	},
];

export const mediaFields: INodeProperties[] = [
	mediaSource,
	...updateDisplayOptions({ show: { mediaSource: ['url'] } }, [mediaUrl]),
	...updateDisplayOptions({ show: { mediaSource: ['binary'] }, hide: { '@tool': [true] } }, upload),
];
