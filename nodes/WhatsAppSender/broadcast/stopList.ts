import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { WorkflowError } from '../errors/failures';
import { isGroupEntry } from '../service/service';
import {
	addressOf,
	BARE_GROUP_ID,
	DATE,
	groupOf,
	type Kind,
	withPlainDigits,
} from '../values/address';
import { namesPhone } from '../values/columns';
import { asText, digitsOf, isObject, oneLine, quote } from '../values/text';
import { endingsOf, needsCountry, personOfPhone, readingsIn } from '../values/phone';
import { PromiseCache, runInSteps } from '../values/promises';

/** The origin of a list, and how strictly the node reads it. */
export interface Source {
	/** The option. */
	label: string;
	/** The list, the node that an expression reads, or else the option. */
	name: string;
	/** Whether only people on the list get a message. Then a value counts only if it is one number. */
	isOnly: boolean;
	/** Whether its entries are contacts of the service (§2.5). */
	isOfService: boolean;
}

/** A list of the service is read again once it is this old, before the next message. */
const MAX_AGE_MS = 10 * 60_000;

/** The lists that all runs of an execution share: in a loop, each iteration is a run. */
export class SharedLists {
	readonly ofService = new PromiseCache<StopList>(MAX_AGE_MS);
	/** What each option has contained last, with the hash of its entries. */
	private readonly entered: Record<string, { hash: string; list: StopList }> = {};

	/** Prepares the entries of an option, unless the run before had the same. */
	async prepare(entries: unknown[], source: Source): Promise<StopList> {
		const sha = createHash('sha256');
		await runInSteps(entries, (entry) => sha.update(`${JSON.stringify(entry)}\n`));
		const hash = sha.digest('base64');
		const last = this.entered[source.label];
		const list = last?.hash === hash ? last.list : await StopList.prepare(entries, source);
		this.entered[source.label] = { hash, list };
		return list;
	}
}

/**
 * The ends of all numbers in a list: what people write and dial before a number differs in every country, its end does
 * not. Two numbers are the same if their last eight digits are, or their last seven where one of them has no more.
 */
class NumberEnds {
	/** By the last seven digits: a bit for each digit before them, one for no digit, and one for a whole phone. */
	private readonly digitsBefore = new Map<number, number>();

	/** @param isWhole whether the seven digits are a whole phone, which matches any longer number with this end */
	add(digits: string, isWhole = false): void {
		if (digits.length < FEWEST_DIGITS) return;
		const end = endOf(digits);
		const bit = isWhole ? WHOLE : bitOf(digits);
		this.digitsBefore.set(end, (this.digitsBefore.get(end) ?? 0) | bit);
	}

	has(digits: string): boolean {
		const bits = this.digitsBefore.get(endOf(digits)) ?? 0;
		return digits.length <= FEWEST_DIGITS ? bits > 0 : (bits & (bitOf(digits) | WHOLE)) > 0;
	}
}

/** Digits of a number in a list, at least. */
const FEWEST_DIGITS = 7;
const WHOLE = 1 << 11;
const endOf = (digits: string) => Number(digits.slice(-FEWEST_DIGITS));
const bitOf = (digits: string) => 1 << Number(digits.at(-FEWEST_DIGITS - 1) ?? 10);

/** A single value of an entry. */
interface Value {
	value: unknown;
	column?: string;
	/** As text, with plain digits. */
	text: string;
	kind: Kind;
	/** How many digits it has. */
	digits: number;
	/** Whether the entry is this value, its column is named like a phone, or it is an ID in place of a phone. */
	isPhone: boolean;
	/** Whether it contains a number or a group that can be found. */
	isFindable: boolean;
}

/** Seven digits, or an ID of WhatsApp. Without them, a value of another column cannot mean anybody. */
const MAY_COUNT = /^(?:\P{N}*\p{N}){7}|@(?:lid|hosted|g\.us)/iu;
const NOBODY = { kind: 'other', international: undefined } as const;

/** Kinds of values without a number or a group that can be found. */
const UNFINDABLE: Kind[] = ['channel', 'date', 'hidden', 'lost', 'personId'];

/** Whether a value is empty, `true` or zero, as in the row that n8n returns for an empty table. */
const isNothing = ({ value, isPhone, text }: Value) =>
	/^0*$/.test(text) && (value !== false || isPhone);

