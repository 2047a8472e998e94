import type { INodeProperties } from 'n8n-workflow';

/** Whom each message goes to. */
export const sendTo: INodeProperties = {
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
};

const phone: INodeProperties = {
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +62 812-3456-7890',
	hint: 'Begins with the country code, like 62 for Indonesia',
	description:
		"WhatsApp number to send to. Spaces, dashes, brackets and a leading + or 00 are removed. A number that starts with 0 needs the option 'Default Country Code'.",
};

export const chosenPhone: INodeProperties = {
	...phone,
	displayOptions: { hide: { recipientType: ['group', 'contact'] } },
};

/** An upload goes to a phone number (§2.3), also after Send To was something else. */
export const phoneOfUpload: INodeProperties = {
	...phone,
	displayOptions: { show: { mediaSource: ['binary'], recipientType: ['group', 'contact'] } },
};

/** What Send To asks for besides. */
export const otherRecipients: INodeProperties[] = [
	{
		displayName: 'Group ID',
		name: 'groupId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 120363025246125486@g.us',
		description: 'ID of the WhatsApp group. Get List Contacts returns it as the phone of a group.',
		displayOptions: { show: { recipientType: ['group'] } },
	},
	{
		displayName:
			'Connect Get List Contacts before this node. Each input item is one recipient, a contact or a group.',
		name: 'contactNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { recipientType: ['contact'] } },
	},
];
