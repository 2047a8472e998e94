import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/failures';
import { asText, isEmptyValue, quote, requiredId } from '../values/input';
import { normalizePhone, personOfPhone } from '../values/phone';
import { isGroupEntry } from './service';

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

const CHOOSE = 'choose a group, or enter the phone that Get List Contacts returns for it';
const IS_A_PERSON = 'is a person: set Send To to Phone Number';

/** Values that are not a group ID; the first match decides. A person entered as a group would bypass Never Send To. */
const NOT_A_GROUP_ID: Array<[pattern: RegExp, problem: string]> = [
	[/\s/, `contains spaces: ${CHOOSE}`],
	[/@(?:s\.whatsapp\.net|c\.us)$|^(?:\+?(?:[-./()]*\d){8,15}[)./-]*)$/i, IS_A_PERSON],
	[/@(?:hosted\.)?lid$|@hosted$|^[a-z]{2}\.\d+$/i, `${IS_A_PERSON}, and enter the phone number`],
	[/@(?:broadcast|newsletter)$/i, `is a channel or a broadcast list, not a group: ${CHOOSE}`],
	[/:\/\/|^(?:www|wa\.me|chat\.whatsapp\.com)\b/i, `is a link, not an ID: ${CHOOSE}`],
	[/[,;]/, 'contains a comma: enter one group per row'],
];

/**
 * A group by its ID. The format is not documented, so the ID is only trimmed.
 *
 * @throws InputError if it is not a group ID
 */
export function groupRecipient(groupId: unknown): Recipient {
	const id = requiredId('Group ID', groupId, CHOOSE);
	const problem = NOT_A_GROUP_ID.find(([pattern]) => pattern.test(id))?.[1];
	if (problem) throw new InputError(`Group ID ${quote(id)} ${problem}`);
	return { type: 'group', id };
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
	if (isGroupEntry(item) || /@g\.us\s*$/i.test(asText(item.phone) ?? ''))
		return groupRecipient(item.phone);
	return phoneRecipient(item.phone, country, item.is_group !== undefined);
}

/** Identifies a recipient, however it is entered. For comparing only: the request contains the original. */
export const personOf = ({ type, id }: Recipient): string =>
	type === 'group' ? `${id.replace(/@g\.us$/i, '')}@g.us` : personOfPhone(id);