/** Whether a value without a number may mean somebody: its digits are hidden, lost or too few. */
function isUnclear(value: Value): boolean {
	const { column, digits, isPhone, kind } = value;
	if (!isPhone || kind === 'channel' || isNothing(value)) return false;
	const isPossible = column === undefined ? digits > 0 : digits > 3 && kind !== 'date';
	return isPossible || ['hidden', 'lost', 'personId'].includes(kind);
}

/** Whether a value with hidden or lost digits fits none of the numbers in its row, by its visible start and end. */
function isOfAnother({ kind, text }: Value, numbers: Value[]): boolean {
	if (kind !== 'hidden' && kind !== 'lost') return false;
	const visible = kind === 'lost' ? text.replace(/(?<!0)0*(?:e.*)?$/i, '*') : text;
	const parts = visible.split(/[^\d\s().+-]|--|\.\./).map(digitsOf);
	const [start, end] = [parts[0].replace(/^0+/, ''), parts.at(-1) ?? ''];
	const digits = numbers.map(({ text }) => digitsOf(text));
	return !digits.some((number) => number.includes(start) && number.endsWith(end));
}

/** A list, ready to look up recipients in it. */
export class StopList {
	/** Sentences for the hint of a run. */
	readonly notes: string[] = [];

	private readonly numbers = new NumberEnds();
	private readonly groups = new Set<string>();
	/** The phones of Only Send To as entered, and the people they identify in each country. */
	private readonly written: unknown[] = [];
	private readonly people = new PromiseCache<Set<string | undefined>>();
	private needsCountry = false;
	/** The first value that may mean somebody who cannot be found. */
	private unclear?: Value;

	/** Whether each column is named like a phone. */
	private readonly columns = new Map<string, boolean>();
	private readonly count = { rows: 0, ignored: 0 };
	private hasText = false;
	private hasNumber = false;

	private constructor(private readonly source: Source) {}

	/**
	 * Reads the entries, and does not block n8n meanwhile.
	 *
	 * @throws WorkflowError if they contain no number, and the list is not an empty one
	 */
	static async prepare(entries: unknown[], source: Source): Promise<StopList> {
		const list = new StopList(source);
		await runInSteps(list.read(entries));
		list.finish();
		return list;
	}

	private *read(entries: unknown[]): Generator<void> {
		for (const entry of entries) {
			const rows = typeof entry === 'string' ? partsOf(entry) : [rowOf(entry, this.source)];
			for (const row of rows) {
				const values: Value[] = [];
				yield* this.collect(values, row);
				this.judge(values);
				yield;
			}
		}
	}

	/** Collects all values of an entry, at all levels. @param around the column of the object that contains `column` */
	private *collect(values: Value[], value: unknown, column?: string, around = ''): Generator<void> {
		if (Array.isArray(value)) {
			for (const element of value) yield* this.collect(values, element, column, around);
		} else if (isObject(value)) {
			for (const key of Object.keys(value)) {
				// n8n adds it to the rows of a spreadsheet.
				if (key !== 'row_number') yield* this.collect(values, value[key], key, column);
			}
		} else {
			values.push(yield* this.readValue(value, column, around));
			if (values.length % 100 === 0) yield;
		}
	}

	private *readValue(value: unknown, column?: string, around?: string): Generator<void, Value> {
		const written = asText(value) ?? '';
		const start = typeof value === 'number' ? value : decoded(written.slice(0, LONG_TEXT + 1));
		const isNamed = column === undefined || (yield* this.isNamedLikePhone(column, around));
		const mayCount = isNamed || MAY_COUNT.test(String(start));
		const {
			kind,
			plain: text,
			international,
		} = mayCount ? addressOf(start) : { ...NOBODY, plain: withPlainDigits(written).trim() };
		const isAddress = international !== undefined && text.includes('@');
		const isPhone = isNamed || isAddress || kind === 'personId';
		const { digits, isFound } = yield* this.search(international ?? written);
		if (isPhone && digits === FEWEST_DIGITS) this.numbers.add(digitsOf(text), true);
		const isFindable = isFound && !UNFINDABLE.includes(kind);
		return { value, column, text, kind, digits, isPhone, isFindable };
	}

	/** Whether a column is named like a phone. Its name may be a number itself. */
	private *isNamedLikePhone(column: string, around?: string): Generator<void, boolean> {
		const name = around ? `${around} ${column}` : column;
		let isPhone = this.columns.get(name);
		if (isPhone !== undefined) return isPhone;
		yield* this.search(column);
		isPhone = namesPhone(name);
		this.columns.set(name, isPhone);
		return isPhone;
	}

