import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/errors';
import { asText, quoted, requiredId } from './checks';
import { normalizePhone } from './phone';

/** Who receives a message, as the service takes it: never both a phone and a group (§2.2). */
export interface Recipient {
	type: 'phone' | 'group';
	id: string;
}

/**
 * A phone number in any common format.
 *
 * @throws InputError where it is no international number, or could be another one
 */
export function phoneRecipient(written: unknown, countryCode: string): Recipient {
	return { type: 'phone', id: normalizePhone(written, countryCode) };
}

/**
 * A group by its id, which nobody documents the form of: only trimmed.
 *
 * @throws InputError where it is empty, not text, a number that has lost digits, or has spaces in it
 */
export function groupRecipient(groupId: unknown): Recipient {
	const fix = 'use the phone that Get List Contacts returns for a group';
	const id = requiredId('Group ID', groupId, fix);
	if (/\s/.test(id)) throw new InputError(`Group ID ${quoted(id)} contains spaces: ${fix}`);
	return { type: 'group', id };
}

/**
 * The contact that the item is, as Get List Contacts gives it (§2.5): a group entry has the
 * group's id in `phone`. A phone is in the service's format already, so it shows its country code.
 *
 * @throws InputError where the item is no contact
 */
export function contactRecipient(item: IDataObject, countryCode: string): Recipient {
	if (asText(item?.phone) === undefined) {
		throw new InputError(
			'The input item has no phone to send to: connect Get List Contacts before this node, or set Send To to Phone Number',
		);
	}
	return isGroupEntry(item)
		? groupRecipient(item.phone)
		: { type: 'phone', id: normalizePhone(item.phone, countryCode, true) };
}

/**
 * Numbers that are written in two ways and are one account of WhatsApp, and what is left out of the
 * longer one. Sources: WhatsApp's help, "About international phone number format" (Argentina and
 * Mexico); Anatel's Resolution 553/2010, which put a 9 before the mobile numbers of Brazil. Eight
 * digits from 2 to 5 on are fixed lines there, and someone else's.
 */
const TWO_WRITINGS: Array<[country: string, longer: RegExp, shorter: string]> = [
	['Argentina', /^549(\d{10})$/, '54$1'],
	['Brazil', /^55(\d\d)9([6-9]\d{7})$/, '55$1$2'],
	['Mexico', /^521(\d{10})$/, '52$1'],
];

/**
 * What tells one recipient from another. A group's id is the same with and without `@g.us`, and a
 * number in both of its writings. For comparing only: what is sent stays as it was written.
 */
export function recipientKey({ type, id }: Recipient): string {
	if (type === 'group') return `${id.replace(/@g\.us$/i, '')}@g.us`;
	return TWO_WRITINGS.reduce((key, [, longer, shorter]) => key.replace(longer, shorter), id);
}

/**
 * Whether an entry of a list is a group (§2.5): `is_group` is `true`, or what a spreadsheet or a
 * form turns it into on the way. The `phone` of a group entry is the group's id.
 */
export function isGroupEntry(entry: unknown): boolean {
	const { is_group: mark } = (entry ?? {}) as { is_group?: unknown };
	return mark === true || /^\s*(true|1)\s*$/i.test(asText(mark) ?? '');
}
