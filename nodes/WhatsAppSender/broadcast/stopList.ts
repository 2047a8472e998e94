import { createHash } from 'crypto';
import { type IDataObject, sleep } from 'n8n-workflow';
import { withPrefix, WorkflowError } from '../errors/failures';
import { listField } from '../formFields';
import { allContacts, isGroupEntry, normalizeListId, type Service } from '../service/service';
import { asText, isExpression, isObject, kindOf, locatorOf, quote } from '../values/input';
import { countryCodeOf, numberingPlanOf, personOfPhone } from '../values/numberingPlan';
import { readingsIn } from '../values/phone';
import { PromiseCache, yielder } from '../values/promises';
import type { Rule, RuleOption, Turn } from './execution';

/** A list of the service is read again once it is this old, before the next message. */
const MAX_AGE_MS = 10 * 60_000;

/** Delays before a list is read again that could not be read. */
const RETRY_DELAYS_MS = [1000, 3000];

/** A field for contacts and groups: a list of the service, or numbers that the user enters. */
const stopListOption = (
	field: Pick<RuleOption, 'displayName' | 'name' | 'description'>,
	isOnly: boolean,
): RuleOption => ({
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
			? serviceList(source, listIdOf(label, value))
			: enteredList(source, enteredEntries(source, value, stored));
		const place = isOfService ? `on the list ${title}` : `in ${label}`;
		const skip = { reason: name, words: isOnly ? `not ${place}` : place };
		return {
			async check(turn) {
				const isListed = await includes(await readList(turn), turn);
				return isListed === isOnly ? undefined : skip;
			},
		};
	},
});

export const neverSendTo = stopListOption(
	{
		displayName: 'Never Send To',
		name: 'neverSendTo',
		description:
			'Contacts and groups to skip, e.g. people who unsubscribed. If the list cannot be read, nothing is sent.',
	},
	false,
);

export const onlySendTo = stopListOption(
	{
		displayName: 'Only Send To',
		name: 'onlySendTo',
		description: 'The only contacts and groups to send to, e.g. your own team',
	},
	true,
);

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

/** What all runs of an execution share: in a loop, each iteration is a run. */
const sharedLists = new WeakMap<object, SharedLists>();
interface SharedLists {
	ofService: PromiseCache<StopList>;
	/** What the expression of each option has given last. */
	entered: Record<string, { hash: string; list: StopList }>;
}

function sharedListsOf({ journal: { execution } }: Turn): SharedLists {
	const known = sharedLists.get(execution);
	const shared = known ?? { ofService: new PromiseCache(MAX_AGE_MS), entered: {} };
	sharedLists.set(execution, shared);
	return shared;
}

