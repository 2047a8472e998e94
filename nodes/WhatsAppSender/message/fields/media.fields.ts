import type { INodeProperties } from 'n8n-workflow';

/** Where the file of Send Media comes from: an address that the service fetches, or an upload (§4.2). */
export const mediaFields: INodeProperties[] = [
	{
		displayName: 'Media Source',
		name: 'mediaSource',
		type: 'options',
		options: [
			{
				name: 'URL',
				value: 'url',
				description: 'The service fetches the file from a web address that it can reach',
			},
			{
				name: 'Upload',
				value: 'binary',
				description:
					'A file of the incoming item is uploaded. Takes a phone number only: no groups, buttons or schedule.',
				displayOptions: { hide: { '@tool': [true] } },
			},
		],
		default: 'url',
		description: 'Where the file comes from',
	},
	{
		displayName: 'Media URL',
		name: 'mediaUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://example.com/invoice.pdf',
		description: 'Address of the file. It must be open to the service without a login.',
		displayOptions: { show: { mediaSource: ['url'] } },
		routing: { send: { type: 'body', property: 'media_url' } },
	},
	{
		displayName: 'Input Data Field Name',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		placeholder: 'e.g. data',
		hint: 'The name of the input field containing the file to upload',
		description:
			'Name of the binary field of the incoming item. An expression may also give the file itself.',
		displayOptions: { show: { mediaSource: ['binary'] }, hide: { '@tool': [true] } },
	},
];
