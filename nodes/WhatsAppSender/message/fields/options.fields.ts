import type { INodeProperties } from 'n8n-workflow';

const schedule: INodeProperties[] = [
	{
		displayName: 'Send At',
		name: 'sendAt',
		type: 'dateTime',
		default: '',
		description:
			"When the service sends the message, in the workflow's time zone. An expression may give a date or a timestamp.",
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
			"Unit of the time that your service is given for 'Send At'. Change it if scheduled messages go out at once.",
	},
];

/** Once for each operation: the editor keeps Media Source when Operation changes. */
const notForUpload = (field: INodeProperties): INodeProperties[] => [
	{ ...field, displayOptions: { show: { '/operation': ['sendText'] } } },
	{
		...field,
		displayOptions: { show: { '/operation': ['sendMedia'], '/mediaSource': ['url'] } },
	},
];

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
				'Takes the place of the 0 that a phone number starts with: 62 makes 6281234567890 out of 081234567890',
		},
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. invoice.pdf',
			description: 'Name to send the file with. If empty, the file keeps its own name.',
			displayOptions: {
				show: { '/operation': ['sendMedia'], '/mediaSource': ['binary'] },
				hide: { '@tool': [true] },
			},
		},
		{
			displayName: 'Maximum Delay (Seconds)',
			name: 'maxDelay',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 2 },
			default: 0,
			description:
				'Longest delay between two messages. Each delay is a random time between minimum and maximum.',
		},
		{
			displayName: 'Messages at Once',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 50 },
			default: 1,
			description:
				'How many messages may be on their way at the same time. With 1 they arrive in the order of the items.',
		},
		{
			displayName: 'Minimum Delay (Seconds)',
			name: 'minDelay',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 2 },
			default: 0,
			description:
				'Shortest delay between two messages. If only one of the two is set, every delay is that long.',
		},
		...schedule.flatMap(notForUpload),
	],
};
