import { InputError } from '../errors/inputError';
import { asText, kindOf, quoted, quotedAddress } from '../errors/words';

/**
 * Text that must be there; spaces around it stay.
 *
 * @throws InputError where the value is missing, empty or not text
 */
export function requiredText(field: string, value: unknown, fix: string): string {
	const text = textOf(field, value, fix);
	if (!text.trim()) throw new InputError(`${field} is empty: ${fix}`);
	return text;
}

/**
 * An id that must be there, without the spaces around it; otherwise untouched.
 *
 * @throws InputError where it is missing, empty, not text, or a number that has lost digits
 */
export function requiredId(field: string, value: unknown, fix: string): string {
	if (typeof value === 'number' && !Number.isSafeInteger(value)) {
		throw new InputError(
			`${field} ${quoted(value)} is a number that has lost digits: use text, e.g. format the column of the spreadsheet as text`,
		);
	}
	return requiredText(field, value, fix).trim();
}

/**
 * An absolute http(s) address, without the spaces around it.
 *
 * @throws InputError where it is anything else
 */
export function requiredWebAddress(field: string, value: unknown, example: string): string {
	const text = requiredText(field, value, `enter the full address, e.g. ${example}`).trim();
	if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
		throw new InputError(
			`${field} ${quotedAddress(text)} is not a web address: enter it with http:// or https://, e.g. ${example}`,
		);
	}
	return text;
}

/**
 * Text that may be missing; empty where it is.
 *
 * @throws InputError where the value is not text
 */
export function optionalText(field: string, value: unknown): string {
	return textOf(field, value, 'enter text, or check the expression');
}

function textOf(field: string, value: unknown, fix: string): string {
	const text = value === undefined || value === null ? '' : asText(value);
	if (text === undefined) throw new InputError(`${field} is ${kindOf(value)}, not text: ${fix}`);
	// What JavaScript writes for an object inside a text.
	if (text.includes('[object Object]')) {
		throw new InputError(
			`${field} contains an object instead of text, because an expression gave an object: choose one of its fields in the expression`,
		);
	}
	return text;
}
