import type { INodeProperties } from 'n8n-workflow';

const hideForUpload = { hide: { '/mediaSource': ['binary'] } };

/** Options of both send operations, in alphabetical order. */
export const sendOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Default Country Code',
			name: 'countryCode',
			type: 'string',
			default: '',
			placeholder: 'e.g. 62',
			description:
				'Country code, digits only, that takes the place of the 0 a phone number starts with',
			displayOptions: { hide: { '/recipientType': ['group'] } },
		},
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. invoice.pdf',
			description:
				'Name of the uploaded file. The name that the file has in n8n is used where this is empty.',
			displayOptions: { show: { '/mediaSource': ['binary'] }, hide: { '@tool': [true] } },
		},
		{
			displayName: 'Maximum Delay (Seconds)',
			name: 'maxDelay',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 2 },
			default: 0,
			description:
				'Longest pause between two messages. Each pause is a random time between minimum and maximum.',
		},
		{
			displayName: 'Messages at Once',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 50 },
			default: 1,
			description:
				'How many messages may wait for their answer at the same time. With 1 they arrive in item order.',
		},
		{
			displayName: 'Minimum Delay (Seconds)',
			name: 'minDelay',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 2 },
			default: 0,
			description:
				'Shortest pause between two messages. Where only one delay is set, every pause is that long.',
		},
		{
			displayName: 'Send At',
			name: 'sendAt',
			type: 'dateTime',
			default: '',
			description:
				"When the service sends the message, in the workflow's time zone. An expression may give a date, ISO text or a Unix timestamp.",
			displayOptions: hideForUpload,
		},
		{
			displayName: 'Send At Unit',
			name: 'sendAtUnit',
			type: 'options',
			options: [
				{ name: 'Milliseconds', value: 'milliseconds' },
				{ name: 'Seconds', value: 'seconds' },
			],
			default: 'seconds',
			description:
				'Unit in which your service takes the time of Send At. Change it if scheduled messages go out at once.',
			displayOptions: hideForUpload,
		},
	],
};
