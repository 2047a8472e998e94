import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/errors';
import { isGroupEntry } from '../service/lists';
import { yielder } from '../turns/delay';
import { isNothing, quoted } from '../values/checks';
import { contactRecipient, groupRecipient, personOf, type Recipient } from './recipient';

/** The contacts and groups of one list, for comparing recipients with them. */
export class ContactSet {
	/** People of entries that need a Default Country Code, by that code. */
	private readonly national = new Map<string, Promise<Set<string>>>();

	private constructor(
		private readonly people: Set<string>,
		/** Entries that are no recipient without a country code. */
		private readonly others: unknown[],
		/** How many entries have no phone: they are nobody. */
		readonly withoutPhone: number,
		private readonly title: string,
	) {}

	/**
	 * @param entries of a list (§2.5)
	 * @param title names the list in an error
	 */
	static async of(entries: unknown[], title: string): Promise<ContactSet> {
		const people = new Set<string>();
		const others: unknown[] = [];
		let withoutPhone = 0;
		const yieldToOthers = yielder();
		for (const entry of entries) {
			await yieldToOthers();
			if (isNothing((entry as IDataObject | null)?.phone)) {
				withoutPhone++;
				continue;
			}
			try {
				people.add(personIn(entry, ''));
			} catch {
				others.push(entry);
			}
		}
		return new ContactSet(people, others, withoutPhone, title);
	}

	/**
	 * @param isStrict whether an entry that is no recipient, even with the country code, could be this one
	 * @throws InputError where it could
	 */
	async has(recipient: Recipient, countryCode: string, isStrict: boolean): Promise<boolean> {
		const person = personOf(recipient);
		if (this.others.length === 0) return this.people.has(person);
		const key = `${countryCode} ${isStrict}`;
		const national = this.national.get(key) ?? this.peopleWith(countryCode, isStrict);
		this.national.set(key, national);
		return (await national).has(person) || this.people.has(person);
	}

	private async peopleWith(countryCode: string, isStrict: boolean): Promise<Set<string>> {
		const people = new Set<string>();
		const yieldToOthers = yielder();
		for (const entry of this.others) {
			await yieldToOthers();
			try {
				people.add(personIn(entry, countryCode));
			} catch (error) {
				if (isStrict) throw this.notComparable(entry, error as Error);
			}
		}
		return people;
	}

	private notComparable(entry: unknown, { message }: Error): InputError {
		const { name, id } = (entry ?? {}) as IDataObject;
		const named = quoted(isNothing(name) ? id : name);
		return new InputError(
			`the entry ${named} of the list ${this.title} cannot be compared. ${message}`,
			'Correct the entry in the list, or remove it.',
		);
	}
}

/** A group's id tells that it is one, whatever `is_group` says. */
function personIn(entry: unknown, countryCode: string): string {
	const { phone } = (entry ?? {}) as IDataObject;
	const isGroup = isGroupEntry(entry) || (typeof phone === 'string' && /@g\.us\s*$/i.test(phone));
	return personOf(
		isGroup ? groupRecipient(phone) : contactRecipient(entry as IDataObject, countryCode),
	);
}
