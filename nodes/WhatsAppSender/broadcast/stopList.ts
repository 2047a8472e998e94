import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { WorkflowError } from '../errors/failures';
import { isGroupEntry } from '../service/service';
import {
	type Address,
	addressOf,
	BARE_GROUP_ID,
	groupOf,
	HIDDEN_DIGITS,
	withPlainDigits,
} from '../values/address';
import { namesPhone } from '../values/columns';
import { asText, isObject, oneLine, quote } from '../values/text';
import { countryCodeOf, endingsOf, needsCountry, personOfPhone, readingsIn } from '../values/phone';
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

/** Shortest number of a person without its country code. */
const FEWEST_DIGITS = 5;

/**
 * Texts, found by their last digits: what people write and dial before a number differs, its end does not. They are
 * linked in a table, which takes half the time and the memory of a map of lists.
 */
class TextsByEnd {
	private readonly texts: string[] = [];
	/** Index of the last text in each part, and of the one before each text in the same part; -1 for none. */
	private readonly last = new Int32Array(2 ** 15).fill(-1);
	private readonly before: number[] = [];

	add(text: string): void {
		const part = endOf(text) % this.last.length;
		// Many rows may have the same value.
		for (let at = this.last[part], count = 0; at >= 0 && count < 3; count++) {
			if (this.texts[at] === text) return;
			at = this.before[at];
		}
		this.before.push(this.last[part]);
		this.last[part] = this.texts.push(text) - 1;
	}

	/** All texts with the same last digits. */
	*like(text: string): Generator<string> {
		const end = endOf(text);
		for (let at = this.last[end % this.last.length]; at >= 0; at = this.before[at]) {
			if (endOf(this.texts[at]) === end) yield this.texts[at];
		}
	}
}

/** The last digits of a text, as a number. */
function endOf(text: string): number {
	let [end, factor] = [0, 1];
	for (let at = text.length - 1; at >= 0 && factor < 10 ** FEWEST_DIGITS; at--) {
		const digit = text.charCodeAt(at) - 48;
		if (digit < 0 || digit > 9) continue;
		end += digit * factor;
		factor *= 10;
	}
	return end;
}

/** Whether the entry is this value, or it is in a column named like a phone. */
type Place = 'alone' | 'phone' | 'other';

/** A single value of an entry. */
interface Value {
	value: unknown;
	column?: string;
	place: Place;
	/** With plain digits; empty if the value is neither text nor a number, or does not count. */
	text: string;
	/**
	 * A number or a group's ID; one that a spreadsheet, a mask or WhatsApp has replaced; what may be a number;
	 * anything else.
	 */
	is: 'number' | 'lost' | 'hidden' | 'personId' | 'unclear' | 'other';
}

const isNumber = ({ is }: Value) => is === 'number';

/** Whether a value is empty, `true` or zero, as in the row that n8n returns for an empty table. */
const isNothing = ({ value, place, text }: Value) =>
	/^0*$/.test(text) && (value !== false || place === 'phone');

/** Reads the code of the country of numbers without one; `''` if none is set. */
type ReadCountry = () => Promise<string>;

/** A list, ready to look up recipients in it. */
export class StopList {
	/** Sentences for the hint of a run. */
	readonly notes: string[] = [];

	/** Digits up to the end of a group, with a space between groups: in values that may be a phone, and in others. */
	private readonly phones = new TextsByEnd();
	private readonly others = new TextsByEnd();
	private readonly groups = new TextsByEnd();
	/** Values that stop the run, unless Phone can read them in the item's country. */
	private unclear: Value[] = [];
	/** Countries in which Phone can read all unclear values. */
	private readonly clearIn = new Set<string>();

