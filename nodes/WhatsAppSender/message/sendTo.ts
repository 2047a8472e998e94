import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/failures';
import { locatorOf, type ReadParameter } from '../values/expressions';
import {
	type ChoiceField,
	choiceField,
	enteredText,
	shownIf,
	textField,
} from '../values/formFields';
import { asText } from '../values/text';
import {
	contactRecipient,
	groupRecipient,
	phoneRecipient,
	type Recipient,
} from '../service/recipient';
import { isGroupEntry } from '../service/service';
import { needsCountry } from '../values/phone';
import type { Choices, Item, MessageBodyField, MessageField, MessageOperation } from './item';
import { countryCode } from './options';

const RECIPIENT_TYPES: ChoiceField['options'] = [
	{
		name: 'Contact From a List',
		value: 'contact',
		description: 'The phone or group of each row. Use it after Get List Contacts.',
		displayOptions: { hide: { '@tool': [true] } },
	},
	{ name: 'Group', value: 'group', description: 'A WhatsApp group, by its ID' },
	{ name: 'Phone Number', value: 'phone', description: 'A WhatsApp number' },
];

const group: MessageBodyField = {
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
	bodyValue: ({ to }) => to.id,
};

const phone: MessageBodyField = {
	...textField('Phone', 'phone'),
	required: true,
	placeholder: 'e.g. +62 812-3456-7890',
	hint: "With the country code, or as written in the credential's country",
	description:
		'WhatsApp number to send to, as written in your data. Drag in a column to send to the number of each row.',
	routing: { send: { type: 'body', property: 'phone' } },
	bodyValue: ({ to }) => to.id,
};

/** A contact is in the row, and needs no field. */
const FIELDS: Record<string, MessageField[]> = { contact: [], group: [group], phone: [phone] };

/** The field Send To, with the recipient types that an operation supports, and the field of each type. */
export const recipientFields = (...types: string[]): MessageField[] => [
	choiceField('Send To', 'recipientType', 'phone', {
		options: RECIPIENT_TYPES.filter(({ value }) => types.includes(value)),
		description: 'Who receives each message',
	}),
	...types.flatMap((type) => shownIf({ show: { recipientType: [type] } }, FIELDS[type])),
];

/** Code of the country of numbers without one: the option's, else the credential's; `''` if neither is set. */
export const countryOf = async (item: Item): Promise<string> =>
	item.option(countryCode) || (await item.service()).countryCode;

/**
 * Who receives the message of an item. The country is read only for a number that needs it.
 *
 * @throws InputError if it is invalid, or if the operation refuses groups (§2.3)
 */
export async function recipientOf(
	item: Item,
	choices: Choices,
	{ refusesGroups }: Pick<MessageOperation, 'refusesGroups'>,
): Promise<Recipient> {
	const { recipientType } = choices;
	const isGroup = recipientType === 'group';
	const { json } = item;
	const read: ReadParameter = (label, name) => enteredText(item, label, name, '', true);
	const entered = enteredRecipient(json, recipientType, read);
	const isContact = recipientType === 'contact';
	const hasPhone = !isGroup && !(isContact && isGroupEntry(json));
	const isListed = isContact && json.is_group !== undefined;
	const code = hasPhone && needsCountry(entered, isListed) ? await countryOf(item) : '';
	if (recipientType === 'phone') return phoneRecipient(entered, code);
	const recipient = isGroup ? groupRecipient(entered) : contactRecipient(json, code);
	const refusal = recipient.type === 'group' && refusesGroups?.(choices);
	if (!refusal) return recipient;
	throw new InputError(
		`${isGroup ? 'Send To is Group' : 'The contact is a group'}, but ${refusal}`,
	);
}

function enteredRecipient(json: IDataObject, recipientType: unknown, read: ReadParameter): unknown {
	if (recipientType === 'contact') return json.phone;
	if (recipientType === 'group') return locatorOf(read('Group ID', 'groupId', '')).value;
	return read('Phone', 'phone', '');
}

/** A recipient that cannot be read, for the output: the value as it is written. */
export function recipientAsEntered({ json, parameter }: Item): Recipient {
	let type: Recipient['type'] = 'phone';
	try {
		const sendTo = parameter('Send To', 'recipientType', 'phone');
		if (sendTo === 'group' || (sendTo === 'contact' && isGroupEntry(json))) type = 'group';
		return { type, id: asText(enteredRecipient(json, sendTo, parameter)) ?? '' };
	} catch {
		return { type, id: '' };
	}
}