	/** Finds what a text contains. A stranger's text may be long, so the node reads it in pieces. */
	private *search(text: string): Generator<void, { digits: number; isFound: boolean }> {
		let [digits, isFound] = [0, false];
		for (const piece of piecesOf(text)) {
			const plain = withPlainDigits(decoded(piece)).trim();
			digits += digitsOf(plain).length;
			isFound = this.searchPiece(plain) || isFound;
			if (piece !== text) yield;
		}
		return { digits, isFound };
	}

	/** Finds group IDs, and the end of each number: neighboring groups of digits may be one. @returns whether there are any */
	private searchPiece(text: string): boolean {
		const ids = text.match(GROUP_IDS) ?? [];
		for (const id of ids) this.groups.add(groupOf(id));
		// Any word with a digit may be a group's ID.
		if (text.length <= LONGEST_ID && /\d/.test(text) && !/\s/.test(text))
			this.groups.add(groupOf(text));
		let [digits, isFound] = ['', ids.length > 0];
		const parts = (isFound ? text.replace(GROUP_IDS, ' group ') : text).split(/(\d+)/);
		for (let at = 1; at < parts.length; at += 2) {
			digits = (NEAR.test(parts[at - 1]) ? digits : '').slice(-FEWEST_DIGITS) + parts[at];
			this.numbers.add(digits);
			isFound ||= digits.length >= FEWEST_DIGITS && parts[at].length <= MOST_DIGITS;
		}
		return isFound;
	}

	/** Counts a row, and keeps what is unclear in it. Its phones decide, if it has any. */
	private judge(values: Value[]): void {
		const { count, source } = this;
		const phones = values.filter(({ isPhone }) => isPhone);
		const main = phones.length > 0 ? phones : values;
		const numbers = (source.isOnly ? main : values).filter(
			(value) => value.isFindable && (!source.isOnly || WHOLE_KINDS.includes(value.kind)),
		);
		this.hasText ||= main.some((value) => !isNothing(value));
		this.hasNumber ||= numbers.length > 0;
		count.rows++;
		for (const { value } of source.isOnly ? numbers : []) {
			this.written.push(value);
			this.needsCountry ||= needsCountry(value);
		}
		const found = numbers.filter(({ isPhone }) => isPhone || phones.length === 0);
		if (found.length > 0) {
			this.unclear ??= phones.find((one) => isOfAnother(one, found));
			return;
		}
		count.ignored++;
		// WhatsApp libraries have a contact's number in `number`, beside its ID.
		const hasNumber = numbers.some(
			({ column = '', value }) =>
				column.toLowerCase().startsWith('num') && readingsIn(value, '').length > 0,
		);
		this.unclear ??= main.find((one) => isUnclear(one) && !(one.kind === 'personId' && hasNumber));
	}

	private finish(): void {
		const { count, hasNumber, hasText, notes, source, unclear } = this;
		const { name, isOnly } = source;
		if (!hasNumber && (isOnly || (hasText && !unclear))) {
			const rows = count.rows === 1 ? 'its only row' : `any of its ${count.rows} rows`;
			const fix = `return rows with phone numbers${isOnly ? '' : ', or [] for an empty list'}`;
			throw this.invalid(`${name} has no phone number in ${rows}: ${fix}`);
		}
		if (count.ignored > 0 && hasText) {
			const rows = `${count.ignored} row${count.ignored === 1 ? '' : 's'}`;
			notes.push(`Ignored ${rows} of ${name} without a phone number.`);
		}
	}

	private invalid(problem: string): WorkflowError {
		const { label, name } = this.source;
		return new WorkflowError(name === label ? problem : `${label}: ${problem}`);
	}

	/** @throws WorkflowError for a value that may be anyone's number */
	refuseUnclear(): void {
		if (!this.unclear) return;
		const { value, column } = this.unclear;
		const { name } = this.source;
		const place = column === undefined ? '' : ` (${oneLine(column, 60)})`;
		const problem = `${quote(value)}${place} of ${name} is not a phone number: correct it, write it with its country code, or remove it`;
		// It may be somebody else's number.
		const forModel = `A value of ${name} is not a phone number: ask a person to correct it`;
		throw Object.assign(this.invalid(problem), { forModel });
	}

	/** Whether the list contains a group, or the end of a person's number. */
	contains(person: string): boolean {
		if (person.endsWith('@g.us')) return this.groups.has(groupOf(person));
		return endingsOf(person).some((digits) => this.numbers.has(digits));
	}

