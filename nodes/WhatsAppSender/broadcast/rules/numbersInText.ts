import { WorkflowError } from '../../errors/nodeErrors';
import { asText, kindOf } from '../../values/checks';

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
