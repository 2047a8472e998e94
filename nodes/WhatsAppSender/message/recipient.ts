import {
	SEND_AND_WAIT_OPERATION,
	type IDataObject,
	type INodeParameterResourceLocator,
} from 'n8n-workflow';
import { InputError, withWords } from '../errors/nodeErrors';
import { isGroupEntry } from '../service/lists';
import { asText, isNothing, isOn, oneOf, quoted, requiredId } from '../values/checks';
import { normalizeCountryCode } from '../values/countryCode';
import { refuseBraces, refuseWholeOptions } from '../values/fixedOrExpression';
import { shortWriting } from '../values/otherWritings';
import { normalizePhone } from '../values/phone';
import { countryCode, testPhone } from './fields/sendOptions';
import { optionOf, type Item } from './item';

/** Parameters that decide which other fields the form shows, evaluated for an item. */
export interface Choices {
	resource: string;
	operation: string;
	recipientType: string;
	mediaSource: string;
	isInteractive: boolean;
}

/** @throws InputError for a choice that the form does not offer */
export function choicesOf(item: Item): Choices {
	refuseWholeOptions(item.node);
	const operation = String(item.node.parameters.operation);
	const isMedia = operation === 'sendMedia';
	return {
		resource: 'message',
		operation,
		recipientType: oneOf(
			operation === SEND_AND_WAIT_OPERATION ? ['phone', 'group'] : ['phone', 'group', 'contact'],
			'Send To',
			item.parameter('recipientType', 'phone'),
		),
		mediaSource: isMedia
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
	const isUpload = mediaSource === 'binary';
	if (recipientType === 'group') {
		if (isUpload) throw groupOfUpload('Send To is Group');
		refuseBraces('Group ID', item.node.parameters.groupId);
		return groupRecipient(item.parameter('groupId', ''));
	}
	if (recipientType === 'phone') {
		refuseBraces('Phone', item.node.parameters.phone);
		const phone = item.parameter('phone', '');
		return { type: 'phone', id: normalizePhone(phone, await itemCountryCode(item)) };
	}
	const contact = contactRecipient(item.json, await itemCountryCode(item));
	if (isUpload && contact.type === 'group') throw groupOfUpload('The contact is a group');
	return contact;
}

/** Send Test To, read as Send To is. @throws InputError where it is no phone number */
export async function testRecipient(item: Item): Promise<Recipient> {
	const phone = optionOf(item, testPhone);
	try {
		return { type: 'phone', id: normalizePhone(phone, await itemCountryCode(item)) };
	} catch (error) {
		throw withWords('Send Test To', error);
	}
}

const groupOfUpload = (problem: string) =>
	new InputError(`${problem}, but uploads can only go to a phone number: set Media Source to URL`);

/**
 * The country of an item's numbers: the option's, else the credential's; empty where neither is set.
 *
 * @throws InputError where it is none
 */
export async function itemCountryCode(item: Item): Promise<string> {
	const ofItem = optionOf(item, countryCode);
	return isNothing(ofItem) ? (await item.service()).countryCode : normalizeCountryCode(ofItem);
}

/**
 * A group by its id, which nobody documents the form of: only trimmed.
 *
 * @param groupId a resource locator, or the id alone: a list's, a model's, an older workflow's
 * @throws InputError where it is empty, not text, a number that has lost digits, a person's, or has spaces in it
 */
export function groupRecipient(groupId: unknown): Recipient {
	const fix = 'choose a group, or enter the phone that Get List Contacts returns for it';
	const isLocator = Object(groupId) === groupId && 'mode' in (groupId as object);
	const entered = isLocator ? (groupId as INodeParameterResourceLocator).value : groupId;
	const id = requiredId('Group ID', entered, fix);
	if (/\s/.test(id)) throw new InputError(`Group ID ${quoted(id)} contains spaces: ${fix}`);
	// As a group, a person would pass Never Send To.
	if (/@(?:s\.whatsapp\.net|c\.us)$|^\+?\d{8,15}$/i.test(id)) {
		throw new InputError(`Group ID ${quoted(id)} is a person: set Send To to Phone Number`);
	}
	return { type: 'group', id };
}

/**
 * The contact that the item is, as Get List Contacts gives it (§2.5): a group entry has the
 * group's id in `phone`. A phone is in the service's format already, so it shows its country code.
 *
 * @throws InputError where the item is no contact
 */
export function contactRecipient(item: IDataObject, country: string): Recipient {
	if (asText(item?.phone) === undefined) {
		throw new InputError(
			'The input item has no phone to send to: connect Get List Contacts before this node, or set Send To to Phone Number',
		);
	}
	return isGroupEntry(item)
		? groupRecipient(item.phone)
		: { type: 'phone', id: normalizePhone(item.phone, country, true) };
}

/**
 * Who a recipient is: what tells one from another. A group's id is the same with and without `@g.us`, and a
 * number in both of its writings. For comparing only: what is sent stays as it was written.
 */
export function personOf({ type, id }: Recipient): string {
	if (type === 'group') return `${id.replace(/@g\.us$/i, '')}@g.us`;
	return shortWriting(id);
}
