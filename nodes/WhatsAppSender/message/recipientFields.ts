import type { INodeProperties } from 'n8n-workflow';
import type { Option } from '../values/input';
import { normalizeCountryCode } from '../values/phone';

const RECIPIENT_TYPES = [
	{
		name: 'Contact From a List',
		value: 'contact',
		description: 'The contact or group in each input item, from Get List Contacts',
		displayOptions: { hide: { '@tool': [true] } },
	},
	{ name: 'Group', value: 'group', description: 'A WhatsApp group, by its ID' },
	{ name: 'Phone Number', value: 'phone', description: 'A WhatsApp number' },
];

/** The field Send To, with the recipient types that an operation supports. */
export const sendTo = (...types: string[]): INodeProperties => ({
	displayName: 'Send To',
	name: 'recipientType',
	type: 'options',
	options: RECIPIENT_TYPES.filter(({ value }) => types.includes(value)),
	default: 'phone',
	description: 'Who receives each message',
});

export const contactNotice: INodeProperties = {
	displayName: 'Sends to the phone or group of each input item. Use it after Get List Contacts.',
	name: 'contactNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { recipientType: ['contact'] } },
};

export const phone: INodeProperties = {
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +62 812-3456-7890',
	hint: "With the country code, or as written in the credential's country",
	description:
		'WhatsApp number to send to. Spaces, dashes, brackets and a leading + or 00 are removed.',
	routing: { send: { type: 'body', property: 'phone' } },
	displayOptions: { show: { recipientType: ['phone'] } },
};

export const groupId: INodeProperties = {
	displayName: 'Group ID',
	name: 'groupId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'WhatsApp group to send to, found in your contact lists by its name',
	builderHint: { propertyHint: 'Use mode "id" with the phone of a group, from Get List Contacts' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a group...',
			typeOptions: { searchListMethod: 'searchGroups', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 120363025246125486@g.us',
			hint: 'Get List Contacts returns it as the phone of a group',
		},
	],
	routing: { send: { type: 'body', property: 'group_id' } },
	displayOptions: { show: { recipientType: ['group'] } },
};

export const countryCode: Option<string> = {
	displayName: 'Country Code',
	name: 'countryCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. 62 or ID',
	description:
		"Replaces the credential's country for numbers without a country code. Use an expression if your data has a country column.",
	emptyHint: 'a country code, e.g. 62 or ID',
	read: (value) => normalizeCountryCode(value),
};
