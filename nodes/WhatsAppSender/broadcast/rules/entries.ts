import type { IDataObject } from 'n8n-workflow';
import { WorkflowError } from '../../errors/nodeErrors';
import { isGroupEntry } from '../../service/lists';
import { groupRecipient, personOf, phoneRecipient } from '../../service/recipient';
import { asText, isNothing, isObject, kindOf } from '../../values/checks';
import { readingsIn } from '../../values/phone';

/** A value of an entry that is neither an object nor an array. */
export interface Leaf {
	/** Names of its column and of those around it; `''` for an entry that is a value alone. */
	column: string;
	value: unknown;
}

/** Levels of an entry that are looked at. */
const DEEPEST = 10;

/** All values of an entry, at all levels. Of an item of n8n, those of its JSON. */
export function leavesOf(entry: unknown): Leaf[] {
	const leaves: Leaf[] = [];
	const collect = (value: unknown, column: string, level: number) => {
		if (typeof value !== 'object' || value === null) {
			leaves.push({ column, value });
		} else if (level < DEEPEST) {
			const nameOf = (key: string) => (Array.isArray(value) ? column : `${column} ${key}`.trim());
			for (const key in value) collect((value as never)[key], nameOf(key), level + 1);
		}
	};
	collect(isObject(entry) ? (entry.json ?? entry) : entry, '', 0);
	return leaves;
}

const PHONE_WORDS = ['phone', 'mobile', 'cell', 'tel', 'whatsapp', 'wa', 'hp', 'sms'];

/** Whether a word of a column's name is one for a phone: `Mobile Phone Number`, `no_wa`, `phoneNumber`. */
export function namesPhone(column: string): boolean {
	// `WhatsApp` is a word as it is.
	const words = `${column} ${column.replace(/([a-z])(?=[A-Z])/g, '$1 ')}`;
	return words.split(/[^\p{L}]+/u).some((word) => PHONE_WORDS.includes(word.toLowerCase()));
}

/** Longer ones are texts. */
const LONGEST_NUMBER = 300;

/** Whether a value has as many digits as the shortest phone numbers. */
export function hasDigits(value: unknown): boolean {
	const text = asText(value) ?? '';
	return text.length <= LONGEST_NUMBER && /(?:\d\D*){5}/.test(text);
}

/** The parts of a text with several numbers in it, e.g. of a spreadsheet's cell; any other value itself. */
export function numbersIn(value: unknown): unknown[] {
	if (typeof value !== 'string') return [value];
	const parts = value.split(/[,;\r\n]/).filter((part) => part.trim());
	return parts.some(hasDigits) ? parts : [value];
}

/** The numbers and group IDs in a text, as the user enters them. */
export function entriesIn(label: string, entered: unknown): string[] {
	const text = asText(entered ?? '');
	if (text === undefined) {
		throw new WorkflowError(
			`${label} is ${kindOf(entered)}, not phone numbers: return text or a list`,
		);
	}
	const parts = text.split(/[,;\r\n\t]|\s(?=\+)/).filter((part) => part.trim());
	if (parts.length > 0) return parts.flatMap(piecesOf);
	throw new WorkflowError(`${label} is empty: enter phone numbers, or remove the option`);
}

/** A field of one line makes spaces of the line breaks that are pasted; 16 digits are no number. */
function piecesOf(part: string): string[] {
	const pieces = part.trim().split(/\s+/);
	return pieces.every((piece) => piece.replace(/\D/g, '').length >= 8) ? pieces : [part];
}

/** All people that a value can stand for. */
export function peopleOf(value: unknown, country: string): string[] {
	if (!hasDigits(value)) return [];
	const text = String(value);
	if (/@g\.us\s*$/i.test(text)) return [personOf({ type: 'group', id: text.trim() })];
	return readingsIn(text, country).map((id) => personOf({ type: 'phone', id }));
}

/** The person or group of a contact of the service (§2.5). */
export function peopleOfContact(contact: IDataObject, phone: unknown, country: string): string[] {
	if (isNothing(phone)) return [];
	try {
		const isGroup = isGroupEntry(contact);
		return [personOf(isGroup ? groupRecipient(phone) : phoneRecipient(phone, country, true))];
	} catch {
		return peopleOf(phone, country);
	}
}
