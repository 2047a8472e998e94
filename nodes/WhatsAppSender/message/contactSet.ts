import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/errors';
import { isGroupEntry } from '../service/lists';
import { yielder } from '../turns/pace';
import { asText } from '../values/checks';
import { contactRecipient, groupRecipient, recipientKey, type Recipient } from './recipient';

/** The contacts and groups of one list, for comparing recipients with them. */
export class ContactSet {
	/** By the Default Country Code that a number with a leading 0 needs. */
	private readonly national = new Map<string, Promise<Set<string>>>();

	private constructor(
		private readonly keys: Set<string>,
		/** Entries that are no recipient without a country code. */
		private readonly others: unknown[],
	) {}

	/** @param entries of a list (§2.5) */
	static async of(entries: unknown[]): Promise<ContactSet> {
		const keys = new Set<string>();
		const others: unknown[] = [];
		const yieldToOthers = yielder();
		for (const entry of entries) {
			await yieldToOthers();
			try {
				keys.add(keyOf(entry, ''));
			} catch {
				others.push(entry);
			}
		}
		return new ContactSet(keys, others);
	}

	/** @throws InputError where an entry is no recipient even with the country code */
	async has(recipient: Recipient, countryCode: string): Promise<boolean> {
		const key = recipientKey(recipient);
		if (this.keys.has(key)) return true;
		if (this.others.length === 0) return false;
		const national = this.national.get(countryCode) ?? this.keysWith(countryCode);
		this.national.set(countryCode, national);
		return (await national).has(key);
	}

	private async keysWith(countryCode: string): Promise<Set<string>> {
		const keys = new Set<string>();
		const yieldToOthers = yielder();
		for (const entry of this.others) {
			await yieldToOthers();
			try {
				keys.add(keyOf(entry, countryCode));
			} catch (error) {
				throw notComparable(error as Error);
			}
		}
		return keys;
	}
}

const notComparable = ({ message }: Error) =>
	new InputError(`an entry of the list cannot be compared. ${message}`);

/** A group's id tells that it is one, whatever `is_group` says. */
function keyOf(entry: unknown, countryCode: string): string {
	const { phone } = (entry ?? {}) as IDataObject;
	if (!asText(phone)?.trim())
		throw new InputError('It has no phone: add one to it, or remove it from the list');
	const isGroup = isGroupEntry(entry) || (typeof phone === 'string' && /@g\.us\s*$/i.test(phone));
	return recipientKey(
		isGroup ? groupRecipient(phone) : contactRecipient(entry as IDataObject, countryCode),
	);
}
