import { SEND_AND_WAIT_OPERATION, type IDataObject } from 'n8n-workflow';
import { InputError, withWords } from '../errors/nodeErrors';
import { isGroupEntry } from '../service/lists';
import { asText, isOn, oneOf } from '../values/checks';
import { locatorOf, refuseBraces, refuseWhole } from '../values/fixedOrExpression';
import { normalizeGroupId } from '../values/groupId';
import { readOption } from '../values/option';
import { personOfPhone } from '../values/person';
import { normalizePhone } from '../values/phone';
import { countryCode, testPhone } from './fields/sendOptions';
import type { Item } from './item';

/** Parameters that decide which other fields the form shows, evaluated for an item. */
export type Choices = ReturnType<typeof choicesOf>;

/** @throws InputError for a choice that the form does not offer */
export function choicesOf(item: Item) {
	refuseWhole('Options', item.node.parameters.options);
	const operation = String(item.node.parameters.operation);
	const isQuestion = operation === SEND_AND_WAIT_OPERATION;
	return {
		resource: 'message',
		operation,
		recipientType: oneOf(
			isQuestion ? ['phone', 'group'] : ['phone', 'group', 'contact'],
			'Send To',
			item.parameter('recipientType', 'phone'),
		),
		mediaSource:
			operation === 'sendMedia'
				? oneOf(['url', 'binary'], 'Media Source', item.parameter('mediaSource', 'url'))
				: 'url',
		isInteractive: isOn('Interactive Message', item.parameter('isInteractive', false)),
	};
}

/** Who receives a message, as the service takes it: never both a phone and a group (§2.2). */
export interface Recipient {
	type: 'phone' | 'group';
	id: string;
}

/**
 * Who receives the message of an item, as Send To says.
 *
 * @throws InputError where that is not a recipient, and for an upload to a group (§2.3)
 */
export async function recipientOf(
	item: Item,
	{ recipientType, mediaSource }: Choices,
): Promise<Recipient> {
	if (recipientType === 'phone') {
		refuseBraces('Phone', item.node.parameters.phone);
		return phoneRecipient(item.parameter('phone', ''), await itemCountryCode(item));
	}
	const isGroup = recipientType === 'group';
	if (isGroup) refuseBraces('Group ID', item.node.parameters.groupId);
	const recipient = isGroup
		? groupRecipient(locatorOf(item.parameter('groupId', '')).value)
		: contactRecipient(item.json, await itemCountryCode(item));
	if (recipient.type === 'phone' || mediaSource === 'url') return recipient;
	const problem = isGroup ? 'Send To is Group' : 'The contact is a group';
	throw new InputError(
		`${problem}, but uploads can only go to a phone number: set Media Source to URL`,
	);
}

/** Send Test To, read as Send To is. @throws InputError where it is no phone number */
export async function testRecipient(item: Item): Promise<Recipient> {
	const phone = readOption(item, testPhone);
	try {
		return phoneRecipient(phone, await itemCountryCode(item));
	} catch (error) {
		throw withWords('Send Test To', error);
	}
}

/**
 * The country of an item's numbers: the option's, else the credential's; empty where neither is set.
 *
 * @throws InputError where it is none
 */
export async function itemCountryCode(item: Item): Promise<string> {
	return readOption(item, countryCode) || (await item.service()).countryCode;
}

/** @param isListed whether it comes from one of the service's own lists, in its format already */
export const phoneRecipient = (phone: unknown, country: string, isListed = false): Recipient => ({
	type: 'phone',
	id: normalizePhone(phone, country, isListed),
});

/** A group by its ID. @throws InputError where that is no group's */
export const groupRecipient = (groupId: unknown): Recipient => ({
	type: 'group',
	id: normalizeGroupId(groupId),
});

/**
 * The contact that the item is, as Get List Contacts gives it (§2.5): a group entry has the group's ID in `phone`.
 * An item without `is_group` is no contact of the service, so its phone is read as Phone Number reads it.
 *
 * @throws InputError where the item has no phone, or where that cannot be read
 */
export function contactRecipient(item: IDataObject, country: string): Recipient {
	const id = asText(item?.phone);
	if (id === undefined) {
		throw new InputError(
			'The input item has no phone to send to: connect Get List Contacts before this node, or set Send To to Phone Number',
		);
	}
	if (isGroupEntry(item) || /@g\.us\s*$/i.test(id)) return groupRecipient(item.phone);
	return phoneRecipient(item.phone, country, item.is_group !== undefined);
}

/**
 * Who a recipient is: what tells one from another. A group's id is the same with and without `@g.us`, and a
 * number in both of its writings. For comparing only: what is sent stays as it was written.
 */
export function personOf({ type, id }: Recipient): string {
	if (type === 'group') return `${id.replace(/@g\.us$/i, '')}@g.us`;
	return personOfPhone(id);
}