	private readonly places = new Map<string, Place>();
	private readonly has = { number: false, phoneColumn: false, phoneText: false, otherText: false };
	private readonly count = { rows: 0, ignoredRows: 0, ignoredValues: 0 };

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
		} else if (typeof value === 'object' && value !== null) {
			for (const key of Object.keys(value)) {
				// n8n adds it to the rows of a spreadsheet.
				if (key === 'row_number') continue;
				yield* this.collect(values, (value as IDataObject)[key], key, column);
			}
		} else {
			const { isOnly } = this.source;
			const place = column === undefined ? 'alone' : this.placeOf(column, around);
			const written = asText(value) ?? '';
			if (place === 'other' && !/[\p{N}@]/u.test(written)) {
				this.has.otherText ||= value === false || written.trim() !== '';
				return;
			}
			let [text, digits] = ['', 0];
			let kind: Address['kind'] = 'other';
			for (const piece of piecesOf(written)) {
				const address = addressOf(typeof value === 'number' ? value : decoded(piece));
				if (piece === written) ({ kind } = address);
				if (!isOnly) digits = Math.max(digits, this.search(address.plain, kind, place));
				text += address.plain;
				if (piece !== written) yield;
			}
			if (isOnly) [text, digits] = WHOLE.test(text) ? [text, digitsOfOne(text)] : ['', 0];
			values.push({ value, column, place, text, is: meaningOf(kind, text, place, digits) });
			if (values.length % 100 === 0) yield;
		}
	}

	/** The name of a column may be a number itself. */
	private placeOf(column: string, around: string): Place {
		const name = around ? `${around} ${column}` : column;
		const known = this.places.get(name);
		if (known) return known;
		for (const piece of this.source.isOnly ? [] : piecesOf(column)) {
			this.search(withPlainDigits(decoded(piece)), 'other', 'other');
		}
		const place = namesPhone(name) ? 'phone' : 'other';
		this.places.set(name, place);
		return place;
	}

	/**
	 * Finds group IDs, and the digits up to the end of each group: neighboring groups may be one number.
	 *
	 * @returns how many digits one number or ID in it has at most
	 */
	private search(text: string, kind: Address['kind'], place: Place): number {
		const numbers = place === 'other' ? this.others : this.phones;
		const near = place === 'other' ? NEAR : NEAR_IN_PHONE;
		const isPhone = hasPhoneCharacters(text);
		let [written, digits, most] = ['', 0, 0];
		for (const [id] of MAY_BE_GROUP_ID.test(text) ? text.matchAll(GROUP_IDS) : []) {
			this.groups.add(groupOf(id));
			most = MOST_DIGITS;
		}
		const parts = (most ? text.replace(GROUP_IDS, ' group ') : text).split(/(\d+)/);
		// Any word with a digit may be a group's ID.
		const isWord = parts.length > 1 && text.length <= LONGEST_ID && !/\s/.test(text);
		if (isWord && kind === 'other') this.groups.add(groupOf(text));
		for (let at = 1; at < parts.length; at += 2) {
			const group = parts[at];
			const isNear = written !== '' && (isPhone || near.test(parts[at - 1]));
			written = (isNear ? `${written} ${group}` : group).slice(-2 * MOST_DIGITS);
			digits = group.length > MOST_DIGITS ? 0 : (isNear ? digits : 0) + group.length;
			most = Math.max(most, digits);
			if (written.length >= FEWEST_DIGITS) numbers.add(written);
		}
		return most;
	}

	/** Counts a row, and keeps what is unclear in it. */
	private judge(values: Value[]): void {
		const { has, count, source } = this;
		const phones = values.filter(({ place }) => place !== 'other');
		const main = phones.length > 0 ? phones : values;
		const numbers = values.filter(isNumber);
		const mainNumbers = main.filter(isNumber);
		has.number ||= (source.isOnly ? mainNumbers : numbers).length > 0;
		count.rows++;
		if (mainNumbers.length === 0) count.ignoredRows++;
		for (const value of source.isOnly ? main : values) {
			const { place, text, is } = value;
			if (place === 'phone') has.phoneColumn = true;
			if (!isNothing(value)) has[place === 'other' ? 'otherText' : 'phoneText'] = true;
			if (is === 'number' && source.isOnly) {
				this.groups.add(groupOf(text));
				this.phones.add(text.replace(/[^\d+]/g, ''));
			}
			if (source.isOnly || is === 'number' || is === 'other') continue;
			if (!isSettled(value, place === 'other' ? numbers : mainNumbers)) this.unclear.push(value);
			else if (place === 'phone') count.ignoredValues++;
		}
	}

	private finish(): void {
		const { has, count, source, notes } = this;
		const { name, isOnly } = source;
		if (has.phoneColumn) {
			this.unclear = this.unclear.filter(({ place, is }) => place !== 'other' || is === 'personId');
		}
		const isEmpty = !has.phoneText && (has.phoneColumn || !has.otherText);
		if (!has.number && (isOnly || (!isEmpty && this.unclear.length === 0))) {
			const rows = count.rows === 1 ? 'its only row' : `any of its ${count.rows} rows`;
			const fix = `return rows with phone numbers${isOnly ? '' : ', or [] for an empty list'}`;
			throw this.invalid(`${name} has no phone number in ${rows}: ${fix}`);
		}
		const countOf = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
		if (count.ignoredRows > 0 && (has.phoneText || has.otherText)) {
			notes.push(`Ignored ${countOf(count.ignoredRows, 'row')} of ${name} without a phone number.`);
		}
		if (count.ignoredValues > 0) {
			notes.push(
				`Ignored ${countOf(count.ignoredValues, 'value')} of ${name} beside a phone number.`,
			);
		}
	}

	private invalid(problem: string): WorkflowError {
		const { label, name } = this.source;
		return new WorkflowError(name === label ? problem : `${label}: ${problem}`);
	}

	/** @throws WorkflowError for a value that may be anyone's number */
	async refuseUnclear(readCountry: ReadCountry): Promise<void> {
		const { unclear, clearIn, source } = this;
		const country = unclear.length > 0 ? await readCountry() : '';
		if (clearIn.has(country)) return;
		await runInSteps(unclear, ({ value, column }) => {
			if (readingsIn(value, country).length > 0) return;
			const place = column === undefined ? '' : ` (${oneLine(column, 60)})`;
			const error = this.invalid(
				`${quote(value)}${place} of ${source.name} is not a phone number: correct it, or remove it`,
			);
			// It may be somebody else's number.
			error.forModel = `A value of ${source.name} is not a phone number: ask a person to correct it`;
			throw error;
		});
		clearIn.add(country);
	}

	/** Whether the list contains a person or a group, or only digits that may be the end of the person's number. */
	async find(person: string, readCountry: ReadCountry): Promise<'whole' | 'end' | undefined> {
		const { groups, phones, others, source } = this;
		if (person.endsWith('@g.us')) {
			const id = groupOf(person);
			return [...groups.like(id)].includes(id) ? 'whole' : undefined;
		}
		const { endings, isStart } = endingsOf(person);
		const countryFor = async (written: string) =>
			needsCountry(written) ? await readCountry() : '';
		for (const written of [...phones.like(person), ...others.like(person)]) {
			const digits = written.replaceAll(' ', '');
			const ends = endings.filter((ending) => digits.endsWith(ending));
			if (ends.length === 0) continue;
			if (source.isOnly) {
				if (meansOnly(person, digits, await countryFor(digits))) return 'whole';
			} else if (
				ends.some((ending) => isStart(digits.slice(0, -ending.length))) ||
				(ends[0].length >= 8 && mayMean(person, digits, await countryFor(digits)))
			) {
				return 'whole';
			}
		}
		return source.isOnly ? undefined : await this.findEnd(person, endings, readCountry);
	}

	/** Finds numbers whose area code is missing, or in a column of its own. They need the country of the item. */
	private async findEnd(person: string, endings: string[], readCountry: ReadCountry) {
		let country: string | undefined;
		for (const written of this.phones.like(person)) {
			const groups = written.split(' ');
			const ends = groups.map((_, at) => groups.slice(at).join(''));
			const isEnd = (digits: string) =>
				endings.some(
					(ending) => ending === digits || (digits.length >= 7 && ending.endsWith(digits)),
				);
			const end = ends.find(isEnd);
			if (end === undefined) continue;
			country ??= await readCountry();
			if (country !== countryCodeOf(person)) return undefined;
			const isOfPerson = [end, ends[0]].every((digits) => mayMean(person, digits, country ?? ''));
			if (isOfPerson) return endings.includes(end) ? 'whole' : 'end';
		}
		return undefined;
	}
}

