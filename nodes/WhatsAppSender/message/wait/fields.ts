import type { INodeProperties } from 'n8n-workflow';
import { optionsField } from '../../formFields';
import { optionalText } from '../../values/checks';
import type { Option } from '../../values/option';
import { countryCode } from '../fields/options';
import { groupId, phone, sendTo } from '../fields/recipientFields';
import { limitWaitTime } from './limitWaitTime';

/** Webhooks that show the page and receive the response. n8n calls them only while an execution waits. */
export const responseWebhooks = (['GET', 'POST'] as const).map((httpMethod) => ({
	name: 'default' as const,
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
}));

const textOption = (displayName: string, name: string, more: Partial<Option>): Option<string> => ({
	displayName,
	name,
	type: 'string',
	default: '',
	...more,
	emptyHint: undefined,
	read: (value) => optionalText(displayName, value).trim(),
});

export const linkText = textOption('Link Text', 'linkText', {
	// Without these words, people answer in the chat.
	default: 'Respond here:',
	description: 'Text before the link in the message. If empty, only the link is added.',
});

export const pageText = textOption('Page Text', 'pageText', {
	typeOptions: { rows: 4 },
	description: 'Text of the page. If empty, the page repeats the message.',
});

export const pageTitle = textOption('Page Title', 'pageTitle', {
	placeholder: 'e.g. Example Shop',
	description: 'Heading of the page. Enter who is asking.',
});

/** The form of Send and Wait for Response, with the names that n8n's own messaging nodes use. */
export const waitFields: INodeProperties[] = [
	{
		displayName:
			'The recipient opens a link to this n8n, so n8n must be reachable from the internet. Self-hosted: set WEBHOOK_URL to its public address.',
		name: 'reachableNotice',
		type: 'notice',
		default: '',
	},
	sendTo('group', 'phone'),
	phone,
	groupId,
	// n8n fills a field named `message` when the node reviews an AI tool.
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. May invoice 1001 be sent?',
		description: 'The question to send. A link to the response page is added below it.',
		routing: { send: { type: 'body', property: 'text' } },
	},
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		options: [
			{
				name: 'Approval',
				value: 'approval',
				description: 'The recipient taps a button to approve or to decline',
			},
			{ name: 'Free Text', value: 'freeText', description: 'The recipient writes a text' },
		],
		default: 'approval',
	},
	{
		displayName: 'Approval Options',
		name: 'approvalOptions',
		type: 'fixedCollection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Values',
				name: 'values',
				values: [
					{
						displayName: 'Type of Approval',
						name: 'approvalType',
						type: 'options',
						options: [
							{ name: 'Approve Only', value: 'single' },
							{ name: 'Approve and Disapprove', value: 'double' },
						],
						default: 'double',
					},
					{
						displayName: 'Approve Button Label',
						name: 'approveLabel',
						type: 'string',
						default: 'Approve',
						description:
							"Text of the button that approves. 'Approve' is shown in the reader's language.",
					},
					{
						displayName: 'Disapprove Button Label',
						name: 'disapproveLabel',
						type: 'string',
						default: 'Decline',
						description:
							"Text of the button that declines. 'Decline' is shown in the reader's language.",
						displayOptions: { show: { approvalType: ['double'] } },
					},
				],
			},
		],
		displayOptions: { show: { responseType: ['approval'] } },
	},
	optionsField([countryCode, limitWaitTime, linkText, pageText, pageTitle]),
];
