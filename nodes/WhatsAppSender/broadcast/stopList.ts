import type { IDataObject } from 'n8n-workflow';
import { withPrefix, WorkflowError } from '../errors/failures';
import { listField } from '../formFields';
import { groupRecipient, personOf, phoneRecipient } from '../service/recipient';
import { allContacts, isGroupEntry, normalizeListId, type Service } from '../service/service';
import {
	asText,
	isEmptyValue,
	isExpression,
	isObject,
	kindOf,
	locatorOf,
	type Option,
	quote,
} from '../values/input';
import { needsCountry, readingsIn } from '../values/phone';
import { yielder } from '../values/promises';
import type { Rule, Run } from './execution';
import type { Draft } from './sender';

/** After this time, a list is read again before the next message. */
const MAX_AGE_MS = 10 * 60_000;

/** What differs between the two options. */
interface Kind {
	field: Pick<Option, 'displayName' | 'name' | 'description'>;
	strictness: Strictness;
	/** Whether a person gets the message. */
	allows(isListed: boolean): boolean;
	/** Why people are skipped, for the hint. @param title of a list of the service */
	words(title?: string): string;
}

/** A field for contacts and groups: a list of the service, or numbers that the user enters. */
const stopListOption = (kind: Kind): Option<Rule> => ({
	...kind.field,
	...listField,
	modes: [
		...listField.modes,
		{
			displayName: 'Numbers',
			name: 'numbers',
			type: 'string',
			placeholder: 'e.g. 6281234567890, 6281234567891',
			hint: "Numbers and group IDs separated by commas, or an expression like {{ $('Unsubscribed').all() }}",
		},
	],
	emptyHint: 'the ID of a list; under Numbers, [] for an empty list',
	toolHint: 'choose a list, or enter its ID or phone numbers without an expression',
	read: (value, _source, stored) => stopListRule(kind, value, stored),
});

export const neverSendTo = stopListOption({
	field: {
		displayName: 'Never Send To',
		name: 'neverSendTo',
		description:
			'Contacts and groups to skip, e.g. people who unsubscribed. If the list cannot be read, nothing is sent.',
	},
	strictness: 'allNumbers',
	allows: (isListed) => !isListed,
	words: (title) => (title ? `on the list ${title}` : 'in Never Send To'),
});

export const onlySendTo = stopListOption({
	field: {
		displayName: 'Only Send To',
		name: 'onlySendTo',
		description: 'The only contacts and groups to send to, e.g. your own team',
	},
	strictness: 'oneNumberPerRow',
	allows: (isListed) => isListed,
	words: (title) => (title ? `not on the list ${title}` : 'not in Only Send To'),
});

function stopListRule(kind: Kind, locator: unknown, stored: unknown): Rule {
	const { displayName, name } = kind.field;
	const { mode, value, cachedResultName } = locatorOf(locator);
	const isEntered = mode === 'numbers';
	// The drop-down shows the number of contacts behind the title.
	const title = isEntered
		? undefined
		: String(cachedResultName ?? value).replace(/ \((\d+|\?)\)$/, '');
	const entered = isEntered && enteredContacts(kind, value, locatorOf(stored).value);
	const contactsFor = entered
		? async () => entered
		: listReader(kind, listIdOf(displayName, value), title as string);
	const skip = { reason: name, words: kind.words(title) };
	return {
		async check(draft, run) {
			const contacts = await contactsFor(draft).catch((error: unknown) => {
				throw withPrefix(notCheckedText(displayName, draft), error);
			});
			const isListed = await contacts.include(draft, run);
			return kind.allows(isListed) ? undefined : skip;
		},
	};
}

const notCheckedText = (label: string, { recipient }: Draft) =>
	`${label} could not be checked, so nothing was sent to ${recipient}`;

