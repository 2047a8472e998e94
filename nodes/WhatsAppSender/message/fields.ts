import { type INodeProperties, SEND_AND_WAIT_OPERATION, updateDisplayOptions } from 'n8n-workflow';
import { campaign } from '../broadcast/campaign';
import { OPTIONS_OF_NEW_NODE, RULES } from '../broadcast/rules';
import { choiceField, optionsField, textField } from '../formFields';
import type { Option } from '../values/input';
import { countryCode, recipientFields } from './sendTo';
import { textFormat } from './textFormat';
import { waitFields } from './wait/fields';

export const fileName: Option = {
	...textField('File Name', 'fileName'),
	placeholder: 'e.g. invoice.pdf',
	description: 'Name to send the file with. If empty, the file keeps its own name.',
	displayOptions: {
		// The editor keeps Media Source when Operation changes.
		show: { '/operation': ['sendMedia'], '/mediaSource': ['binary'] },
		hide: { '@tool': [true] },
	},
	emptyHint: undefined,
	read: (value) => value,
};

/** Never hidden, because n8n drops a hidden option, and the message would be sent immediately. */
export const sendAt: Option = {
	displayName: 'Send At',
	name: 'sendAt',
	type: 'dateTime',
	default: '',
	description: 'When the service sends the message. Uploads cannot be scheduled.',
	hint: "In the workflow's time zone. A dry run shows it.",
	routing: { send: { type: 'body', property: 'send_at' } },
	emptyHint: '{{ $now }} to send the message now',
	read: (value) => value,
};

/** The options of a message, and those of the run. */
export const ALL_OPTIONS: INodeProperties[] = [
	...RULES,
	campaign,
	countryCode,
	fileName,
	sendAt,
	textFormat,
].sort((one, other) => one.displayName.localeCompare(other.displayName, 'en'));

const sendOptions: INodeProperties = {
	...optionsField(ALL_OPTIONS),
	// A broadcast without a delay can get a number blocked.
	default: OPTIONS_OF_NEW_NODE,
};

const text: INodeProperties = textField('Text', 'text', {
	typeOptions: { rows: 4 },
	required: true,
	placeholder: 'e.g. Your order is on its way',
	description: 'Message text. Line breaks and emoji are kept.',
	routing: { send: { type: 'body', property: 'text' } },
});

const interactiveFields: INodeProperties[] = [
	{
		displayName: 'Interactive Message',
		name: 'isInteractive',
		type: 'boolean',
		default: false,
		description: 'Whether to add a footer and buttons to the message',
		routing: { send: { type: 'body', property: 'isInteractive' } },
	},
	...updateDisplayOptions({ show: { isInteractive: [true] } }, [
		textField('Footer', 'footer', {
			placeholder: 'e.g. Example Shop, open from 9 to 5',
			description: 'Small text below the message',
			routing: { send: { type: 'body', property: 'footer' } },
		}),
		{
			displayName: 'Buttons',
			name: 'buttons',
			type: 'json',
			default: '[]',
			hint: 'Enter them like [{"text": "Yes"}, {"text": "No"}]. WhatsApp may not show buttons on every account.',
			description:
				"JSON array of buttons. See your service's documentation for the fields of a button.",
			routing: { send: { type: 'body', property: 'buttons' } },
		},
	]),
];

const sendText: INodeProperties[] = [
	...recipientFields('contact', 'group', 'phone'),
	text,
	...interactiveFields,
	sendOptions,
];

const ifUrl = { show: { mediaSource: ['url'] } };
const ifUpload = { show: { mediaSource: ['binary'] } };

/** An upload cannot go to a group, and cannot be interactive or scheduled (§2.3). */
const sendMedia: INodeProperties[] = [
	...updateDisplayOptions(ifUrl, recipientFields('contact', 'group', 'phone')),
	...updateDisplayOptions(ifUpload, recipientFields('contact', 'phone')),
	choiceField('Media Source', 'mediaSource', 'url', {
		options: [
			{
				name: 'URL',
				value: 'url',
				description: 'The service downloads the file from a web address',
			},
			{
				name: 'Upload',
				value: 'binary',
				description: 'Uploads a file of the row (phone numbers only)',
				displayOptions: { hide: { '@tool': [true] } },
			},
		],
	}),
	textField('Media URL', 'mediaUrl', {
		required: true,
		placeholder: 'e.g. https://example.com/invoice.pdf',
		description: 'Web address of the file. The service must be able to open it without a login.',
		routing: { send: { type: 'body', property: 'media_url' } },
		displayOptions: ifUrl,
	}),
	...updateDisplayOptions({ ...ifUpload, hide: { '@tool': [true] } }, [
		{
			displayName: 'Uploads can only go to a phone number, without buttons or a schedule',
			name: 'uploadNotice',
			type: 'notice',
			default: '',
		},
		textField('Input Data Field Name', 'binaryPropertyName', {
			default: 'data',
			required: true,
			placeholder: 'e.g. data',
			hint: 'The name of the input field containing the file to upload',
			description: 'Most nodes name it "data"',
			routing: { send: { type: 'body', property: 'file' } },
		}),
	]),
	text,
	...updateDisplayOptions(ifUrl, interactiveFields),
	sendOptions,
];

const displayFor = (operation: string) => ({
	show: { resource: ['message'], operation: [operation] },
});

/**
 * The form of the resource. The routing and `body.ts` send a field with `routing.send` as the body field that
 * it names (§2.2, §2.3).
 */
export const messageFields: INodeProperties[] = [
	...updateDisplayOptions(displayFor('sendText'), sendText),
	...updateDisplayOptions(displayFor('sendMedia'), sendMedia),
	...updateDisplayOptions(displayFor(SEND_AND_WAIT_OPERATION), waitFields),
];
