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
 * `everyone`: all numbers of a row count, and a number that cannot be read stops the run.
 * `one a row`: a number counts only if it has exactly one reading.
 */
export type Strictness = 'everyone' | 'one a row';

/** Where contacts come from. */
interface ContactSource {
	/** For the user: the name of the node, the list or the option. */
	where: string;
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
	 * Whether they include the person of a turn. Reads their numbers in the country of its item.
	 *
	 * @throws WorkflowError for the first entry that may be any person
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
		const { where } = this.source;
		let ignored = 0;
		let hasText = false;
		let hasNumber = false;
		const yieldToOthers = yielder();
		for (const [index, entry] of this.entries.entries()) {
			await yieldToOthers();
			const leaves = leavesOf(entry);
			const row = `${this.option}row ${index + 1} of ${where}`;
			const found = this.peopleIn(entry, leaves, country, row);
			for (const person of found) people.add(person);
			if (found.size === 0) ignored++;
			hasText ||= leaves.some(({ value }) => typeof value === 'string' && value.trim() !== '');
			hasNumber ||= leaves.some(({ value }) => typeof value === 'number');
		}
		if (people.size === 0 && hasText && this.entries.length > 0) throw this.withoutPhone();
		// Empty rows and rows of booleans need no hint.
		if (ignored > 0 && (people.size > 0 || hasNumber)) {
			const rows = ignored === 1 ? '1 row' : `${ignored} rows`;
			notes.add(`${rows} of ${where} without a phone number: ignored.`);
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
		if (strictness === 'one a row') {
			const sure = new Set(readings.flatMap(({ people }) => (people.length === 1 ? people : [])));
			if (sure.size > 1) throw this.severalIn(row);
			return sure;
		}
		const people = new Set(readings.flatMap((reading) => reading.people));
		const unread = readings.filter((reading) => reading.people.length === 0);
		const unclear = unread.find(({ leaf }) => this.couldBeAnybody(leaf, !fields, people.size > 0));
		if (unclear) {
			throw new WorkflowError(
				`${row}: ${quote(unclear.leaf.value)} is no phone number: correct it, or remove it`,
			);
		}
		// A message to a person who said stop is worse than one too few.
		for (const { leaf } of unread) {
			for (const person of peopleWithin(leaf.value, country)) people.add(person);
		}
		return people;
	}

	/** Whether a value that cannot be read may stand for a person who said stop. */
	private couldBeAnybody({ value, column }: Leaf, isAlone: boolean, hasOther: boolean): boolean {
		const text = asText(value)?.trim() ?? '';
		if (isAlone) return text !== '';
		const looksLikePhone = hasDigits(text) && PHONE_CHARACTERS.test(text);
		return looksLikePhone && (!hasOther || namesPhone(column));
	}

	/** The option's label for an error, unless it is the name of the source, too. */
	private get option(): string {
		const { where, label } = this.source;
		return where === label ? '' : `${label}: `;
	}

	private severalIn(row: string): WorkflowError {
		const { where, label } = this.source;
		const node = where === label ? 'Name of the node' : where;
		return new WorkflowError(
			`${row} has several phone numbers: return one, e.g. {{ $('${node}').all().map(i => i.json.phone) }}`,
		);
	}

	private withoutPhone(): WorkflowError {
		const { where } = this.source;
		const rows =
			this.entries.length === 1 ? 'its only row' : `any of its ${this.entries.length} rows`;
		return new WorkflowError(
			`${this.option}${where} has no phone number in ${rows}: return rows with phone numbers, or [] for nobody`,
		);
	}
}