/** Whether digits that end like a person's number can be that number, and are not somebody else's. */
function mayMean(person: string, digits: string, country: string): boolean {
	const readings = readingsIn(digits, country).map(personOfPhone);
	return readings.length === 0 || readings.includes(person);
}

/** Whether a number is this person's, and cannot be anyone else's. */
function meansOnly(person: string, written: string, country: string): boolean {
	const isPerson = (digits: string) => personOfPhone(digits) === person;
	const readings = readingsIn(written, country);
	if (readings.length > 0) return readings.every(isPerson);
	// Phone cannot read a contact of the service, a new range, or a landline without its 0.
	if (isPerson(written.replace(/^\+|^00/, ''))) return true;
	return country !== '' && isPerson(country + written.replace(/^0/, ''));
}

const DATE = '(?:(?:19|20)\\d\\d[-.]\\d\\d[-.]\\d\\d|\\d\\d[-.]\\d\\d[-.](?:19|20)\\d\\d)';
/** Between the numbers of a text, but not beside a date. n8n turns pasted line breaks into spaces. */
const SEPARATOR = new RegExp(
	`[,;\\r\\n\\t]|(?<!(?<!\\d)${DATE})(?:\\s(?=\\+)|(?<=(?:\\d[-.]?){8})\\s+(?=(?:\\d[-.]?){8})(?!${DATE}(?!\\d)))`,
);

/** The entries of a text. */
export const partsOf = (text: string): string[] =>
	text.split(SEPARATOR).filter((part) => part.trim());

/** All keys of an n8n item. */
const ITEM_KEYS = ['json', 'binary', 'pairedItem', 'error', 'index', 'metadata', 'evaluationData'];

