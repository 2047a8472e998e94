import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

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
