import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/errors';
import { oneLine } from '../errors/responseText';
import { isGroupEntry } from '../service/lists';
import { yielder } from '../turns/delay';
import type { RunContext } from '../turns/turn';
import { asText, isNothing, kindOf, quoted } from '../values/checks';
import { normalizePhone } from '../values/phone';
import { readOnce } from './readOnce';
import { groupRecipient, personOf, type Recipient } from './recipient';

/** Whom contacts are, as `personOf` tells them apart, and the error of the first entry that may be anybody. */
type People = { people: Set<string>; unreadable?: InputError };

/** Contacts and groups to compare recipients with: of one of the account's lists, or as the user enters them. */
export class Contacts {
	/** How many entries have no phone: they are nobody. */
	readonly nobodies: number;
	private readonly byCountryCode = new Map<string, Promise<People>>();
	private readonly entries: unknown[];
	private readonly phones: unknown[];

	/**
	 * @param entries as those of a list (§2.5), or phones alone
	 * @param where they are, for the user
	 * @param isListed whether they are one of the account's lists, whose phones are in the service's format
	 * @throws InputError where no entry has a phone: their field may have another name
	 */
	constructor(
		entries: unknown[],
		readonly where: string,
		private readonly isListed: boolean,
	) {
		// Always Output Data makes one item without fields of an empty sheet. Several have lost theirs.
		this.entries = entries.length === 1 && hasNoFields(entries[0]) ? [] : entries;
		this.phones = this.entries.map(phoneReader());
		this.nobodies = this.phones.filter(isNothing).length;
		if (this.entries.length === 0 || this.nobodies < this.entries.length) return;
		const names = Object.keys(fieldsOf(this.entries[0]) ?? {});
		const fields = oneLine(names.map(quoted).join(', '), 200);
		const first = fields
			? `has the fields ${fields}: return the one with the numbers`
			: "is empty: return whole items, e.g. {{ $('Name of the node').all() }}";
		throw new InputError(
			`${where} has no phone in any of its entries (${this.entries.length}). The first one ${first}`,
			undefined,
			{ mends: isListed ? 'nothing' : 'workflow' },
		);
	}

	/**
	 * @param isStrict whether an entry that is no number may be this person
	 * @throws InputError where it may
	 */
	async include(person: string, countryCode: string, isStrict: boolean): Promise<boolean> {
		const reading = this.byCountryCode.get(countryCode) ?? this.read(countryCode);
		this.byCountryCode.set(countryCode, reading);
		const { people, unreadable } = await reading;
		if (isStrict && unreadable) throw unreadable;
		return people.has(person);
	}

	private async read(countryCode: string): Promise<People> {
		const found: People = { people: new Set() };
		const yieldToOthers = yielder();
		for (const [index, phone] of this.phones.entries()) {
			await yieldToOthers();
			if (isNothing(phone)) continue;
			try {
				const recipient: Recipient = isGroupId(phone)
					? groupRecipient(phone)
					: { type: 'phone', id: normalizePhone(phone, countryCode, this.isListed) };
				found.people.add(personOf(recipient));
			} catch (error) {
				found.unreadable ??= this.notComparable(index, error as Error);
			}
		}
		return found;
	}

	private notComparable(index: number, { message }: Error): InputError {
		if (!this.isListed)
			return new InputError(message, 'Correct the entry, or remove it.', { mends: 'workflow' });
		const { name, id } = fieldsOf(this.entries[index]) ?? {};
		const named = quoted(isNothing(name) ? id : name);
		return new InputError(
			`the entry ${named} of ${this.where} cannot be compared. ${message}`,
			'Correct the entry in the list, or remove it.',
			{ mends: 'nothing' },
		);
	}
}

const isGroupId = (phone: unknown) => typeof phone === 'string' && /@g\.us\s*$/i.test(phone);

/** The fields of an entry that is an object, which may be an item of n8n; none of a phone alone. */
function fieldsOf(entry: unknown): IDataObject | undefined {
	if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
	const { json = entry } = entry as { json?: unknown };
	return Object(json) as IDataObject;
}

const hasNoFields = (entry: unknown) => Object.keys(fieldsOf(entry) ?? 'phone').length === 0;

/** What tells the phone of one entry after the other; of a group, its ID with `@g.us`. */
function phoneReader(): (entry: unknown) => unknown {
	let known = 'phone';
	return (entry) => {
		const fields = fieldsOf(entry);
		if (!fields) return entry;
		// Sheets have it as "Phone " too; most entries have the same fields.
		if (!(known in fields)) {
			known = Object.keys(fields).find((name) => name.trim().toLowerCase() === 'phone') ?? 'phone';
		}
		const phone = fields[known];
		const isMarked = 'is_group' in fields && isGroupEntry(fields) && !isGroupId(phone);
		return isMarked && asText(phone) ? `${asText(phone)}@g.us` : phone;
	};
}

/**
 * The contacts and groups that an option has: text, or an array of texts, numbers, and objects with
 * `phone` (§2.5). Parsed once for each content: an expression makes a new array for each item.
 *
 * @throws InputError where it has none
 */
export async function contactsEntered(
	context: RunContext,
	label: string,
	value: unknown,
): Promise<Contacts> {
	const entered = Array.isArray(value) ? (value as unknown[]) : undefined;
	const phones = entered?.map(phoneReader()) ?? [value];
	const parse = async () => new Contacts(entered ?? numbersIn(label, value), label, false);
	return await readOnce(context, [label, Boolean(entered), ...phones], parse);
}

/** The numbers and group IDs in a text, as the user enters them. */
export function numbersIn(label: string, entered: unknown): string[] {
	const text = asText(entered ?? '');
	if (text === undefined) {
		throw new InputError(
			`${label} is ${kindOf(entered)}, not phone numbers: return text or a list`,
			undefined,
			{ mends: 'workflow' },
		);
	}
	const parts = text.split(/[,;\r\n\t]|\s(?=\+)/).filter((part) => part.trim());
	if (parts.length > 0) return parts.flatMap(piecesOf);
	const message = `${label} is empty: enter phone numbers, or remove the option`;
	throw new InputError(message, undefined, { mends: 'workflow' });
}

/** A field of one line makes spaces of the line breaks that are pasted; 16 digits are no number. */
function piecesOf(part: string): string[] {
	const pieces = part.trim().split(/\s+/);
	return pieces.every((piece) => piece.replace(/\D/g, '').length >= 8) ? pieces : [part];
}
