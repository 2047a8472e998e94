import { WorkflowError } from '../../errors/nodeErrors';
import { asText, quote } from '../../values/checks';
import { needsCountry } from '../../values/phone';
import type { Turn } from '../rule';
import { yielder } from '../yielder';
import {
	fieldsOf,
	hasDigits,
	leavesOf,
	namesPhone,
	numbersWithin,
	PHONE_CHARACTERS,
	peopleOf,
	peopleOfContact,
	peopleWithin,
	type Leaf,
} from './entries';

/**
 * `allNumbers`: every number of a row counts, and an unreadable one stops the run.
 * `oneNumberPerRow`: a row must not name several people; unreadable and ambiguous values are ignored.
 */
export type Strictness = 'allNumbers' | 'oneNumberPerRow';

/** The source of contacts, for errors and for the way to read them. */
interface ContactSource {
	/** Shown in errors: the name of the node, the list or the option. */
	sourceName: string;
	label: string;
	/** Whether they are one of the service's lists, whose phones have the service's format. */
	isOfService: boolean;
	strictness: Strictness;
}

/** The contacts and groups of a stop list, to compare recipients with. */
export class Contacts {
	private readonly peopleByCountry = new Map<string, Promise<Set<string>>>();
	private needsCountry?: boolean;

	/** @param entries contacts of the service (§2.5), n8n items, or phone numbers and group IDs */
	constructor(
		private readonly entries: unknown[],
		private readonly source: ContactSource,
	) {}

	/**
	 * Whether they include the recipient of an item. Numbers without a country code are read in the item's country.
	 *
	 * @throws WorkflowError for an entry that cannot be read, because it may be anyone
	 */
	async include({ person, country, journal }: Turn): Promise<boolean> {
		this.needsCountry ??= this.entries.some((entry) =>
			leavesOf(entry)
				.flatMap(({ value }) => [value, ...numbersWithin(value)])
				.some((value) => hasDigits(value) && needsCountry(value)),
		);
		const code = (this.needsCountry && (await country?.())) || '';
		const reading = this.peopleByCountry.get(code) ?? this.read(code, journal.notes);
		this.peopleByCountry.set(code, reading);
		return (await reading).has(person);
	}

	private async read(country: string, notes: Set<string>): Promise<Set<string>> {
		const people = new Set<string>();
		const { sourceName } = this.source;
		let ignored = 0;
		let hasText = false;
		let hasNumber = false;
		const yieldToOthers = yielder();
		for (const [index, entry] of this.entries.entries()) {
			await yieldToOthers();
			const leaves = leavesOf(entry);
			const row = `${this.labelPrefix}row ${index + 1} of ${sourceName}`;
			const found = this.peopleIn(entry, leaves, country, row);
			for (const person of found) people.add(person);
			if (found.size === 0) ignored++;
			hasText ||= leaves.some(({ value }) => typeof value === 'string' && value.trim() !== '');
			hasNumber ||= leaves.some(({ value }) => typeof value === 'number');
		}
		if (people.size === 0 && hasText && this.entries.length > 0) throw this.noPhoneError();
		// Empty rows and rows of booleans need no hint.
		if (ignored > 0 && (people.size > 0 || hasNumber)) {
			const rows = ignored === 1 ? '1 row' : `${ignored} rows`;
			notes.add(`Ignored ${rows} of ${sourceName} without a phone number.`);
		}
		return people;
	}

	/** The people that an entry names. */
	private peopleIn(entry: unknown, leaves: Leaf[], country: string, row: string): Set<string> {
		const { strictness, isOfService } = this.source;
		const fields = fieldsOf(entry);
		const isContact = fields && 'is_group' in fields;
		const readings = leaves
			.filter(({ column }) => !isOfService || !isContact || column === 'phone')
			.map((leaf) => ({
				leaf,
				people:
					isContact && leaf.column === 'phone'
						? peopleOfContact(fields, leaf.value, country)
						: peopleOf(leaf.value, country),
			}));
		if (strictness === 'oneNumberPerRow') {
			const sure = new Set(readings.flatMap(({ people }) => (people.length === 1 ? people : [])));
			if (sure.size > 1) throw this.severalNumbersError(row);
			return sure;
		}
		const people = new Set(readings.flatMap((reading) => reading.people));
		const unread = readings.filter((reading) => reading.people.length === 0);
		const unclear = unread.find(({ leaf }) => this.mayBePhone(leaf, !fields, people.size > 0));
		if (unclear) {
			throw new WorkflowError(
				`${row}: ${quote(unclear.leaf.value)} is no phone number: correct it, or remove it`,
			);
		}
		// Skipping one person too many is better than a message to someone who unsubscribed.
		for (const { leaf } of unread) {
			for (const person of peopleWithin(leaf.value, country)) people.add(person);
		}
		return people;
	}

	/** Whether an unreadable value may be the number of someone who unsubscribed. */
	private mayBePhone({ value, column }: Leaf, isAlone: boolean, hasOther: boolean): boolean {
		const text = asText(value)?.trim() ?? '';
		if (isAlone) return text !== '';
		const looksLikePhone = hasDigits(text) && PHONE_CHARACTERS.test(text);
		return looksLikePhone && (!hasOther || namesPhone(column));
	}

	/** Starts an error with the option's label, unless the source has the same name. */
	private get labelPrefix(): string {
		const { sourceName, label } = this.source;
		return sourceName === label ? '' : `${label}: `;
	}

	private severalNumbersError(row: string): WorkflowError {
		const { sourceName, label } = this.source;
		const node = sourceName === label ? 'Name of the node' : sourceName;
		return new WorkflowError(
			`${row} has several phone numbers: return one, e.g. {{ $('${node}').all().map(i => i.json.phone) }}`,
		);
	}

	private noPhoneError(): WorkflowError {
		const { sourceName } = this.source;
		const rows =
			this.entries.length === 1 ? 'its only row' : `any of its ${this.entries.length} rows`;
		return new WorkflowError(
			`${this.labelPrefix}${sourceName} has no phone number in ${rows}: return rows with phone numbers, or [] for an empty list`,
		);
	}
}
