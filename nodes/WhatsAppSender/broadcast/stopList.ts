import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { WorkflowError } from '../errors/failures';
import { isGroupEntry } from '../service/service';
import { asText, isObject, oneLine, quote } from '../values/input';
import { needsCountry, personOfPhone, readingsIn, writingsOf } from '../values/phone';
import { namesPhone } from '../values/columns';
import { PromiseCache, yielder } from '../values/promises';
import { withPlainDigits } from '../values/address';

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
		const yieldToOthers = yielder();
		for (const entry of entries) {
			sha.update(`${JSON.stringify(entry)}\n`);
			await yieldToOthers();
		}
		const hash = sha.digest('base64');
		const last = this.entered[source.label];
		const list = last?.hash === hash ? last.list : await StopList.prepare(entries, source);
		this.entered[source.label] = { hash, list };
		return list;
	}
}

/** Shortest number of a person without its country code. */
const FEWEST_DIGITS = 5;

/** Written numbers by their last digits: what people write and dial before a number differs, its end does not. */
class WrittenNumbers {
	private readonly byEnd: string[][] = [];

	add(written: string): void {
		if (written.length < FEWEST_DIGITS) return;
		const all = (this.byEnd[Number(written.slice(-FEWEST_DIGITS))] ??= []);
		if (all[all.length - 1] !== written) all.push(written);
	}

	endingWith(digits: string): string[] {
		const all = this.byEnd[Number(digits.slice(-FEWEST_DIGITS))] ?? [];
		return all.filter((written) => written.endsWith(digits));
	}
}

/** Whether the entry is this value, or it is in a column named like a phone. */
type Place = 'alone' | 'phone' | 'other';

/** A single value of an entry. */
interface Value {
	value: unknown;
	column?: string;
	place: Place;
	/** Empty if the value is neither text nor a number, or does not count. */
	text: string;
	/** A number or a group's ID; what a spreadsheet or WhatsApp made of one; what may be a number; anything else. */
	is: 'number' | 'lost' | 'unclear' | 'other';
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

	private readonly numbers = new WrittenNumbers();
	/** Keys of groups. */
	private readonly groups = new Set<string>();
	/** Values that stop the run, unless Phone can read them in the item's country. */
	private unclear: Value[] = [];
	/** Countries in which Phone can read all unclear values. */
	private readonly clearIn = new Set<string>();

	private readonly places = new Map<string, Place>();
	private readonly has = { number: false, phoneColumn: false, phoneText: false, otherText: false };
	private readonly count = { rows: 0, ignoredRows: 0, ignoredValues: 0 };
	private readonly yieldToOthers = yielder();

	private constructor(private readonly source: Source) {}

	/**
	 * Reads the entries, and does not block n8n meanwhile.
	 *
	 * @throws WorkflowError if they contain no number, and the list is not an empty one
	 */
	static async prepare(entries: unknown[], source: Source): Promise<StopList> {
		const list = new StopList(source);
		for (const entry of entries) {
			const rows = typeof entry === 'string' ? partsOf(entry) : [rowOf(entry, source)];
			for (const row of rows) await list.add(row);
		}
		list.finish();
		return list;
	}

	private async add(row: unknown): Promise<void> {
		const { has, count, source } = this;
		const values: Value[] = [];
		await this.collect(values, row);
		const phones = values.filter(({ place }) => place !== 'other');
		const main = phones.length > 0 ? phones : values;
		const hasPhone = main.some(isNumber);
		const hasNumber = source.isOnly ? hasPhone : values.some(isNumber);
		has.number ||= hasNumber;
		count.rows++;
		if (!hasPhone) count.ignoredRows++;
		for (const value of source.isOnly ? main : values) {
			const { place, text, is } = value;
			if (place === 'phone') has.phoneColumn = true;
			if (!isNothing(value)) has[place === 'other' ? 'otherText' : 'phoneText'] = true;
			if (source.isOnly) {
				if (is === 'number') {
					this.groups.add(groupKey(text));
					this.numbers.add(text.replace(/[^\d+]/g, ''));
				}
				continue;
			}
			await this.search(text);
			const isBeside = place === 'other' ? hasNumber : hasPhone;
			if (is === 'lost' || (is === 'unclear' && !isBeside)) this.unclear.push(value);
			else if (is === 'unclear' && place === 'phone') count.ignoredValues++;
		}
	}

