import type { IDataObject } from 'n8n-workflow';
import { WorkflowError } from '../../errors/nodeErrors';
import { isGroupEntry } from '../../service/lists';
import { groupRecipient, personOf, phoneRecipient } from '../../service/recipient';
import { asText, isEmptyValue, isObject, kindOf } from '../../values/checks';
import { readingsIn } from '../../values/phone';

/** A value of an entry that is neither an object nor an array. */
export interface Leaf {
	/** Names of the column around it, if any, and of its own; `''` for an entry that is not an object. */
	column: string;
	value: unknown;
}

/** What an n8n item can contain beside its JSON. */
const OF_ITEM = ['json', 'binary', 'pairedItem', 'error', 'index', 'metadata', 'evaluationData'];

/** The fields of a row; for an n8n item those of its JSON. A number alone has none. */
export function fieldsOf(entry: unknown): IDataObject | undefined {
	if (!isObject(entry)) return undefined;
	const isItem = isObject(entry.json) && Object.keys(entry).every((key) => OF_ITEM.includes(key));
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

/** A longer text is no number. */
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

/** A group ID, or digits as people group them. Neither an e-mail address nor WhatsApp's ID of a person. */
const NUMBER =
	/\d[\d-]*@g\.us|\+?(?:\(\d+\)|\d)[\d\s().\p{Pd}]{5,}\d(?![\d\p{L}]|@(?!c\.us|s\.whatsapp))/giu;

/** The numbers and group IDs within a text: `WA: 0812-3456-7890`. */
export function numbersWithin(value: unknown): string[] {
	if (typeof value !== 'string' || !hasDigits(value)) return [];
	return value.match(NUMBER) ?? [];
}

/** Also of a number that a spreadsheet has shortened: `6.28E+12`. */
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
	if (parts.length > 0) return parts.flatMap(piecesOf);
	throw new WorkflowError(`${label} is empty: enter phone numbers, or remove the option`);
}

/** Splits at spaces if each piece is long enough for a number: n8n turns pasted line breaks into spaces. */
function piecesOf(part: string): string[] {
	const pieces = part.trim().split(/\s+/);
	return pieces.every((piece) => piece.replace(/\D/g, '').length >= 8) ? pieces : [part];
}

/** All people that a value can mean. */
export function peopleOf(value: unknown, country: string): string[] {
	if (!hasDigits(value)) return [];
	const text = String(value);
	if (/^\s*\S+@g\.us\s*$/i.test(text)) return [personOf({ type: 'group', id: text.trim() })];
	return readingsIn(text, country).map((id) => personOf({ type: 'phone', id }));
}

/** All people that the numbers within a text can mean. */
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