/** What is read of an entry: an n8n item's JSON, and of a contact of the service only its phone (§2.5). */
function rowOf(entry: unknown, { isOfService }: Source): unknown {
	if (!isObject(entry)) return entry;
	const isItem = isObject(entry.json) && Object.keys(entry).every((key) => ITEM_KEYS.includes(key));
	const fields = (isItem ? entry.json : entry) as IDataObject;
	let { phone } = fields;
	if ('is_group' in fields) {
		const text = asText(phone)?.trim() ?? '';
		// The phone of a contact has its country code (§2.5).
		const asPhone = text.replace(/^(?=[1-9]\d{7,14}$)/, '+');
		phone = isGroupEntry(fields) && text ? text.replace(/(?:@g\.us)?$/i, '@g.us') : asPhone;
	}
	if (!isOfService) return 'is_group' in fields ? { ...fields, phone } : fields;
	// Without it, the list is not one of contacts, so it is not an empty one either.
	return 'phone' in fields ? { phone } : { missing: 'phone' };
}

/** @param digits of one number in the text, or 0 */
function meaningOf(kind: Address['kind'], text: string, place: Place, digits: number): Value['is'] {
	if (kind === 'personId') return kind;
	if (place !== 'other' && (kind === 'lost' || kind === 'hidden')) return kind;
	if (kind === 'channel' || !/[1-9@]/.test(text)) return 'other';
	const isPossible = digits >= 7 && !['lost', 'hidden', 'date'].includes(kind);
	if (isPossible || kind === 'group') return 'number';
	const count = text.replace(/\D+/g, '').length;
	const isUnclear = {
		alone: count > 0,
		phone: count > 3 && kind !== 'date',
		other: count > 4 && kind !== 'date' && WHOLE.test(text),
	};
	return isUnclear[place] ? 'unclear' : 'other';
}

/** How many digits a text has; 0 if these are too many for one number. */
function digitsOfOne(text: string): number {
	const { length } = text.replace(/\D/g, '');
	return length > MOST_DIGITS ? 0 : length;
}

/** Whether an unclear value needs nobody's attention, because it belongs to one of the numbers of its row. */
function isSettled({ is, place, text }: Value, numbers: Value[]): boolean {
	const some = numbers.slice(0, MOST_COMPARED);
	if (is === 'hidden') return some.some((number) => hides(text, number.text));
	// An ID in another column. A timestamp there is no number that Phone reads without a country.
	if (is === 'personId' && place === 'other') {
		return some.some((one) => one.place !== 'other' || readingsIn(one.value, '').length > 0);
	}
	return is === 'unclear' && some.length > 0;
}

/** Whether a mask hides digits of a number: `6281****7890` of `6281234567890`. */
function hides(mask: string, number: string): boolean {
	const parts = mask.split(HIDDEN_DIGITS).map((part) => part.replace(/\D/g, ''));
	const digits = number.replace(/\D/g, '');
	return digits.includes(parts[0].replace(/^0+/, '')) && digits.endsWith(parts[parts.length - 1]);
}

/** A stranger's text may be long, so the node reads it in pieces, each with the end of the one before. */
const piecesOf = (text: string): string[] =>
	text.length > LONG_TEXT
		? Array.from(text.matchAll(/(?=(.{1,1200})).{1,1000}/gsu), ([, piece]) => piece)
		: [text];

/** A text without the percent codes of a link, like `%20`. One that is not ASCII becomes a space. */
const decoded = (text: string): string =>
	text.includes('%')
		? text.replace(/%([\da-f]{2})/gi, (_all, code: string) =>
				/^[2-7]/.test(code) ? String.fromCharCode(parseInt(code, 16)) : ' ',
			)
		: text;

/** Whether a text contains nothing but a phone, apart from an address around it. Then all groups are neighbors. */
const hasPhoneCharacters = (text: string): boolean =>
	/^(?:[A-Za-z]+:)?[^\p{L}:]*(?:@[A-Za-z.]+)?$/u.test(text);

/** Only characters of a phone number (also of one that a spreadsheet has shortened), or a group's ID. */
const WHOLE = /^(?:[\d\s+()[\]{}.,/'"=\p{Pd}]+(?:e\+?\d+)?|\S+@g\.us)$/iu;

/** Between neighboring groups of a text, and of one that may be a phone. */
const NEAR = /^[^\p{L}:]{0,3}$/u;
const NEAR_IN_PHONE = /^(?:[^\p{L}:]{0,3}|[\s()[\]{}./\p{Pd}]{1,6})$/u;

/** The longest digits that are looked up: what people dial before a number abroad, and the number. */
const MOST_DIGITS = 17;

const LONG_TEXT = 1000;

const MAY_BE_GROUP_ID = /@g\.us|120363|-1[2-6]/i;
/** IDs with `@g.us`, or in one of WhatsApp's two formats. */
const GROUP_IDS = new RegExp(`(?<![\\w.-])(?:[\\w.-]+@g\\.us|${BARE_GROUP_ID}(?![\\w.-]))`, 'gi');

const LONGEST_ID = 100;
/** Numbers of a row that a value is compared with. */
const MOST_COMPARED = 100;