	/** Collects all values of an entry, at all levels. @param around the column of the object that contains `column` */
	private async collect(values: Value[], value: unknown, column?: string, around = '') {
		if (typeof value !== 'object' || value === null) {
			const written = await this.plainText(value);
			const text = this.source.isOnly && !WHOLE.test(written) ? '' : written;
			const place = column === undefined ? 'alone' : await this.placeOf(column, around);
			values.push({ value, column, place, text, is: meaningOf(value, text, place, this.source) });
		} else if (Array.isArray(value)) {
			for (const element of value) await this.collect(values, element, column, around);
		} else {
			for (const [key, field] of Object.entries(value)) {
				// n8n adds it to the rows of a spreadsheet.
				if (key !== 'row_number') await this.collect(values, field, key, column);
			}
		}
	}

	/** A text with plain digits. A stranger's text may be long, so it is read in pieces. */
	private async plainText(value: unknown): Promise<string> {
		let plain = '';
		for (const piece of asText(value)?.match(/.{1,1000}/gsu) ?? []) {
			plain += withPlainDigits(piece);
			await this.yieldToOthers();
		}
		return plain.trim();
	}

	/** The name of a column may be a number itself. */
	private async placeOf(column: string, around: string): Promise<Place> {
		const name = `${around} ${column}`;
		const known = this.places.get(name);
		if (known) return known;
		if (!this.source.isOnly) await this.search(await this.plainText(column));
		const place = namesPhone(name) ? 'phone' : 'other';
		this.places.set(name, place);
		return place;
	}

	/** Finds group IDs, and the digits up to the end of each group: neighboring groups may be one number. */
	private async search(text: string): Promise<void> {
		const { groups, numbers } = this;
		// Any word may be a group's ID.
		if (text.length <= LONGEST_ID && /^\S+$/.test(text) && /\d/.test(text)) {
			groups.add(groupKey(text));
		}
		const isPhone = hasPhoneCharacters(text);
		let [digits, end] = ['', 0];
		for (const { 0: group, 1: groupId, index } of text.matchAll(DIGITS_OR_GROUP_ID)) {
			await this.yieldToOthers();
			if (groupId) groups.add(groupKey(groupId));
			const isNear = isPhone || NEAR.test(text.slice(end, Math.min(index, end + 10)));
			end = index + group.length;
			digits = groupId ? '' : ((isNear ? digits : '') + group).slice(-MOST_DIGITS);
			if (digits) numbers.add(digits);
		}
	}

	private finish(): void {
		const { has, count, source, notes } = this;
		const { name, isOnly } = source;
		if (has.phoneColumn) this.unclear = this.unclear.filter(({ place }) => place !== 'other');
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
		for (const { value, column } of unclear) {
			if (readingsIn(value, country).length === 0) {
				const place = column === undefined ? '' : ` (${oneLine(column, 60)})`;
				const error = this.invalid(
					`${quote(value)}${place} of ${source.name} is not a phone number: correct it, or remove it`,
				);
				// It may be somebody else's number.
				error.forModel = `A value of ${source.name} is not a phone number: ask a person to correct it`;
				throw error;
			}
			await this.yieldToOthers();
		}
		clearIn.add(country);
	}

	/** Whether the list contains a person, or a group. */
	async includes(person: string, readCountry: ReadCountry): Promise<boolean> {
		if (person.endsWith('@g.us')) return this.groups.has(groupKey(withPlainDigits(person)));
		const { isOnly } = this.source;
		const { endings, isStart } = writingsOf(person);
		for (const ending of endings) {
			for (const written of this.numbers.endingWith(ending)) {
				if (!isOnly && isStart(written.slice(0, -ending.length))) return true;
				if (!isOnly && ending.length < 8) continue;
				const country = needsCountry(written) ? await readCountry() : '';
				if ((isOnly ? meansOnly : mayMean)(person, written, country)) return true;
			}
		}
		return false;
	}
}

