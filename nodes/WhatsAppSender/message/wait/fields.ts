import type { INodeProperties } from 'n8n-workflow';
import { optionsField } from '../../formFields';
import { optionalText } from '../../values/checks';
import type { Option } from '../../values/option';
import { countryCode } from '../fields/options';
import { groupId, recipientFields, sendQuestionTo } from '../fields/recipientFields';
import { limitWaitTime } from './limitWaitTime';

/** The page and its form, which answer only while an execution waits. */
export const responseWebhooks = (['GET', 'POST'] as const).map((httpMethod) => ({
	name: 'default' as const,
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
}));

/** Text that is shown to whoever is asked. */
const textOption = (field: Pick<Option, 'displayName' | 'name'> & Partial<Option>) =>
	({
		type: 'string',
		default: '',
		...field,
		emptyHint: undefined,
		read: (value) => optionalText(field.displayName, value).trim(),
	}) satisfies Option<string>;

/** So that nobody writes the answer into the chat. */
export const LINK_TEXT = 'Respond here:';

/** The options of Send and Wait for Response, but for the country of its recipient. */
export const QUESTION_OPTIONS = {
	limitWaitTime,
	linkText: textOption({
		displayName: 'Link Text',
		name: 'linkText',
		default: LINK_TEXT,
		description: 'Text before the link in the message. If empty, the link stands alone.',
	}),
	pageText: textOption({
		displayName: 'Page Text',
		name: 'pageText',
		typeOptions: { rows: 4 },
		description: 'What the page says. If empty, it repeats the message.',
	}),
	pageTitle: textOption({
		displayName: 'Page Title',
		name: 'pageTitle',
		placeholder: 'e.g. Example Shop',
		description: 'Heading of the page. Enter who is asking.',
	}),
};

/** The form of Send and Wait for Response, with the names that n8n's own messaging nodes have. */
export const waitFields: INodeProperties[] = [
	{
		displayName:
			'The recipient opens a link to this n8n, so n8n must be reachable from the internet. Self-hosted: set WEBHOOK_URL to its public address.',
		name: 'reachableNotice',
		type: 'notice',
		default: '',
	},
	sendQuestionTo,
	...recipientFields,
	groupId,
	// Named `message`, because n8n fills a field of this name when the node reviews an AI tool.
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
		description: 'How the recipient responds',
	},
	{
		displayName: 'Approval Options',
		name: 'approvalOptions',
		type: 'fixedCollection',
		description: 'Which buttons the page has',
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
						description: 'Whether the page also has a button to decline',
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
	optionsField([countryCode, ...Object.values(QUESTION_OPTIONS)]),
];
