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
				description: 'The service fetches the file from a web address',
			},
			{
				name: 'Upload',
				value: 'binary',
				description: 'A file in the input item is uploaded, for a phone number only',
				displayOptions: { hide: { '@tool': [true] } },
			},
		],
		default: 'url',
		description: 'Where the file comes from',
	},
	{
		displayName:
			'The service takes an upload for a phone number only: no group, no buttons, no schedule',
		name: 'uploadNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { mediaSource: ['binary'] }, hide: { '@tool': [true] } },
	},
	{
		displayName: 'Media URL',
		name: 'mediaUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://example.com/invoice.pdf',
		description: 'Web address of the file. The service must be able to open it without a login.',
		displayOptions: { show: { mediaSource: ['url'] } },
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
			'Most nodes put the file into "data". An expression may also give the file itself.',
		displayOptions: { show: { mediaSource: ['binary'] }, hide: { '@tool': [true] } },
	},
];
