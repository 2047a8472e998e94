import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/failures';
import { addressOf, groupOf, type Kind } from '../values/address';
import { isEmptyValue, quote, requiredId } from '../values/text';
import { normalizePhone, personOfPhone } from '../values/phone';
import { isGroupEntry } from './service';

/** Who receives a message, as the service takes it: never both a phone and a group (§2.2). */
export interface Recipient {
	type: 'phone' | 'group';
	id: string;
}

/**
 * @param country of a number without its country code; nothing if it must have one
 * @param isListed whether it comes from one of the service's own lists, in its format already
 */
export const phoneRecipient = (phone: unknown, country?: string, isListed = false): Recipient => ({
	type: 'phone',
	id: normalizePhone(phone, country, isListed),
});

const CHOOSE = 'choose one group, or enter the phone that Get List Contacts returns for it';
/** A person entered as a group would bypass Never Send To. */
const PEOPLE: Kind[] = ['phone', 'glued', 'garbled', 'personId'];
/** The format of a group's ID is not documented. */
const GROUPS: Kind[] = ['group', 'digits', 'other'];

/**
 * A group by its ID, without invisible characters.
 *
 * @throws InputError if it is not a group ID
 */
export function groupRecipient(groupId: unknown): Recipient {
	const { kind, plain: id } = addressOf(requiredId('Group ID', groupId, CHOOSE));
	if (PEOPLE.includes(kind)) {
		throw new InputError(`Group ID ${quote(id)} is a person: set Send To to Phone Number`);
	}
	if (GROUPS.includes(kind) && !/[\s,;]/.test(id)) return { type: 'group', id };
	throw new InputError(`Group ID ${quote(id)} is not the ID of a group: ${CHOOSE}`);
}

/**
 * The contact that the item is, as Get List Contacts gives it (§2.5): a group entry has the group's ID in `phone`.
 * An item without `is_group` is not a contact of the service, so its phone is read like the field Phone.
 *
 * @throws InputError if the item has no phone, or one that cannot be read
 */
export function contactRecipient(item: IDataObject, country: string): Recipient {
	if (isEmptyValue(item?.phone)) {
		throw new InputError(
			'This row has no phone to send to: connect Get List Contacts before this node, or set Send To to Phone Number',
		);
	}
	if (isGroupEntry(item)) return groupRecipient(item.phone);
	return phoneRecipient(item.phone, country, item.is_group !== undefined);
}

/** Identifies a recipient, however it is entered. For comparing only: the request contains the original. */
export const personOf = ({ type, id }: Recipient): string =>
	type === 'group' ? `${groupOf(id)}@g.us` : personOfPhone(id);
