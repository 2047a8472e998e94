import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

const contact: INodePropertyOptions = {
	name: 'Contact From a List',
	value: 'contact',
	description: 'The contact or group in each input item, from Get List Contacts',
	displayOptions: { hide: { '@tool': [true] } },
};
const group: INodePropertyOptions = {
	name: 'Group',
	value: 'group',
	description: 'A WhatsApp group, by its ID',
};
const phoneNumber: INodePropertyOptions = {
	name: 'Phone Number',
	value: 'phone',
	description: 'A WhatsApp number',
};

/** Send To, with all kinds of recipients. */
export const sendTo: INodeProperties = {
	displayName: 'Send To',
	name: 'recipientType',
	type: 'options',
	options: [contact, group, phoneNumber],
	default: 'phone',
	description: 'Who receives each message',
};

/** Send To for an upload, which the service takes for a phone number only (§2.3). */
export const sendUploadTo: INodeProperties = { ...sendTo, options: [contact, phoneNumber] };

/** Send To for a question, which goes to one phone or group. */
export const sendQuestionTo: INodeProperties = { ...sendTo, options: [group, phoneNumber] };

const phone: INodeProperties = {
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +62 812-3456-7890',
	hint: 'Include the country code, e.g. 62 for Indonesia',
	description:
		"WhatsApp number to send to. Spaces, dashes, brackets and a leading + or 00 are removed. A number that starts with 0 needs the option 'Default Country Code'.",
	routing: { send: { type: 'body', property: 'phone' } },
};

const contactNotice: INodeProperties = {
	displayName: 'Sends to the phone or group of each input item. Use it after Get List Contacts.',
	name: 'contactNotice',
	type: 'notice',
	default: '',
};

const groupId: INodeProperties = {
	displayName: 'Group ID',
	name: 'groupId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 120363025246125486@g.us',
	description: 'ID of the WhatsApp group. Get List Contacts returns it as the phone of a group.',
	routing: { send: { type: 'body', property: 'group_id' } },
};

/** The field that each choice of Send To needs. */
export const recipientFields: INodeProperties[] = [
	...updateDisplayOptions({ show: { recipientType: ['phone'] } }, [phone]),
	...updateDisplayOptions({ show: { recipientType: ['contact'] } }, [contactNotice]),
];
export const groupFields: INodeProperties[] = updateDisplayOptions(
	{ show: { recipientType: ['group'] } },
	[groupId],
);