/** @returns a function that reads a list of the service, once for each credential of the items */
function serviceList(source: Source, listId: string) {
	const { label } = source;
	const failures = new Map<string, unknown>();
	return async (turn: Turn): Promise<StopList> => {
		if (!turn.service) throw new Error(`${label} needs a messaging service`);
		const service = await turn.service();
		const key = JSON.stringify([label, listId, service.baseUrl, service.apiKey]);
		try {
			if (failures.has(key)) throw failures.get(key);
			const { ofService } = sharedListsOf(turn);
			return await ofService.get(key, async () =>
				prepare(await readContacts(service, listId), source),
			);
		} catch (error) {
			failures.set(key, error);
			throw withPrefix(
				`${label} could not be checked, so nothing was sent to ${turn.recipient}`,
				error,
			);
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

function listIdOf(label: string, value: unknown): string {
	if (!Array.isArray(value)) return normalizeListId(label, value);
	throw new WorkflowError(`${label} is ${kindOf(value)}, not the ID of a list: choose Numbers`);
}

/** @returns a function that prepares the entries, unless the run before had the same */
function enteredList(source: Source, entries: unknown[]) {
	let list: Promise<StopList> | undefined;
	const read = async ({ entered }: SharedLists) => {
		const hash = await hashOf(entries);
		const last = entered[source.label];
		const list = last?.hash === hash ? last.list : await prepare(entries, source);
		entered[source.label] = { hash, list };
		return list;
	};
	return async (turn: Turn): Promise<StopList> => await (list ??= read(sharedListsOf(turn)));
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

function enteredEntries({ label, name }: Source, value: unknown, stored: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	const isRow = isExpression(stored) && isObject(value);
	const entries = isRow ? [value] : entriesIn(label, value);
	if (entries.length === 1 && isExpression(stored) && READS_ONE_ITEM.test(String(stored))) {
		throw new WorkflowError(
			`${label} contains only one ${isRow ? 'row' : 'number'}, and the expression may leave out others: use {{ $('${name ?? 'Name of the node'}').all() }}`,
		);
	}
	return entries;
}

/** Splits a text into numbers and group IDs. */
function entriesIn(label: string, entered: unknown): string[] {
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

/** A list, ready to look up recipients in it. */
interface StopList {
	source: Source;
	/** Group IDs that end in `@g.us`, and what `digitsIn` or `wholeNumber` finds. */
	found: Set<string>;
	/** Values that stop the run, unless Phone can read them in the item's country. */
	unclear: unknown[];
	/** Of the unclear values, by country. */
	checks: PromiseCache<void>;
	/** Sentence for the hint of a run. */
	note?: string;
	problem?: string;
}

async function prepare(entries: unknown[], source: Source): Promise<StopList> {
	const { label, name = label, isOnly } = source;
	const found = new Set<string>();
	const unclear: unknown[] = [];
	const suspects: unknown[] = [];
	let [hasPhoneColumn, hasNumber, hasText, hasValue] = [false, false, false, false];
	let ignored = 0;
	const yieldToOthers = yielder();
	for (const entry of entries) {
		await yieldToOthers();
		const values = [...valuesOf(fieldsOf(entry, source), isOnly)];
		const phones = values.filter(({ isPhone }) => isPhone);
		const main = phones.length > 0 ? phones : values;
		const isNobody = !values.some(({ isNumber }) => isNumber);
		for (const { text } of isOnly ? main : values) {
			for (const digits of isOnly ? wholeNumber(text) : digitsIn(text)) {
				found.add(digits);
				if (found.size % 100 === 0) await yieldToOthers();
			}
		}
		for (const { value, text, column, isPhone, isNumber } of values) {
			hasPhoneColumn ||= isPhone && column !== undefined;
			hasText ||= typeof value === 'string' && text !== '';
			hasValue ||= text !== '';
			if (isNumber) continue;
			if (isPhone && (column === undefined ? text : /\d/.test(text))) unclear.push(value);
			if (isNobody && LOOKS_LIKE_PHONE.test(text) && !DATE.test(text)) suspects.push(value);
		}
		hasNumber ||= !isNobody;
		if (!main.some(({ isNumber }) => isNumber)) ignored++;
	}
	if (!hasPhoneColumn) unclear.push(...suspects);
	const list: StopList = {
		source,
		found,
		unclear: isOnly ? [] : unclear,
		checks: new PromiseCache(),
	};
	const prefix = name === label ? '' : `${label}: `;
	if (isOnly ? !hasNumber : hasText && !hasNumber && unclear.length === 0) {
		const rows = entries.length === 1 ? 'its only row' : `any of its ${entries.length} rows`;
		list.problem = `${prefix}${name} has no phone number in ${rows}: return rows with phone numbers, or [] for an empty list`;
	} else if (ignored > 0 && hasValue) {
		const rows = ignored === 1 ? '1 row' : `${ignored} rows`;
		list.note = `Ignored ${rows} of ${name} without a phone number.`;
	}
	return list;
}

/** Whether a list contains the recipient of an item. @throws WorkflowError for a value that may be anyone's number */
async function includes(list: StopList, { person, country, journal }: Turn): Promise<boolean> {
	const { source, found, unclear, checks, note, problem } = list;
	const countryOfItem = async () => (await country?.()) ?? '';
	if (problem) throw new WorkflowError(problem);
	if (unclear.length > 0) {
		const code = await countryOfItem();
		await checks.get(code, async () => await refuseUnclear(list, code));
	}
	if (note) journal.notes.add(note);
	if (isGroup(person)) return [groupKey(person), person.slice(0, -5)].some((id) => found.has(id));
	const { national, international } = writingsOf(person);
	if (!source.isOnly) {
		const abroad = DIALED_ABROAD.flatMap((prefix) =>
			international.map((digits) => prefix + digits),
		);
		return [...national, ...abroad].some((digits) => found.has(digits));
	}
	if (international.some((digits) => found.has(`+${digits}`))) return true;
	const keys = [...international, ...national.flatMap((digits) => [digits, `0${digits}`])];
	const matches = keys.filter((key) => found.has(key));
	if (matches.length === 0) return false;
	const code = await countryOfItem();
	return matches.some(
		(key) =>
			(international.includes(key) || code === countryCodeOf(person)) &&
			readingsIn(key, code).every((id) => personOfPhone(id) === person),
	);
}

async function refuseUnclear({ unclear, source }: StopList, country: string): Promise<void> {
	const { label, name = label } = source;
	const yieldToOthers = yielder();
	for (const value of unclear) {
		await yieldToOthers();
		if (readingsIn(value, country).length > 0) continue;
		throw new WorkflowError(
			`${name === label ? '' : `${label}: `}${quote(value)} of ${name} is not a phone number: correct it, or remove it`,
		);
	}
}

/** A single value of an entry. */
interface Value {
	value: unknown;
	/** Without invisible characters, and with the digits 0 to 9. Empty for what is neither text nor a number. */
	text: string;
	/** Undefined if the entry is a single value. */
	column?: string;
	/** Whether it is a single value, or in a column named like a phone. */
	isPhone: boolean;
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
		const text = plainDigits(asText(value) ?? '').trim();
		const isPhone = column === undefined || namesPhone(`${around} ${column}`);
		const isNumber = hasNumber(text) && (!isOnly || WHOLE.test(text));
		yield { value, text, column, isPhone, isNumber };
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

/** The phone of a contact, which the service takes as it is. */
const CONTACT_PHONE = /^(?=[1-9]\d{7,14}$)/;

const PHONE_WORDS =
	/(?<!\p{L})(?:phone|telephone|tel|telp|mobile|cell|celular|handy|hp|whatsapp|wa|sms)(?!\p{L})/iu;

/** Whether a column's name contains a word for a phone: `Mobile Phone Number`, `no_wa`, `WhatsAppNumber`. */
const namesPhone = (column: string) =>
	!/id$/i.test(column) &&
	PHONE_WORDS.test(
		column
			.replace(/whatsapp/i, 'Whatsapp')
			.replace(/(?<=\p{Ll})(?=\p{Lu})|(?=\p{Lu}\p{Ll})/gu, ' '),
	);

/** Whether a value consists of the characters of a phone number, including the exponent of a shortened one. */
const LOOKS_LIKE_PHONE = /^(?=(?:\D*\d){5})[\d\s+()[\]{}.,/'"=\p{Pd}]+(?:e\+?\d+)?$/iu;
const WHOLE = /^(?:[\d\s+()[\]{}.,/'"=\p{Pd}]+|\S+@g\.us)$/iu;

const DATE = /^(?:\d{4}([-./])\d\d?\1\d\d?|\d\d?([-./])\d\d?\2\d{4})(?:[T\s]+\d\d?[:.]\d\d.*)?$/s;

/** Seven digits, with separators as between neighbors. */
const SEVEN_DIGITS = /(?:\d[^\d\p{L}:]{0,3}){7}/u;

const NO_NUMBER = [
	DATE,
	/@lid$/i,
	// Digits that a spreadsheet has lost: `6.28E+12`, `6280000000000`.
	/^[^\p{L}]*\de\+?\d+$/iu,
	/^[^+\p{L}]*(?:0[^\d\p{L}]*){6}$/u,
	/^\D*\d{18,}\D*$/,
];

const hasNumber = (text: string) =>
	text.search(GROUP_ID) >= 0 ||
	(SEVEN_DIGITS.test(text) && !NO_NUMBER.some((pattern) => pattern.test(text)));

/** An ID with `@g.us`, or in one of WhatsApp's two formats. */
const GROUP_ID =
	/(?<![\w.-])(?:[\w.-]+@g\.us|(?:120363\d{12}|[1-9]\d{7,14}-1[2-6]\d{8})(?![\w.-]))/gi;

const isGroup = (person: string) => person.endsWith('@g.us');
const groupKey = (id: string) => `${id.toLowerCase().replace(/@g\.us$/, '')}@g.us`;

/** Longest number, behind what people dial before a number abroad. The shortest local numbers have five digits. */
const MOST_DIGITS = 17;
const LEAST_DIGITS = 5;

const withoutZeros = (digits: string) => digits.replace(/^0+/, '');

/**
 * The numbers that a text may contain: all neighboring groups of digits, put together, without leading zeros.
 */
function* digitsIn(text: string): Generator<string> {
	for (const [id] of text.matchAll(GROUP_ID)) yield groupKey(id);
	// Any other word may be a group's ID.
	if (/^(?!\+?\d+$)\S*\d\S*$/.test(text)) yield groupKey(text);
	const parts = text.replace(GROUP_ID, 'x').split(/(\d+)/);
	for (let first = 1; first < parts.length; first += 2) {
		let digits = '';
		for (let next = first; next < parts.length; next += 2) {
			if (next > first && !/^[^\p{L}:]{1,3}$/u.test(parts[next - 1])) break;
			digits = withoutZeros(digits + parts[next]);
			if (digits.length > MOST_DIGITS) break;
			if (digits.length >= LEAST_DIGITS) yield digits;
		}
	}
}

/** The number that a text consists of: after + if it has a country code, after 0 if it has none. */
function* wholeNumber(text: string): Generator<string> {
	if (/^\S+$/.test(text)) yield groupKey(text);
	if (!hasNumber(text) || !WHOLE.test(text)) return;
	const digits = text.replace(/\D/g, '');
	const start =
		text.includes('+') || digits.startsWith('00') ? '+' : digits.startsWith('0') ? '0' : '';
	yield start + withoutZeros(digits);
}

/** What people dial before a number abroad, without leading zeros: 00, 011, 001, 010, 0014, 810. */
const DIALED_ABROAD = ['', '11', '1', '10', '14', '810'];

/** What people dial before a number of their country, besides the usual prefix. */
const ALSO_DIALED: Record<string, string[]> = { 52: ['44', '45'], 370: ['8'], 375: ['80'] };

/** All ways to write the number of a person, without leading zeros. */
function writingsOf(person: string): Record<'national' | 'international', string[]> {
	const code = countryCodeOf(person);
	const withDigit = (at: number, digit: string) => person.slice(0, at) + digit + person.slice(at);
	const writings = [person, withDigit(2, '9'), withDigit(2, '1'), withDigit(4, '9')];
	const numbers = writings
		.filter((digits) => personOfPhone(digits) === person)
		.map((digits) => digits.slice(code.length));
	if (code === '54') {
		const with15 = (local: number) =>
			numbers.map((n) => `${n.slice(0, -local)}15${n.slice(-local)}`);
		numbers.push(...[6, 7, 8].flatMap(with15));
	}
	const trunk = numberingPlanOf(code)?.trunk ?? '';
	const prefixes = ['', '0', trunk, ...(ALSO_DIALED[code] ?? [])];
	const written = prefixes.flatMap((prefix) => numbers.map((number) => prefix + number));
	return {
		national: written.map(withoutZeros),
		international: written.map((number) => code + number),
	};
}

/** A text without invisible characters, and with the digits 0 to 9 in place of any script's. */
function plainDigits(text: string): string {
	if (/^[ -~]*$/.test(text)) return text;
	return text
		.replace(/\p{DI}/gu, '')
		.normalize('NFKC')
		.replace(/\p{Nd}/gu, (digit) => {
			// Each script has its ten digits in a row.
			const code = digit.codePointAt(0) as number;
			let zero = code;
			while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
			return String(code - zero);
		});
}
