import type { INodeProperties } from 'n8n-workflow';

const PHONE = {
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +62 812-3456-7890',
	hint: 'Begins with the country code, like 62 for Indonesia',
	description:
		"WhatsApp number to send to. Spaces, dashes, brackets and a leading + or 00 are removed. A number that starts with 0 needs the option 'Default Country Code'.",
} as const satisfies Omit<INodeProperties, 'displayOptions'>;

/** Whom the message is for. An upload goes to a phone number only (§2.3). */
export const recipientFields: INodeProperties[] = [
	{
		displayName: 'Send To',
		name: 'recipientType',
		type: 'options',
		options: [
			{
				name: 'Contact From a List',
				value: 'contact',
				description: 'The contact or group in each input item, from Get List Contacts',
			},
			{ name: 'Group', value: 'group', description: 'A WhatsApp group, by its ID' },
			{ name: 'Phone Number', value: 'phone', description: 'A WhatsApp number' },
		],
		default: 'phone',
		description: 'Whom each message goes to',
		displayOptions: { hide: { mediaSource: ['binary'] } },
	},
	{
		...PHONE,
		displayOptions: { hide: { recipientType: ['group', 'contact'], mediaSource: ['binary'] } },
	},
	{ ...PHONE, displayOptions: { show: { mediaSource: ['binary'] } } },
	{
		displayName: 'Group ID',
		name: 'groupId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 120363025246125486@g.us',
		description: 'ID of the WhatsApp group. Get List Contacts returns it as the phone of a group.',
		displayOptions: { show: { recipientType: ['group'] }, hide: { mediaSource: ['binary'] } },
	},
	{
		displayName:
			'Connect Get List Contacts before this node. Each input item is one recipient, a contact or a group.',
		name: 'contactNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { recipientType: ['contact'] }, hide: { mediaSource: ['binary'] } },
	},
];
