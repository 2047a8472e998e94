import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/nodeErrors';
import { asText } from '../values/checks';
import { normalizeGroupId } from '../values/groupId';
import { personOfPhone } from '../values/person';
import { normalizePhone } from '../values/phone';
import { isGroupEntry } from './lists';

/** Who receives a message, as the service takes it: never both a phone and a group (§2.2). */
export interface Recipient {
	type: 'phone' | 'group';
	id: string;
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
