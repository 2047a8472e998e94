import { InputError, WorkflowError } from '../errors/nodeErrors';
import { oneLine } from '../errors/responseText';
import { yielder } from '../turns/waitToStart';
import { asText, isNothing, kindOf, quoted } from '../values/checks';
import { normalizePhone } from '../values/phone';
import { expressionsFor, fieldsOf, isGroupId, phoneFieldsOf, phoneReader } from './contactFields';
import { groupRecipient, personOf, type Recipient } from './recipient';

/** Who contacts are, as `personOf` names them, and the error of the first entry that could be anybody. */
type People = { people: Set<string>; unreadable?: InputError };

/** Where contacts come from. */
export interface ContactSource {
	/** For the user: the label of the option, or the list with its title. */
	where: string;
	/** Whether they are one of the account's lists, whose phones are in the service's format. */
	isListed: boolean;
	/** Whether an entry may have several phones, all of which count. */
	takesAllPhones: boolean;
	/** The stored expression that gave them. */
	expression?: string;
}

/** Contacts and groups to compare recipients with: of one of the account's lists, or as the user enters them. */
export class Contacts {
	private readonly byCountry = new Map<string, Promise<People>>();
	private readonly entries: unknown[];
	private readonly phones: unknown[][];
	/** Names of them in the first entry that has too many. */
	private readonly severalFields?: string[];

	/** @param entries as those of a list (§2.5), or phones alone */
	constructor(
		entries: unknown[],
		private readonly source: ContactSource,
	) {
		// Always Output Data makes one item without fields of an empty sheet. Several have lost theirs.
		this.entries = entries.length === 1 && hasNoFields(entries[0]) ? [] : entries;
		const phonesOf = phoneReader();
		this.severalFields = source.takesAllPhones
			? undefined
			: this.entries.map(phoneFieldsOf).find(({ length }) => length > 1);
		this.phones = this.entries.map((entry) => phonesOf(entry).filter((phone) => !isNothing(phone)));
	}

	/** About entries without a phone, for a hint; none where all have one. */
	get ignoredEntries(): string | undefined {
		const ignored = this.phones.filter(({ length }) => length === 0).length;
		if (ignored === 0) return undefined;
		const have = ignored === 1 ? 'entry of' : 'entries of';
		const are = ignored === 1 ? 'has no phone and is' : 'have no phone and are';
		return `${ignored} ${have} ${this.source.where} ${are} ignored`;
	}

	/**
	 * @param country code of numbers without one
	 * @param isStrict whether an entry that is no number may be this person
	 * @throws InputError where it may
	 */
	async include(person: string, country: string, isStrict: boolean): Promise<boolean> {
		const reading = this.byCountry.get(country) ?? this.read(country);
		this.byCountry.set(country, reading);
		const { people, unreadable } = await reading;
		if (isStrict && unreadable) throw unreadable;
		return people.has(person);
	}

	private async read(country: string): Promise<People> {
		const found: People = { people: new Set() };
		const yieldToOthers = yielder();
		for (const [index, phones] of this.phones.entries()) {
			await yieldToOthers();
			for (const phone of phones) {
				try {
					found.people.add(personOf(this.recipient(phone, country)));
				} catch (error) {
					found.unreadable ??= this.notComparable(index, error as Error, country);
				}
			}
		}
		return found;
	}

	private recipient(phone: unknown, country: string): Recipient {
		if (isGroupId(phone)) return groupRecipient(phone);
		return { type: 'phone', id: normalizePhone(phone, country, this.source.isListed) };
	}

	/** @throws WorkflowError where no entry has a phone, or one has too many: their field may have another name */
	requirePhones(country: string): void {
		const { entries, phones, severalFields, source } = this;
		const listOf = (names: string[]) => oneLine(names.map(quoted).join(', '), 200);
		const fix = () => this.fix(country) ?? 'return the one with the numbers';
		if (severalFields) {
			throw new WorkflowError(
				`${source.where} has several fields with phones, ${listOf(severalFields)}: ${fix()}`,
			);
		}
		if (entries.length === 0 || phones.some(({ length }) => length > 0)) return;
		const fields = listOf(Object.keys(fieldsOf(entries[0]) ?? {}));
		const first = fields
			? `has the fields ${fields}: ${fix()}`
			: "is empty: return whole items, e.g. {{ $('Name of the node').all() }}";
		throw new WorkflowError(
			`${source.where} has no phone in any of its entries (${entries.length}). The first one ${first}`,
		);
	}

	/** What to paste, where other fields have numbers. */
	private fix(country: string): string | undefined {
		const { isListed, expression } = this.source;
		const isPhone = (value: unknown) => {
			try {
				return Boolean(normalizePhone(value, country));
			} catch {
				return false;
			}
		};
		const expressions = isListed ? [] : expressionsFor(this.entries, expression, isPhone);
		return expressions.length > 0 ? `use ${expressions.join(' or ')}` : undefined;
	}

	private notComparable(index: number, { message }: Error, country: string): InputError {
		const { isListed, where } = this.source;
		if (!isListed) {
			const fix = this.fix(country);
			const advice = `Correct the entry, or remove it.${fix ? ` If this is the wrong field, ${fix}.` : ''}`;
			return new WorkflowError(message, advice);
		}
		const { name, id } = fieldsOf(this.entries[index]) ?? {};
		return new WorkflowError(
			`the entry ${quoted(isNothing(name) ? id : name)} of ${where} cannot be compared. ${message}`,
			'Correct the entry in the list, or remove it.',
		);
	}
}

const hasNoFields = (entry: unknown) => Object.keys(fieldsOf(entry) ?? 'phone').length === 0;

/** The numbers and group IDs in a text, as the user enters them. */
export function numbersIn(label: string, entered: unknown): string[] {
	const text = asText(entered ?? '');
	if (text === undefined) {
		throw new WorkflowError(
			`${label} is ${kindOf(entered)}, not phone numbers: return text or a list`,
		);
	}
	const parts = text.split(/[,;\r\n\t]|\s(?=\+)/).filter((part) => part.trim());
	if (parts.length > 0) return parts.flatMap(piecesOf);
	throw new WorkflowError(`${label} is empty: enter phone numbers, or remove the option`);
}

/** A field of one line makes spaces of the line breaks that are pasted; 16 digits are no number. */
function piecesOf(part: string): string[] {
	const pieces = part.trim().split(/\s+/);
	return pieces.every((piece) => piece.replace(/\D/g, '').length >= 8) ? pieces : [part];
}