function enteredContacts({ field, strictness }: Kind, value: unknown, stored: unknown): Contacts {
	const label = field.displayName;
	const node = /\$\(\s*(['"`])(.*?)\1\s*\)/.exec(String(stored))?.[2];
	if (isExpression(stored) && !Array.isArray(value)) refuseSingleRow(label, value, node);
	const entries = Array.isArray(value) ? value : entriesIn(label, value);
	return new Contacts(entries, {
		sourceName: node ?? label,
		label,
		isOfService: false,
		strictness,
	});
}

/**
 * Refuses an expression with a single row, e.g. a dragged field or `.first()`: everyone in the other rows would
 * get the message.
 */
function refuseSingleRow(label: string, value: unknown, node = 'Name of the node'): void {
	if (!isObject(value) && entriesIn(label, value).length > 1) return;
	const what = isObject(value) ? 'one row' : 'one number';
	throw new WorkflowError(
		`${label} contains only ${what}, and the expression may leave out others: use {{ $('${node}').all() }}`,
	);
}

function listIdOf(label: string, value: unknown): string {
	if (!Array.isArray(value)) return normalizeListId(label, value);
	throw new WorkflowError(`${label} is ${kindOf(value)}, not the ID of a list: choose Numbers`);
}

/** @returns a function that reads a list once for each credential of the items, and again after ten minutes */
function listReader({ field, strictness }: Kind, listId: string, title: string) {
	const source = { sourceName: `the list ${title}`, label: field.displayName, isOfService: true };
	const reads = new Map<string, { contacts: Promise<Contacts>; at: number }>();
	const read = async (service: Service) =>
		new Contacts(await allContacts(service, listId), { ...source, strictness });
	return async (turn: Draft): Promise<Contacts> => {
		if (!turn.service) throw new Error(`${field.displayName} needs a messaging service`);
		const service = await turn.service();
		const key = JSON.stringify([service.baseUrl, service.apiKey]);
		const known = reads.get(key);
		if (known && known.at >= Date.now() - MAX_AGE_MS) return await known.contacts;
		const contacts = read(service);
		reads.set(key, { contacts, at: Date.now() });
		return await contacts;
	};
}

/**
 * `allNumbers`: every number of a row counts, and an unreadable one stops the run.
 * `oneNumberPerRow`: a row must not name several people; unreadable and ambiguous values are ignored.
 */
type Strictness = 'allNumbers' | 'oneNumberPerRow';

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
class Contacts {
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
	async include({ person, country }: Draft, { notes }: Run): Promise<boolean> {
		this.needsCountry ??= this.entries.some((entry) =>
			leavesOf(entry)
				.flatMap(({ value }) => [value, ...numbersWithin(value)])
				.some((value) => hasDigits(value) && needsCountry(value)),
		);
		const code = (this.needsCountry && (await country?.())) || '';
		const reading = this.peopleByCountry.get(code) ?? this.read(code, notes);
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

/** A single value of an entry. */
interface Leaf {
	/** Its column, after the enclosing column if there is one; `''` if the entry is a single value. */
	column: string;
	value: unknown;
}

/** All keys of an n8n item. */
const ITEM_KEYS = ['json', 'binary', 'pairedItem', 'error', 'index', 'metadata', 'evaluationData'];

/** The fields of a row, or of an n8n item's JSON; undefined if the entry is a single value. */
function fieldsOf(entry: unknown): IDataObject | undefined {
	if (!isObject(entry)) return undefined;
	const isItem = isObject(entry.json) && Object.keys(entry).every((key) => ITEM_KEYS.includes(key));
	return isItem ? (entry.json as IDataObject) : entry;
}

/** All values of an entry, at all levels. Splits a text with several numbers, e.g. a spreadsheet's cell. */
function leavesOf(entry: unknown): Leaf[] {
	const leaves: Leaf[] = [];
	const seen = new Set<unknown>();
	const collect = (value: unknown, name: string, around: string) => {
		if (typeof value !== 'object' || value === null) {
			const column = `${around} ${name}`.trim();
			for (const part of numbersIn(value)) leaves.push({ column, value: part });
		} else if (!seen.has(value)) {
			seen.add(value);
			for (const [key, field] of Object.entries(value)) {
				if (Array.isArray(value)) collect(field, name, around);
				else collect(field, key, name);
			}
		}
	};
	collect(fieldsOf(entry) ?? entry, '', '');
	return leaves;
}

const PHONE_WORDS = ['phone', 'mobile', 'cell', 'tel', 'whatsapp', 'wa', 'hp', 'sms'];

/** Whether a column's name contains a word for a phone: `Mobile Phone Number`, `no_wa`, `WhatsAppNumber`. */
function namesPhone(column: string): boolean {
	const words = column
		.replace(/whatsapp/i, 'Whatsapp')
		.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})|(?=\p{Lu}\p{Ll})/u);
	return words.some((word) => PHONE_WORDS.includes(word.toLowerCase()));
}

/** Longer texts are not searched for numbers. */
const LONGEST_NUMBER = 300;

/** Whether a value has as many digits as the shortest phone numbers. */
function hasDigits(value: unknown): boolean {
	const text = asText(value) ?? '';
	return text.length <= LONGEST_NUMBER && /(?:\p{Nd}\P{Nd}*){5}/u.test(text);
}

function numbersIn(value: unknown): unknown[] {
	if (typeof value !== 'string') return [value];
	const parts = value.split(/[,;\r\n]/).filter((part) => part.trim());
	return parts.some(hasDigits) ? parts : [value];
}

/** A group ID, or a number with common separators, but no e-mail address or internal WhatsApp ID. */
const NUMBER =
	/\d[\d-]*@g\.us|\+?(?:\(\d+\)|\d)[\d\s().\p{Pd}]{5,}\d(?![\d\p{L}]|@(?!c\.us|s\.whatsapp))/giu;

/** The numbers and group IDs within a text: `WA: 0812-3456-7890`. */
function numbersWithin(value: unknown): string[] {
	if (typeof value !== 'string' || !hasDigits(value)) return [];
	return value.match(NUMBER) ?? [];
}

/** Including the exponent of a number that a spreadsheet has shortened: `6.28E+12`. */
const PHONE_CHARACTERS = /^[\p{Nd}\s+()[\]{}.,/'"=\p{Pd}\p{Cf}]+(?:e\+?\d+)?$/iu;

/** Splits the text that a user enters into numbers and group IDs. */
export function entriesIn(label: string, entered: unknown): string[] {
	const text = asText(entered ?? '');
	if (text === undefined) {
		throw new WorkflowError(
			`${label} is ${kindOf(entered)}, not phone numbers: return text or a list`,
		);
	}
	if (text.trim() === '[]') return [];
	const parts = text.split(/[,;\r\n\t]|\s(?=\+)/).filter((part) => part.trim());
	if (parts.length > 0) return parts.flatMap(splitAtSpaces);
	throw new WorkflowError(`${label} is empty: enter phone numbers, or remove the option`);
}

/** Splits at spaces if each piece is long enough for a number: n8n turns pasted line breaks into spaces. */
function splitAtSpaces(part: string): string[] {
	const pieces = part.trim().split(/\s+/);
	return pieces.every((piece) => piece.replace(/\D/g, '').length >= 8) ? pieces : [part];
}

/** Everyone whose number the value may be. */
function peopleOf(value: unknown, country: string): string[] {
	if (!hasDigits(value)) return [];
	const text = String(value);
	if (/^\s*\S+@g\.us\s*$/i.test(text)) return [personOf({ type: 'group', id: text.trim() })];
	return readingsIn(text, country).map((id) => personOf({ type: 'phone', id }));
}

/** Everyone whose number may be part of the text. */
const peopleWithin = (value: unknown, country: string): string[] =>
	numbersWithin(value).flatMap((number) => peopleOf(number, country));

/** The person or group of a contact of the service (§2.5). */
function peopleOfContact(contact: IDataObject, phone: unknown, country: string): string[] {
	if (isEmptyValue(phone)) return [];
	try {
		const isGroup = isGroupEntry(contact);
		return [personOf(isGroup ? groupRecipient(phone) : phoneRecipient(phone, country, true))];
	} catch {
		return peopleOf(phone, country);
	}
}
