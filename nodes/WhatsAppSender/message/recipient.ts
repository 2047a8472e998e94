import { InputError } from '../errors/errors';
import { normalizeCountryCode } from '../values/countryCode';
import {
	contactRecipient,
	groupRecipient,
	phoneRecipient,
	type Recipient,
} from '../values/recipient';
import type { Item } from './item';
import { mappedValues, type Choices } from './mapping';

/** The fields of the form that name a recipient, by its type. */
export const RECIPIENT_FIELDS = { phone: 'phone', group: 'groupId' } as const;

export const namesRecipient = (path: string) =>
	Object.values<string>(RECIPIENT_FIELDS).includes(path);

/**
 * Who receives the message of an item, as Send To says.
 *
 * @throws InputError where that is not a recipient, and for an upload to a group (§2.3)
 */
export function recipientOf(item: Item, choices: Choices): Recipient {
	const { recipientType, mediaSource } = choices;
	const isUpload = mediaSource === 'binary';
	if (isUpload && recipientType === 'group') throw groupOfUpload('Send To is Group');
	const { phone, groupId } = mappedValues(item, choices, namesRecipient);
	const countryCode = () => countryCodeSet(item);
	const recipient =
		recipientType === 'group'
			? groupRecipient(groupId?.value)
			: recipientType === 'contact'
				? contactRecipient(item.json, countryCode())
				: phoneRecipient(phone?.value, countryCode());
	if (isUpload && recipient.type === 'group') throw groupOfUpload('The contact is a group');
	return recipient;
}

const groupOfUpload = (problem: string) =>
	new InputError(`${problem}, but uploads can only go to a phone number: set Media Source to URL`);

/**
 * The Default Country Code of an item; empty where none is set.
 *
 * @throws InputError where it is not a country code
 */
export function countryCodeSet(item: Item): string {
	return normalizeCountryCode(item.parameter('options.countryCode', ''));
}
