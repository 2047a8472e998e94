import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/nodeErrors';
import { asText, quoted, requiredId } from '../values/checks';
import { shortWriting } from '../values/otherWritings';
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

/**
 * A group by its id, which nobody documents the form of: only trimmed.
 *
 * @throws InputError where it is empty, not text, a number that has lost digits, a person's, or has spaces in it
 */
export function groupRecipient(groupId: unknown): Recipient {
	const fix = 'choose a group, or enter the phone that Get List Contacts returns for it';
	const id = requiredId('Group ID', groupId, fix);
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
		: phoneRecipient(item.phone, country, true);
}

/**
 * Who a recipient is: what tells one from another. A group's id is the same with and without `@g.us`, and a
 * number in both of its writings. For comparing only: what is sent stays as it was written.
 */
export function personOf({ type, id }: Recipient): string {
	if (type === 'group') return `${id.replace(/@g\.us$/i, '')}@g.us`;
	return shortWriting(id);
}
