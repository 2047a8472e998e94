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
import { countryCodeOf, numberingPlanOf, personOfPhone } from '../values/numberingPlan';
import { readingsIn } from '../values/phone';
import { PromiseCache, yielder } from '../values/promises';
import type { Rule, Run } from './execution';
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
				const isListed = await includes(await readList(draft, run), draft, run);
				return isListed === isOnly ? undefined : skip;
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

/** Where a list comes from, and how strictly it is read. */
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
interface SharedLists {
	ofService: PromiseCache<StopList>;
	/** What each option has contained last, with the hash of its entries. */
	entered: Record<string, { hash: string; list: StopList }>;
}
const executions = new WeakMap<object, SharedLists>();

function sharedLists({ execution }: Run): SharedLists {
	const ofService = new PromiseCache<StopList>(MAX_AGE_MS);
	const lists = executions.get(execution) ?? { ofService, entered: {} };
	executions.set(execution, lists);
	return lists;
}

/** @returns a function that reads a list of the service, once for each credential of the items */
function serviceList(source: Source, value: unknown) {
	const { label } = source;
	if (Array.isArray(value)) {
		throw new WorkflowError(`${label} is a list, not the ID of a list: choose Numbers`);
	}
	const listId = normalizeListId(label, value);
	const failures = new Map<string, unknown>();
	return async (draft: Draft, run: Run): Promise<StopList> => {
		if (!draft.service) throw new Error(`${label} needs a messaging service`);
		const service = await draft.service();
		const key = JSON.stringify([label, listId, service.baseUrl, service.apiKey]);
		const read = async () => await prepare(await readContacts(service, listId), source);
		try {
			if (failures.has(key)) throw failures.get(key);
			return await sharedLists(run).ofService.get(key, read);
		} catch (error) {
			failures.set(key, error);
			const prefix = `${label} could not be checked, so nothing was sent to ${draft.recipient}`;
			throw withPrefix(prefix, error);
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
	return async (_draft: Draft, run: Run): Promise<StopList> =>
		await (list ??= read(sharedLists(run)));
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
	if (entries.length === 1 && isExpression(stored) && READS_ONE_ITEM.test(String(stored))) {
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
	source: Source;
	/** Group IDs that end in `@g.us`, and what `digitsIn` or `wholeNumber` finds. */
	found: Set<string>;
	/** Values that stop the run, unless Phone can read them in the item's country. */
	unclear: unknown[];
	/** Countries in which Phone can read all unclear values. */
	clearIn: Set<string>;
	/** Sentence for the hint of a run. */
	note?: string;
	/** Stops the run. */
	problem?: string;
}

/** Collects the digits of the entries, and does not block n8n meanwhile. */
async function prepare(entries: unknown[], source: Source): Promise<StopList> {
	const { label, name = label, isOnly } = source;
	const found = new Set<string>();
	const [unclear, suspects]: unknown[][] = [[], []];
	const types = new Set<string>();
	let [hasPhoneColumn, hasNumber, ignored] = [false, false, 0];
	const yieldToOthers = yielder();
	for (const entry of entries) {
		const values = [...valuesOf(fieldsOf(entry, source), isOnly)];
		const phones = values.filter(({ place }) => place !== 'other');
		const main = phones.length > 0 ? phones : values;
		const searched = isOnly ? main : values;
		let steps = 0;
		for (const { text } of searched) {
			for (const digits of isOnly ? wholeNumber(text) : digitsIn(text)) {
				found.add(digits);
				if (++steps % 100 === 0) await yieldToOthers();
			}
		}
		if (!main.some(({ isNumber }) => isNumber)) ignored++;
		const isNobody = !searched.some(({ isNumber }) => isNumber);
		hasNumber ||= !isNobody;
		for (const { value, text, place, isNumber } of values) {
			if (text) types.add(typeof value);
			hasPhoneColumn ||= place === 'phone';
			if (isNumber || isOnly) continue;
			if (place === 'alone' ? text : place === 'phone' && /\d/.test(text)) unclear.push(value);
			else if (isNobody && looksLikePhone(text)) suspects.push(value);
		}
		await yieldToOthers();
	}
	const problems = hasPhoneColumn ? unclear : unclear.concat(suspects);
	const list: StopList = { source, found, unclear: problems, clearIn: new Set() };
	if (!hasNumber && (isOnly || (types.has('string') && problems.length === 0))) {
		const rows = entries.length === 1 ? 'its only row' : `any of its ${entries.length} rows`;
		const fix = `return rows with phone numbers${isOnly ? '' : ', or [] for an empty list'}`;
		list.problem = `${prefixOf(source)}${name} has no phone number in ${rows}: ${fix}`;
	} else if (ignored > 0 && types.size > 0) {
		const rows = ignored === 1 ? '1 row' : `${ignored} rows`;
		list.note = `Ignored ${rows} of ${name} without a phone number.`;
	}
	return list;
}

/** Starts an error with the option's label. */
const prefixOf = ({ label, name }: Source) => (name ? `${label}: ` : '');

/** Whether a list contains the recipient of an item. @throws WorkflowError for a value that may be anyone's number */
async function includes(list: StopList, draft: Draft, { notes }: Run): Promise<boolean> {
	const { source, found, note, problem } = list;
	const { person } = draft;
	const country = async () => (await draft.country?.()) ?? '';
	if (problem) throw new WorkflowError(problem);
	if (list.unclear.length > 0) await refuseUnclear(list, await country());
	if (note) notes.add(note);
	if (person.endsWith('@g.us')) {
		return found.has(groupKey(person)) || found.has(person.slice(0, -'@g.us'.length));
	}
	const { national, international } = writingsOf(person);
	if (!source.isOnly) {
		const dialed = international.flatMap((digits) => DIALED_ABROAD.map((start) => start + digits));
		return [...national, ...dialed].some((digits) => found.has(digits));
	}
	if (international.some((digits) => found.has(`+${digits}`))) return true;
	const local = national.flatMap((digits) => [digits, `0${digits}`]);
	const matches = [...international, ...local].filter((digits) => found.has(digits));
	const code = matches.length > 0 ? await country() : '';
	return matches.some((digits) => {
		const isOfCountry = international.includes(digits) || code === countryCodeOf(person);
		return isOfCountry && readingsIn(digits, code).every((id) => personOfPhone(id) === person);
	});
}

async function refuseUnclear({ unclear, clearIn, source }: StopList, code: string): Promise<void> {
	if (clearIn.has(code)) return;
	const yieldToOthers = yielder();
	for (const value of unclear) {
		if (readingsIn(value, code).length === 0) {
			throw new WorkflowError(
				`${prefixOf(source)}${quote(value)} of ${source.name ?? source.label} is not a phone number: correct it, or remove it`,
			);
		}
		await yieldToOthers();
	}
	clearIn.add(code);
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
		const written = plainDigits(asText(value) ?? '').trim();
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

/** All keys of an n8n item. */
const ITEM_KEYS = ['json', 'binary', 'pairedItem', 'error', 'index', 'metadata', 'evaluationData'];

/** What is read of an entry: an n8n item's JSON, and of a contact of the service only its phone (§2.5). */
function fieldsOf(entry: unknown, { isOfService }: Source): unknown {
	if (!isObject(entry)) return entry;
	const isItem = isObject(entry.json) && Object.keys(entry).every((key) => ITEM_KEYS.includes(key));
	const fields = (isItem ? entry.json : entry) as IDataObject;
	if (!('is_group' in fields)) return isOfService ? { phone: fields.phone } : fields;
	const text = asText(fields.phone)?.trim() ?? '';
	const phone = isGroupEntry(fields) && text ? groupKey(text) : text.replace(CONTACT_PHONE, '+');
	return isOfService ? { phone } : { ...fields, phone };
}

/** The phone of a contact has its country code (§2.5). */
const CONTACT_PHONE = /^(?=[1-9]\d{7,14}$)/;

const PHONE_WORDS =
	/(?<!\p{L})(?:phones?|telephone|tel|mobiles?|cell|handy|hp|whatsapp|wa|sms)(?!\p{L})/iu;

/** Whether a column's name contains a word for a phone: `Mobile Phone Number`, `no_wa`, `WhatsAppNumber`. */
function namesPhone(column: string): boolean {
	const words = column
		.replace(/whatsapp/i, 'Whatsapp')
		.replace(/(?<=\p{Ll})(?=\p{Lu})|(?=\p{Lu}\p{Ll})/gu, ' ');
	return PHONE_WORDS.test(words) && !/id$/i.test(words);
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

const looksLikePhone = (text: string) =>
	WHOLE.test(text) && /(?:\d\D*){5}/.test(text) && !DATE.test(text);

const withoutZeros = (digits: string) => digits.replace(/^0+/, '');

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
	for (let first = 1; first < parts.length; first += 2) {
		let digits = withoutZeros(parts[first]);
		for (let next = first + 2; digits.length <= 17; next += 2) {
			// The shortest national numbers have five digits.
			if (digits.length >= 5) yield digits;
			if (next >= parts.length || !/^[^\p{L}:]{1,3}$/u.test(parts[next - 1])) break;
			digits = withoutZeros(digits + parts[next]);
		}
	}
}

/** The number that a text consists of: after + with its country code, after 0 without it. */
function* wholeNumber(text: string): Generator<string> {
	if (/^\S+$/.test(text)) yield groupKey(text);
	if (!hasNumber(text)) return;
	const digits = text.replace(/\D/g, '');
	if (text.includes('+') || digits.startsWith('00')) yield `+${withoutZeros(digits)}`;
	else yield digits.replace(/^0+/, '0');
}

/** What people dial before a number abroad, without leading zeros: 00, 011, 001, 010, 0014, 810. */
const DIALED_ABROAD = ['', '11', '1', '10', '14', '810'];

/** What people dial before a number in their country beside the usual prefix, without leading zeros. */
const ALSO_DIALED: Record<string, string[]> = { 52: ['44', '45'], 370: ['8'], 375: ['80'] };

/** All ways to write the number of a person, without leading zeros. */
function writingsOf(person: string): Record<'national' | 'international', string[]> {
	const code = countryCodeOf(person);
	const withDigit = (at: number, digit: string) => person.slice(0, at) + digit + person.slice(at);
	const numbers = [person, withDigit(2, '9'), withDigit(2, '1'), withDigit(4, '9')]
		.filter((digits) => personOfPhone(digits) === person)
		.map((digits) => digits.slice(code.length));
	// The local number behind the area code has six to eight digits.
	const areaEnds = code === '54' ? [-6, -7, -8] : [];
	const with15 = areaEnds.flatMap((end) =>
		numbers.map((n) => `${n.slice(0, end)}15${n.slice(end)}`),
	);
	const prefixes = ['', '0', numberingPlanOf(code)?.trunk ?? '', ...(ALSO_DIALED[code] ?? [])];
	const all = [...numbers, ...with15];
	const written = prefixes.flatMap((prefix) => all.map((number) => prefix + number));
	return {
		national: written.map(withoutZeros),
		international: written.map((number) => code + number),
	};
}

/** A text without invisible characters, and with the digits 0 to 9 in place of any script's. */
const plainDigits = (text: string) =>
	/^[\s!-~]*$/.test(text)
		? text
		: text
				.replace(/\p{DI}/gu, '')
				.normalize('NFKC')
				.replace(/(?!\d)\p{Nd}/gu, plainDigit);

/** Each script has its ten digits in a row. */
function plainDigit(digit: string): string {
	const code = digit.codePointAt(0) as number;
	let value = 0;
	while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
	return String(value);
}
