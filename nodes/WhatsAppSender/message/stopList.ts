import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/inputError';
import { breather } from '../turns/delay';
import {
	contactRecipient,
	groupRecipient,
	isGroupEntry,
	recipientKey,
	type Recipient,
} from '../values/recipient';

/** The contacts and groups of one list, for comparing recipients with them. */
export class StopList {
	/** By the Default Country Code that a number with a leading 0 needs. */
	private readonly national = new Map<string, Promise<Set<string>>>();

	constructor(
		private readonly clear: Set<string>,
		private readonly withoutCode: unknown[],
	) {}

	static async of(entries: unknown[]): Promise<StopList> {
		const clear = new Set<string>();
		const withoutCode: unknown[] = [];
		const breathe = breather();
		for (const entry of entries) {
			await breathe();
			try {
				clear.add(keyOf(entry, ''));
			} catch {
				withoutCode.push(entry);
			}
		}
		return new StopList(clear, withoutCode);
	}

	/** @throws InputError where an entry is no recipient even with the country code */
	async has(recipient: Recipient, countryCode: string): Promise<boolean> {
		const key = recipientKey(recipient);
		if (this.clear.has(key)) return true;
		if (this.withoutCode.length === 0) return false;
		const known = this.national.get(countryCode) ?? this.keysWith(countryCode);
		this.national.set(countryCode, known);
		return (await known).has(key);
	}

	private async keysWith(countryCode: string): Promise<Set<string>> {
		const keys = new Set<string>();
		const breathe = breather();
		for (const entry of this.withoutCode) {
			await breathe();
			try {
				keys.add(keyOf(entry, countryCode));
			} catch (error) {
				throw notComparable(error as Error);
			}
		}
		return keys;
	}
}

/** An entry of a list (§2.5); a group's id tells that it is one, whatever `is_group` says. */
function keyOf(entry: unknown, countryCode: string): string {
	const { phone } = (entry ?? {}) as IDataObject;
	const isGroup = isGroupEntry(entry) || (typeof phone === 'string' && /@g\.us\s*$/i.test(phone));
	return recipientKey(
		isGroup ? groupRecipient(phone) : contactRecipient(entry as IDataObject, countryCode),
	);
}

const notComparable = ({ message }: Error) =>
	new InputError(`an entry of the list cannot be compared. ${message}`);
