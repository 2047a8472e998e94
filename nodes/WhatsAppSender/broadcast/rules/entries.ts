import type { IDataObject } from 'n8n-workflow';
import { WorkflowError } from '../../errors/nodeErrors';
import { isGroupEntry } from '../../service/lists';
import { groupRecipient, personOf, phoneRecipient } from '../../service/recipient';
import { asText, isEmptyValue, isObject, kindOf } from '../../values/checks';
import { readingsIn } from '../../values/phone';

/** A single value of an entry. */
export interface Leaf {
	/** Its column, after the enclosing column if there is one; `''` if the entry is a single value. */
	column: string;
	value: unknown;
}

/** All keys of an n8n item. */
const ITEM_KEYS = ['json', 'binary', 'pairedItem', 'error', 'index', 'metadata', 'evaluationData'];

/** The fields of a row, or of an n8n item's JSON; undefined if the entry is a single value. */
export function fieldsOf(entry: unknown): IDataObject | undefined {
	if (!isObject(entry)) return undefined;
	const isItem = isObject(entry.json) && Object.keys(entry).every((key) => ITEM_KEYS.includes(key));
	return isItem ? (entry.json as IDataObject) : entry;
}

/** All values of an entry, at all levels. Splits a text with several numbers, e.g. a spreadsheet's cell. */
export function leavesOf(entry: unknown): Leaf[] {
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
export function namesPhone(column: string): boolean {
	const words = column
		.replace(/whatsapp/i, 'Whatsapp')
		.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})|(?=\p{Lu}\p{Ll})/u);
	return words.some((word) => PHONE_WORDS.includes(word.toLowerCase()));
}

/** Longer texts are not searched for numbers. */
const LONGEST_NUMBER = 300;

/** Whether a value has as many digits as the shortest phone numbers. */
export function hasDigits(value: unknown): boolean {
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
export function numbersWithin(value: unknown): string[] {
	if (typeof value !== 'string' || !hasDigits(value)) return [];
	return value.match(NUMBER) ?? [];
}

/** Including the exponent of a number that a spreadsheet has shortened: `6.28E+12`. */
export const PHONE_CHARACTERS = /^[\p{Nd}\s+()[\]{}.,/'"=\p{Pd}\p{Cf}]+(?:e\+?\d+)?$/iu;

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
export function peopleOf(value: unknown, country: string): string[] {
	if (!hasDigits(value)) return [];
	const text = String(value);
	if (/^\s*\S+@g\.us\s*$/i.test(text)) return [personOf({ type: 'group', id: text.trim() })];
	return readingsIn(text, country).map((id) => personOf({ type: 'phone', id }));
}

/** Everyone whose number may be part of the text. */
export const peopleWithin = (value: unknown, country: string): string[] =>
	numbersWithin(value).flatMap((number) => peopleOf(number, country));

/** The person or group of a contact of the service (§2.5). */
export function peopleOfContact(contact: IDataObject, phone: unknown, country: string): string[] {
	if (isEmptyValue(phone)) return [];
	try {
		const isGroup = isGroupEntry(contact);
		return [personOf(isGroup ? groupRecipient(phone) : phoneRecipient(phone, country, true))];
	} catch {
		return peopleOf(phone, country);
	}
}
