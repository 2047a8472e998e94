import { InputError } from '../errors/errors';
import type { RunContext } from '../turns/turn';
import { asText, kindOf } from '../values/checks';
import { Contacts, phoneReader } from './contacts';
import { MOST_KEPT, readOnce } from './readOnce';

/**
 * The contacts and groups that an option has: text, or an array of texts, numbers, and objects with
 * `phone` (§2.5). Parsed once for each content: an expression makes a new array for each item.
 *
 * @throws InputError where it has none
 */
export async function contactsEntered(
	context: RunContext,
	label: string,
	value: unknown,
): Promise<Contacts> {
	const source = Array.isArray(value) ? value : [value];
	const kind = Array.isArray(value) ? 'list' : 'text';
	const parsed = async (): Promise<Array<{ phones: unknown[]; contacts: Contacts }>> => [];
	const kept = await readOnce(context, `${label} ${kind}`, parsed);
	const phones = source.map(phoneReader());
	const earlier = kept.find((each) => areEqual(each.phones, phones));
	if (earlier) return earlier.contacts;
	const contacts = new Contacts(kind === 'list' ? source : numbersIn(label, value), label, false);
	if (kept.length === MOST_KEPT) kept.shift();
	kept.push({ phones, contacts });
	return contacts;
}

const areEqual = (some: unknown[], others: unknown[]) =>
	some.length === others.length && some.every((each, index) => each === others[index]);

/** The numbers and group IDs in a text, as the user enters them. */
export function numbersIn(label: string, entered: unknown): string[] {
	const text = asText(entered ?? '');
	if (text === undefined) {
		throw new InputError(
			`${label} is ${kindOf(entered)}, not phone numbers: return text or a list`,
			undefined,
			{ mends: 'workflow' },
		);
	}
	const parts = text.split(/[,;\r\n\t]|\s(?=\+)/).filter((part) => part.trim());
	if (parts.length > 0) return parts.flatMap(piecesOf);
	const message = `${label} is empty: enter phone numbers, or remove the option`;
	throw new InputError(message, undefined, { mends: 'workflow' });
}

/** A field of one line makes spaces of the line breaks that are pasted; 16 digits are no number. */
function piecesOf(part: string): string[] {
	const pieces = part.trim().split(/\s+/);
	return pieces.every((piece) => piece.replace(/\D/g, '').length >= 8) ? pieces : [part];
}
