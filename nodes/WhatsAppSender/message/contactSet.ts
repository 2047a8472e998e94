import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/errors';
import { isGroupEntry } from '../service/lists';
import { yielder } from '../turns/delay';
import { isNothing, quoted } from '../values/checks';
import { normalizePhone } from '../values/phone';
import { groupRecipient, personOf, type Recipient } from './recipient';

/** Contacts and groups for comparing recipients with them: of a list, or as the user enters them. */
export class ContactSet {
	/** People of entries that need a Default Country Code, by that code. */
	private readonly national = new Map<string, Promise<Set<string>>>();

	private constructor(
		private readonly people: Set<string>,
		/** Entries that are no recipient without a country code, or another one with it. */
		private readonly others: unknown[],
		/** How many entries have no phone: they are nobody. */
		readonly withoutPhone: number,
		/** Of one of the service's own lists, which are in its format. */
		private readonly title?: string,
	) {}

	/**
	 * @param entries as those of a list (§2.5)
	 * @param title of one of the service's own lists, which are in its format
	 */
	static async of(entries: unknown[], title?: string): Promise<ContactSet> {
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
				// As users write a number, its reading depends on the country code.
				if (title === undefined) others.push(entry);
				else people.add(personIn(entry, '', true));
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
				people.add(personIn(entry, countryCode, this.title !== undefined));
			} catch (error) {
				if (isStrict) throw this.notComparable(entry, error as Error);
			}
		}
		return people;
	}

	private notComparable(entry: unknown, { message }: Error): InputError {
		if (this.title === undefined)
			return new InputError(message, 'Correct the entry, or remove it.');
		const { name, id } = (entry ?? {}) as IDataObject;
		const named = quoted(isNothing(name) ? id : name);
		return new InputError(
			`the entry ${named} of the list ${this.title} cannot be compared. ${message}`,
			'Correct the entry in the list, or remove it.',
		);
	}
}

/** A group's id tells that it is one, whatever `is_group` says. */
function personIn(entry: unknown, countryCode: string, isListed: boolean): string {
	const { phone } = (entry ?? {}) as IDataObject;
	const isGroup = isGroupEntry(entry) || (typeof phone === 'string' && /@g\.us\s*$/i.test(phone));
	if (isGroup) return personOf(groupRecipient(phone));
	return personOf({ type: 'phone', id: normalizePhone(phone, countryCode, isListed) });
}
