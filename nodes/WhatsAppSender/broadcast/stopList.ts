import { createHash } from 'crypto';
import { type IDataObject, sleep } from 'n8n-workflow';
import { withPrefix, WorkflowError } from '../errors/failures';
import { listField } from '../formFields';
import { allContacts, isGroupEntry, normalizeListId, type Service } from '../service/service';
import {
	asText,
	isExpression,
	isObject,
	kindOf,
	locatorOf,
	type Option,
	quote,
} from '../values/input';
import { needsCountry, personOfPhone, readingsIn, writingsOf } from '../values/phone';
import { namesPhone } from '../values/columns';
import { PromiseCache, yielder } from '../values/promises';
import { withPlainDigits } from '../values/writtenPhone';
import type { Rule, RunState } from './rule';
import type { Draft } from './sender';

/** A list of the service is read again once it is this old, before the next message. */
const MAX_AGE_MS = 10 * 60_000;

/** Delays before a list is read again that could not be read. */
const RETRY_DELAYS_MS = [1000, 3000];

/** A field for contacts and groups: a list of the service, or numbers that the user enters. */
const stopListOption = (
	isOnly: boolean,
	field: Pick<Option<Rule>, 'displayName' | 'name' | 'description'>,
): Option<Rule> => ({
	...field,
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
	read(locator, _source, storedLocator): Rule {
		const { displayName: label, name } = field;
		const { mode, value, cachedResultName } = locatorOf(locator);
		const stored = locatorOf(storedLocator).value;
		const isOfService = mode !== 'numbers';
		// The drop-down shows the number of contacts behind the title.
		const title = String(cachedResultName ?? value).replace(/ \((\d+|\?)\)$/, '');
		const node = /\$\(\s*(['"`])(.*?)\1\s*\)/.exec(String(stored))?.[2];
		const source = { label, name: isOfService ? `the list ${title}` : node, isOnly, isOfService };
		const readList = isOfService
			? serviceList(source, value)
			: enteredList(source, enteredEntries(source, value, stored));
		const place = isOfService ? `on the list ${title}` : `in ${label}`;
		const skip = { reason: name, words: isOnly ? `not ${place}` : place };
		return {
			async check(draft, run) {
				const list = await readList(draft, run);
				await refuseUnclear(list, source, draft);
				if (list.note) run.notes.add(list.note);
				return (await includes(list, isOnly, draft)) === isOnly ? undefined : skip;
			},
		};
	},
});

export const neverSendTo = stopListOption(false, {
	displayName: 'Never Send To',
	name: 'neverSendTo',
	description:
		'Contacts and groups to skip, e.g. people who unsubscribed. If the list cannot be read, nothing is sent.',
});

export const onlySendTo = stopListOption(true, {
	displayName: 'Only Send To',
	name: 'onlySendTo',
	description: 'The only contacts and groups to send to, e.g. your own team',
});

/** The origin of a list, and how strictly the node reads it. */
interface Source {
	label: string;
	/** The list, or the node that an expression reads. */
	name?: string;
	/** Whether only people on the list get a message. Then a value counts only if it is one number. */
	isOnly: boolean;
	/** Whether its entries are contacts of the service (§2.5). */
	isOfService: boolean;
}

/** The lists that all runs of an execution share: in a loop, each iteration is a run. */
export class SharedLists {
	readonly ofService = new PromiseCache<StopList>(MAX_AGE_MS);
	/** What each option has contained last, with the hash of its entries. */
	readonly entered: Record<string, { hash: string; list: StopList }> = {};
}

/** @returns a function that reads a list of the service, once for each credential of the items */
function serviceList(source: Source, value: unknown) {
	const { label } = source;
	const listId = normalizeListId(label, value);
	const failures = new Map<string, unknown>();
	return async (draft: Draft, run: RunState): Promise<StopList> => {
		if (!draft.service) throw new Error(`${label} needs a messaging service`);
		const service = await draft.service();
		const key = JSON.stringify([label, listId, service.baseUrl, service.apiKey]);
		const read = async () => await prepare(await readContacts(service, listId), source);
		try {
			if (failures.has(key)) throw failures.get(key);
			return await run.lists.ofService.get(key, read);
		} catch (error) {
			failures.set(key, error);
			const prefix = `${label} could not be checked, so nothing was sent to ${draft.recipient}`;
			throw error instanceof WorkflowError ? error : withPrefix(prefix, error);
		}
	};
}

async function readContacts(service: Service, listId: string): Promise<unknown[]> {
	for (const delay of RETRY_DELAYS_MS) {
		try {
			return await allContacts(service, listId);
		} catch {
			await sleep(delay);
		}
	}
	return await allContacts(service, listId);
}

/** @returns a function that prepares the entries, unless the run before had the same */
function enteredList(source: Source, entries: unknown[]) {
	const read = async ({ entered }: SharedLists) => {
		const hash = await hashOf(entries);
		const last = entered[source.label];
		const list = last?.hash === hash ? last.list : await prepare(entries, source);
		entered[source.label] = { hash, list };
		return list;
	};
	let list: Promise<StopList> | undefined;
	return async (_draft: Draft, run: RunState): Promise<StopList> =>
		await (list ??= read(run.lists));
}

async function hashOf(entries: unknown[]): Promise<string> {
	const hash = createHash('sha256');
	const yieldToOthers = yielder();
	for (let at = 0; at < entries.length; at += 200) {
		hash.update(JSON.stringify(entries.slice(at, at + 200)));
		await yieldToOthers();
	}
	return hash.digest('base64');
}

/** An expression that reads one item: everyone in the other items would get the message. */
const READS_ONE_ITEM =
	/\$(?:json|binary|itemIndex|fromAI)(?![\w$])|(?:\)|\$input)\s*\.\s*item(?![\w$])|\.\s*(?:first|last)\s*\(|\.\s*all\([^)]*\)\s*(?:\?\.)?\[/i;

/** Between entered numbers. n8n turns pasted line breaks into spaces. */
const SEPARATOR = /[,;\r\n\t]|\s(?=\+)|(?<=(?:\d[-.]?){8})\s+(?=(?:\d[-.]?){8})/;

/** The entries of a text that the user enters, or of what an expression gives. */
function enteredEntries({ label, name }: Source, value: unknown, stored: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	const isRow = isExpression(stored) && isObject(value);
	const entries = isRow ? [value] : numbersIn(label, value);
	if (entries.length === 1 && isExpression(stored) && READS_ONE_ITEM.test(stored)) {
		throw new WorkflowError(
			`${label} contains only one ${isRow ? 'row' : 'number'}, and the expression may leave out others: use {{ $('${name ?? 'Name of the node'}').all() }}`,
		);
	}
	return entries;
}

function numbersIn(label: string, entered: unknown): string[] {
	const text = asText(entered ?? '');
	if (text?.trim() === '[]') return [];
	const parts = text?.split(SEPARATOR).filter((part) => part.trim()) ?? [];
	if (parts.length > 0) return parts;
	throw new WorkflowError(
		text === undefined
			? `${label} is ${kindOf(entered)}, not phone numbers: return text or a list`
			: `${label} is empty: enter phone numbers, or remove the option`,
	);
}

/** A list, ready to look up recipients in it. */
interface StopList {
	/** Group IDs that end in `@g.us`, and what `digitsIn` or `wholeNumber` finds. */
	found: Set<string>;
	/** Values that stop the run, unless Phone can read them in the item's country. */
	unclear: Value[];
	/** Countries in which Phone can read all unclear values. */
	clearIn: Set<string>;
	/** Sentence for the hint of a run. */
	note?: string;
}

/** Collects the digits of the entries, and does not block n8n meanwhile. @throws WorkflowError if there are none */
async function prepare(entries: unknown[], source: Source): Promise<StopList> {
	const { label, name = label, isOnly } = source;
	const found = new Set<string>();
	const types = new Set<string>();
	let unclear: Value[] = [];
	let [hasPhoneColumn, hasNumber, ignored] = [false, false, 0];
	const yieldToOthers = yielder();
	for (const entry of entries) {
		const values = [...valuesOf(fieldsOf(entry, source), isOnly)];
		const phones = values.filter(({ place }) => place !== 'other');
		const main = phones.length > 0 ? phones : values;
		const searched = isOnly ? main : values;
		for (const { text } of searched) {
			for (const digits of isOnly ? wholeNumber(text) : digitsIn(text)) {
				found.add(digits);
				await yieldToOthers();
			}
		}
		const isNobody = !searched.some(({ isNumber }) => isNumber);
		hasNumber ||= !isNobody;
		if (!main.some(({ isNumber }) => isNumber)) ignored++;
		for (const value of values) {
			if (value.text) types.add(typeof value.value);
			hasPhoneColumn ||= value.place === 'phone';
			if (!isOnly && isUnclear(value, isNobody)) unclear.push(value);
		}
		await yieldToOthers();
	}
	if (hasPhoneColumn) unclear = unclear.filter(({ place }) => place !== 'other');
	if (!hasNumber && (isOnly || (types.has('string') && unclear.length === 0))) {
		const rows = entries.length === 1 ? 'its only row' : `any of its ${entries.length} rows`;
		const fix = `return rows with phone numbers${isOnly ? '' : ', or [] for an empty list'}`;
		throw invalidList(source, `${name} has no phone number in ${rows}: ${fix}`);
	}
	const rows = ignored === 1 ? '1 row' : `${ignored} rows`;
	const note = `Ignored ${rows} of ${name} without a phone number.`;
	const list = { found, unclear, clearIn: new Set<string>() };
	return ignored > 0 && types.size > 0 ? { ...list, note } : list;
}

const invalidList = ({ label, name }: Source, problem: string) =>
	new WorkflowError(name ? `${label}: ${problem}` : problem);

const countryOf = async ({ country }: Draft) => (await country?.()) ?? '';

/** @throws WorkflowError for a value that may be anyone's number */
async function refuseUnclear(
	{ unclear, clearIn }: StopList,
	source: Source,
	draft: Draft,
): Promise<void> {
	const country = unclear.length > 0 ? await countryOf(draft) : '';
	if (clearIn.has(country)) return;
	const yieldToOthers = yielder();
	for (const { value } of unclear) {
		if (readingsIn(value, country).length === 0) {
			const words = `${quote(value)} of ${source.name ?? source.label}`;
			throw invalidList(source, `${words} is not a phone number: correct it, or remove it`);
		}
		await yieldToOthers();
	}
	clearIn.add(country);
}

/** Whether a list contains the recipient of a message. */
async function includes({ found }: StopList, isOnly: boolean, draft: Draft): Promise<boolean> {
	const { person } = draft;
	if (person.endsWith('@g.us')) {
		return found.has(groupKey(person)) || found.has(person.slice(0, -'@g.us'.length));
	}
	const writings = writingsOf(person);
	if (!isOnly) return writings.some((digits) => found.has(digits));
	if (found.has(`+${person}`)) return true;
	const starts = ['', '0', '00', '+'];
	const matches = starts.flatMap((start) => writings.map((digits) => start + digits));
	for (const written of matches.filter((one) => found.has(one))) {
		const country = needsCountry(written) ? await countryOf(draft) : '';
		if (meansOnly(person, written, country)) return true;
	}
	return false;
}

/** Whether a number is this person's, and cannot be anyone else's. */
function meansOnly(person: string, written: string, country: string): boolean {
	const isPerson = (digits: string) => personOfPhone(digits) === person;
	const readings = readingsIn(written, country);
	if (readings.length > 0) return readings.every(isPerson);
	// Phone cannot read a contact of the service, a new range, or a landline without its 0.
	if (isPerson(written.replace(/^(?:\+|00)/, ''))) return true;
	return country !== '' && isPerson(country + written.replace(/^0/, ''));
}

/** A single value of an entry. */
interface Value {
	value: unknown;
	/** Empty if the value is neither text nor a number, or does not count. */
	text: string;
	/** Whether the entry is this value, or it is in a column named like a phone. */
	place: 'alone' | 'phone' | 'other';
	isNumber: boolean;
}

/** All values of an entry, at all levels. */
function* valuesOf(
	value: unknown,
	isOnly: boolean,
	column?: string,
	around = '',
): Generator<Value> {
	if (typeof value !== 'object' || value === null) {
		const written = withPlainDigits(asText(value) ?? '').trim();
		const text = isOnly && !WHOLE.test(written) ? '' : written;
		const columnPlace = namesPhone(`${around} ${column}`) ? 'phone' : 'other';
		const place = column === undefined ? 'alone' : columnPlace;
		yield { value, text, place, isNumber: hasNumber(text) };
	} else if (Array.isArray(value)) {
		for (const element of value) yield* valuesOf(element, isOnly, column, around);
	} else {
		for (const [key, field] of Object.entries(value)) yield* valuesOf(field, isOnly, key, column);
	}
}

/** Whether a value may be a number that nobody can read. @param isNobody whether its entry has no number */
function isUnclear({ text, place, isNumber }: Value, isNobody: boolean): boolean {
	if (isNumber) return false;
	if (place === 'alone') return text !== '';
	if (place === 'phone') return /\d/.test(text);
	return isNobody && WHOLE.test(text) && /(?:\d\D*){5}/.test(text) && !DATE.test(text);
}

/** All keys of an n8n item. */
const ITEM_KEYS = ['json', 'binary', 'pairedItem', 'error', 'index', 'metadata', 'evaluationData'];

/** What is read of an entry: an n8n item's JSON, and of a contact of the service only its phone (§2.5). */
function fieldsOf(entry: unknown, { isOfService }: Source): unknown {
	if (!isObject(entry)) return entry;
	const isItem = isObject(entry.json) && Object.keys(entry).every((key) => ITEM_KEYS.includes(key));
	const fields = (isItem ? entry.json : entry) as IDataObject;
	if (!('is_group' in fields)) return isOfService ? { phone: fields.phone } : fields;
	const text = asText(fields.phone)?.trim() ?? '';
	// The phone of a contact has its country code (§2.5).
	const phone =
		isGroupEntry(fields) && text ? groupKey(text) : text.replace(/^(?=[1-9]\d{7,14}$)/, '+');
	return isOfService ? { phone } : { ...fields, phone };
}

/** Only characters of a phone number (also of one that a spreadsheet has shortened), or a group's ID. */
const WHOLE = /^(?:[\d\s+()[\]{}.,/'"=\p{Pd}]+(?:e\+?\d+)?|\S+@g\.us)$/iu;

/** Seven digits with separators as between neighbors. */
const SEVEN_DIGITS = /(?:\d[^\d\p{L}:]{0,3}){7}/u;

const DATE = /^(?:\d{4}([-./])\d\d?\1\d\d?|\d\d?([-./])\d\d?\2\d{4})(?:[T\s]+\d\d?[:.]\d\d.*)?$/s;

const NO_NUMBER = [
	DATE,
	/@lid$/i,
	/^\D*\d{18,}\D*$/,
	// A spreadsheet has shortened it: `6.28E+12`, `6280000000000`.
	/^[^\p{L}]*\de\+?\d+$/iu,
	/^[^+\p{L}]*(?:0[^\d\p{L}]*){6}$/u,
];

/** An ID with `@g.us`, or in one of WhatsApp's two formats. */
const GROUP_ID = /(?<![\w.-])([\w.-]+@g\.us|(?:120363\d{12}|[1-9]\d{7,14}-1[2-6]\d{8})(?![\w.-]))/i;

const groupKey = (id: string) => `${id.toLowerCase().replace(/@g\.us$/, '')}@g.us`;

/** Whether a text contains a phone number or a group's ID. */
function hasNumber(text: string): boolean {
	const isLong = text.length > 100;
	if (SEVEN_DIGITS.test(text) && (isLong || !NO_NUMBER.some((one) => one.test(text)))) return true;
	return GROUP_ID.test(text);
}

/** All numbers that neighboring groups of digits can be, without leading zeros, and group IDs. */
function* digitsIn(text: string): Generator<string> {
	// Any word may be a group's ID.
	if (/^(?!\+?\d{5,17}$)\S*\d\S*$/.test(text)) yield groupKey(text);
	for (const [index, part] of text.split(GROUP_ID).entries()) {
		if (index % 2 === 1) yield groupKey(part);
		else yield* neighborsIn(part.split(/(\d+)/));
	}
}

/** @param parts groups of digits at the odd indexes, and the text between them */
function* neighborsIn(parts: string[]): Generator<string> {
	const withoutZeros = (digits: string) => digits.replace(/^0+/, '');
	for (let first = 1; first < parts.length; first += 2) {
		let digits = withoutZeros(parts[first]);
		// The next group gives the same digits.
		if (digits === '') continue;
		for (let next = first + 2; digits.length <= 17; next += 2) {
			// The shortest national numbers have five digits.
			if (digits.length >= 5) yield digits;
			if (next >= parts.length || !/^[^\p{L}:]{1,3}$/u.test(parts[next - 1])) break;
			digits = withoutZeros(digits + parts[next]);
		}
	}
}

/** The number that a text consists of, with the + or zeros before it, or a group's ID. */
function* wholeNumber(text: string): Generator<string> {
	if (/^\S+$/.test(text)) yield groupKey(text);
	if (hasNumber(text)) yield text.replace(/[^\d+]/g, '');
}