/** Whether digits that end with a person's number can be that number, and are not somebody else's. */
function mayMean(person: string, written: string, country: string): boolean {
	const readings = readingsIn(written, country).map(personOfPhone);
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

/** Between the numbers of a text. n8n turns pasted line breaks into spaces. */
const SEPARATOR = /[,;\r\n\t]|\s(?=\+)|(?<=(?:\d[-.]?){8})\s+(?=(?:\d[-.]?){8})/;

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

/** @param text of the value, empty if it does not count */
function meaningOf(value: unknown, text: string, place: Place, { isOnly }: Source): Value['is'] {
	if (!/[\d@]/.test(text)) return 'other';
	const digits = text.replace(/\D+/g, '');
	const isPhone = hasPhoneCharacters(text);
	const isUnsafe = Number.isInteger(value) && !Number.isSafeInteger(value);
	const isRounded = isPhone && !text.includes('+') && /^\d{0,12}0{6}$/.test(digits);
	const isLost = isUnsafe || isRounded || LOST.test(text);
	if (isLost && place !== 'other') return 'lost';
	const isDate = DATE_AND_TIME.test(text);
	const isLong = isPhone ? digits.length >= 7 : SEVEN_DIGITS.test(text);
	const isTooLong = isOnly ? digits.length > 17 : /^\D*\d{18,}\D*$/.test(text);
	const isPossible = isLong && !isTooLong && !isDate;
	if (!isLost && (isPossible || GROUP_ID_IN_TEXT.test(text))) return 'number';
	const isUnclear = {
		alone: digits !== '',
		phone: digits.length > 3 && !isDate,
		other: digits.length > 4 && !isDate && WHOLE.test(text),
	};
	return isUnclear[place] ? 'unclear' : 'other';
}

/** Whether a text contains nothing but a phone, apart from an address around it. Then all groups are neighbors. */
const hasPhoneCharacters = (text: string): boolean =>
	!/[\p{L}:]/u.test(text.replace(/^[a-z]+:|@[a-z.]+$/gi, ''));

/** Only characters of a phone number (also of one that a spreadsheet has shortened), or a group's ID. */
const WHOLE = /^(?:[\d\s+()[\]{}.,/'"=\p{Pd}]+(?:e\+?\d+)?|\S+@g\.us)$/iu;

/** Seven digits of neighboring groups in a text. */
const SEVEN_DIGITS = /(?:\d[^\d\p{L}:]{0,3}){7}/u;

/** Between neighboring groups of a text. */
const NEAR = /^[^\p{L}:]{1,3}$/u;

/** The longest digits that are looked up: what people dial before a number abroad, and the number. */
const MOST_DIGITS = 17;

const DATE_AND_TIME =
	/^(?:\d{4}([-./])\d\d?\1\d\d?|\d\d?([-./])\d\d?\2\d{4})(?:[T\s]+\d\d?[:.]\d\d.*)?$/s;

/** WhatsApp's own ID, or a number that a spreadsheet has shortened: `6.28E+12`. */
const LOST = /@lid$|^[^\p{L}]*\de\+?\d+$/iu;

/** An ID with `@g.us`, or in one of WhatsApp's two formats. */
const GROUP_ID_IN_TEXT =
	/(?<![\w.-])(?:[\w.-]+@g\.us|(?:120363\d{12}|[1-9]\d{7,14}-1[2-6]\d{8})(?![\w.-]))/i;

const DIGITS_OR_GROUP_ID = new RegExp(`(${GROUP_ID_IN_TEXT.source})|\\d+`, 'gi');

const LONGEST_ID = 100;

/** A group's ID for comparing, which is no number. */
const groupKey = (id: string) => `@${id.toLowerCase().replace(/@g\.us$/, '')}`;
