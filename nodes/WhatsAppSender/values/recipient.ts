import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/inputError';
import { asText } from '../errors/words';
import { isGroupEntry } from './contact';
import { normalizePhone } from './phone';
import { requiredText } from './required';

/** Who receives a message, as the service takes it: never both a phone and a group (§2.2). */
export type Recipient =
	{ type: 'phone'; id: string; field: 'phone' } | { type: 'group'; id: string; field: 'group_id' };

/**
 * A phone number in any common format.
 *
 * @throws InputError where it is no international number
 */
export function phoneRecipient(phone: unknown, countryCode: string): Recipient {
	return { type: 'phone', id: normalizePhone(phone, countryCode), field: 'phone' };
}

/**
 * A group by its id, which nobody documents the form of: only trimmed.
 *
 * @throws InputError where it is empty or not text
 */
export function groupRecipient(groupId: unknown): Recipient {
	const id = requiredText(
		'Group ID',
		groupId,
		'use the phone that Get List Contacts returns for a group',
	).trim();
	return { type: 'group', id, field: 'group_id' };
}

/**
 * The contact that the item is, as Get List Contacts gives it (§2.5): a group entry has the
 * group's id in `phone`.
 *
 * @throws InputError where the item is no contact
 */
export function contactRecipient(item: IDataObject, countryCode: string): Recipient {
	if (asText(item?.phone) === undefined) {
		throw new InputError(
			'The input item has no phone to send to: connect Get List Contacts before this node, or set Send To to Phone Number',
		);
	}
	return isGroupEntry(item) ? groupRecipient(item.phone) : phoneRecipient(item.phone, countryCode);
}