	/** Whether a whole value of the list means this person or group in the country of the item. */
	async allows(person: string, readCountry: () => Promise<string>): Promise<boolean> {
		if (!this.contains(person)) return false;
		const { people, written } = this;
		const country = this.needsCountry ? await readCountry() : '';
		const all = await people.get(country, async () => {
			const found = new Set<string | undefined>();
			await runInSteps(written, (one) => found.add(meantBy(one, country)));
			return found;
		});
		return all.has(person);
	}
}

/** The person or the group that a whole value identifies in a country. */
function meantBy(written: unknown, country: string): string | undefined {
	const { kind, plain } = addressOf(written);
	if (kind === 'group') return `${groupOf(plain)}@g.us`;
	// The service's contacts are read as they are.
	const readings = SENDABLE.test(plain) ? [plain.slice(1)] : readingsIn(written, country);
	const [person, other] = new Set(readings.map(personOfPhone));
	return other ? undefined : person;
}

/** The space between two numbers, because n8n turns pasted line breaks into spaces. */
const GAP = /\s(?=\+)|(?<=(?:\d[-.]?){8})\s+(?=(?:\d[-.]?){8})/;

/** The entries of a text. A date and the number beside it are one entry. */
export function* partsOf(text: string): Generator<string> {
	for (const part of text.split(/[,;\r\n\t]+/)) {
		const numbers = part.split(GAP);
		const isDated = numbers.some((one) => DATE.test(one));
		for (const one of isDated ? [part] : numbers) if (one.trim()) yield one;
	}
}

/** All keys of an n8n item. */
const ITEM_KEYS = ['json', 'binary', 'pairedItem', 'error', 'index', 'metadata', 'evaluationData'];

/** What is read of an entry: an n8n item's JSON, and of a contact of the service only its phone (§2.5). */
function rowOf(entry: unknown, { isOfService }: Source): unknown {
	if (!isObject(entry)) return entry;
	const isItem = isObject(entry.json) && Object.keys(entry).every((key) => ITEM_KEYS.includes(key));
	const fields = (isItem ? entry.json : entry) as IDataObject;
	// Without it, the list is not one of contacts, so it is not an empty one either.
	if (!('phone' in fields)) return isOfService ? { missing: 'phone' } : fields;
	const phone = 'is_group' in fields ? phoneOfContact(fields) : fields.phone;
	return isOfService ? { phone } : { ...fields, phone };
}

/** With its country code (§2.5), or as a group's ID. A number that has lost digits stays one. */
function phoneOfContact(contact: IDataObject): unknown {
	const { phone } = contact;
	if (typeof phone === 'number' && !Number.isSafeInteger(phone)) return phone;
	const text = asText(phone)?.trim() ?? '';
	if (isGroupEntry(contact) && text) return text.replace(/(?:@g\.us)?$/i, '@g.us');
	return text.replace(/^(?=[1-9]\d{7,14}$)/, '+');
}

/** Kinds of values that are one number, or one group's ID, and nothing else. */
const WHOLE_KINDS: Kind[] = ['phone', 'digits', 'group'];

/** Splits a long text into pieces of 1,000 characters. Each contains 200 of the next one, so that no number is cut. */
const piecesOf = (text: string): string[] =>
	text.length > LONG_TEXT
		? Array.from(text.matchAll(/(?=(.{1,1200})).{1,1000}/gsu), ([, piece]) => piece)
		: [text];

/** Decodes the percent codes of a link, like `%20`. A code that is not ASCII becomes a space. */
const decoded = (text: string): string =>
	text.replace(/%[2-7][\da-f]/gi, decodeURIComponent).replace(/%[\da-f]{2}/gi, ' ');

/** Between neighboring groups of digits. */
const NEAR = /^(?:[^\p{L}:]{0,3}|[\s()[\]{}./\p{Pd}]{1,6})$/u;

/** The longest group of digits that may be a number: what people dial before one abroad, and the number. */
const MOST_DIGITS = 17;

const LONG_TEXT = 1000;

/** IDs with `@g.us`, or in one of WhatsApp's two formats. */
const GROUP_IDS = new RegExp(`(?<![\\w.-])(?:[\\w.-]+@g\\.us|${BARE_GROUP_ID}(?![\\w.-]))`, 'gi');

const LONGEST_ID = 100;

/** A contact of the service, as `rowOf` returns it. */
const SENDABLE = /^\+[1-9]\d{7,14}$/;
