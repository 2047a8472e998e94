import type { IDataObject } from 'n8n-workflow';
import { WorkflowError } from '../errors/nodeErrors';
import { oneLine } from '../errors/responseText';
import { isGroupEntry } from '../service/lists';
import { yielder } from '../turns/waitToStart';
import { asText, isNothing, isObject, kindOf, quoted } from '../values/checks';
import { fieldsOf, fixFor, phoneFieldsOf } from './contactFields';
import { groupRecipient, personOf, phoneRecipient, type Recipient } from './recipient';

/** Who contacts are, as `personOf` names them. */
interface People {
	people: Set<string>;
	/** The error of the first entry that could be anybody. */
	unreadable?: WorkflowError;
	/** About entries without a phone, for a hint. */
	ignoredEntries?: string;
}

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

	/** @param entries as those of a list (§2.5), or phones alone */
	constructor(
		private readonly entries: unknown[],
		private readonly source: ContactSource,
	) {}

	/**
	 * @param country code of numbers without one
	 * @throws WorkflowError where no entry has a phone, or one has too many: their field may have another name
	 */
	async peopleIn(country: string): Promise<People> {
		const reading = this.byCountry.get(country) ?? this.read(country);
		this.byCountry.set(country, reading);
		return await reading;
	}

	private async read(country: string): Promise<People> {
		const { entries, source } = this;
		const people = new Set<string>();
		const rows = entries.map(fieldsOf);
		// Always Output Data makes one item without fields of an empty sheet. Several have lost theirs.
		if (rows.length === 1 && isObject(entries[0]) && !listOf(Object.keys(rows[0])))
			return { people };
		const phoneFields = phoneFieldsOf(rows);
		if (!source.takesAllPhones) this.refuseSeveral(rows, country);
		let unreadable: WorkflowError | undefined;
		let ignored = 0;
		const yieldToOthers = yielder();
		for (const row of rows) {
			await yieldToOthers();
			const phones = phoneFields.map((name) => row[name]).filter((phone) => !isNothing(phone));
			if (phones.length === 0) ignored++;
			for (const phone of phones) {
				try {
					people.add(personOf(recipientIn(row, phone, country, source.isListed)));
				} catch (error) {
					unreadable ??= this.notComparable(row, error as Error, country);
				}
			}
		}
		if (ignored > 0 && ignored === rows.length) throw this.withoutPhone(rows, country);
		const have = ignored === 1 ? 'entry of' : 'entries of';
		const are = ignored === 1 ? 'has no phone and is' : 'have no phone and are';
		const ignoredEntries =
			ignored === 0 ? undefined : `${ignored} ${have} ${source.where} ${are} ignored`;
		return { people, unreadable, ignoredEntries };
	}

	private refuseSeveral(rows: IDataObject[], country: string): void {
		const several = rows.map((row) => phoneFieldsOf([row])).find(({ length }) => length > 1);
		if (!several) return;
		throw new WorkflowError(
			`${this.source.where} has several fields with phones, ${listOf(several)}: ${this.fix(country)}`,
		);
	}

	private withoutPhone([first, ...others]: IDataObject[], country: string): WorkflowError {
		const fields = listOf(Object.keys(first));
		const problem = fields
			? `has the fields ${fields}: ${this.fix(country)}`
			: "is empty: return whole items, e.g. {{ $('Name of the node').all() }}";
		return new WorkflowError(
			`${this.source.where} has no phone in any of its entries (${others.length + 1}). The first one ${problem}`,
		);
	}

	/** What to paste, where other fields have numbers. */
	private fix(country: string, byDefault = 'return the one with the numbers'): string {
		const { isListed, expression } = this.source;
		return (isListed ? undefined : fixFor(this.entries, country, expression)) ?? byDefault;
	}

	private notComparable({ name, id }: IDataObject, { message }: Error, country: string) {
		const { isListed, where } = this.source;
		if (isListed) {
			const entry = quoted(isNothing(name) ? id : name);
			return new WorkflowError(
				`the entry ${entry} of ${where} cannot be compared. ${message}`,
				'Correct the entry in the list, or remove it.',
			);
		}
		const fix = this.fix(country, '');
		const advice = fix && ` If this is the wrong field, ${fix}.`;
		return new WorkflowError(message, `Correct the entry, or remove it.${advice}`);
	}
}

const listOf = (names: string[]) => oneLine(names.map(quoted).join(', '), 200);

function recipientIn(
	row: IDataObject,
	phone: unknown,
	country: string,
	isListed: boolean,
): Recipient {
	if (isGroupEntry(row) || /@g\.us\s*$/i.test(String(phone))) return groupRecipient(phone);
	return phoneRecipient(phone, country, isListed);
}

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
