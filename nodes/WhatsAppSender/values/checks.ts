import type { IDataObject } from 'n8n-workflow';
import { InputError, WorkflowError } from '../errors/nodeErrors';
import { oneLine } from '../errors/responseText';

// What cannot be sent is refused with an InputError that names the field, the value and the fix.

const LONGEST_QUOTE = 60;

/** Text of a parameter, also of a number. `undefined` for anything else, also for NaN and Infinity. */
export function asText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	return typeof value === 'bigint' || Number.isFinite(value) ? String(value) : undefined;
}

/** Whether a value is a JSON object, not an array. */
export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is empty, as after an error inside an expression. */
export const isEmptyValue = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** What kind of value this is, for the user: `a list`, `an object`, `true`, … */
export function kindOf(value: unknown): string {
	if (value === null || value === undefined) return 'nothing';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'boolean') return String(value);
	if (typeof value === 'number') return 'a failed calculation';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A value as an error message shows it: on one line, in quotes, at most 60 characters of it. */
export function quote(value: unknown): string {
	const text = typeof value === 'number' ? String(value) : (asText(value) ?? kindOf(value));
	return `"${oneLine(text, LONGEST_QUOTE)}"`;
}

/** An address as an error message shows it: like any value, but without a login in it. */
export function quoteAddress(address: string): string {
	return quote(address.replace(/^(https?:\/\/)?.*@/is, '$1…@'));
}

/** A required text, not trimmed. */
export function requiredText(field: string, value: unknown, fix: string): string {
	const text = optionalText(field, value, fix);
	if (!text.trim()) throw new InputError(`${field} is empty: ${fix}`);
	return text;
}

/** A required ID, trimmed. */
export function requiredId(field: string, value: unknown, fix: string): string {
	if (typeof value === 'number' && !Number.isSafeInteger(value)) {
		throw new InputError(
			`${field} ${quote(value)} is a number that has lost digits: use text, e.g. format the column of the spreadsheet as text`,
		);
	}
	return requiredText(field, value, fix).trim();
}

/** One absolute http(s) address. */
export const isWebAddress = (text: string): boolean =>
	/^https?:\/\/(?!.*\shttps?:\/\/)/i.test(text) && URL.canParse(text);

/** An absolute http(s) address, without the spaces around it. */
export function requiredWebAddress(field: string, value: unknown, example: string): string {
	const text = requiredText(field, value, `enter the full address, e.g. ${example}`).trim();
	if (!isWebAddress(text)) {
		throw new InputError(
			`${field} ${quoteAddress(text)} is not a web address: enter it with http:// or https://, e.g. ${example}`,
		);
	}
	return text;
}

/** An optional text; `''` if not set. */
export function optionalText(
	field: string,
	value: unknown,
	fix = 'enter text, or check the expression',
): string {
	const text = asText(value ?? '');
	if (text === undefined) throw new InputError(`${field} is ${kindOf(value)}, not text: ${fix}`);
	// What JavaScript writes for an object inside a text.
	if (text.includes('[object Object]')) {
		throw new InputError(
			`${field} contains an object instead of text, because an expression returned an object: choose one of its fields in the expression, or add .toJsonString()`,
		);
	}
	return text;
}

/** One of the choices of a field; an expression may return anything else. */
export function oneOf<T extends string>(choices: readonly T[], field: string, value: unknown): T {
	if (choices.includes(value as T)) return value as T;
	throw new WorkflowError(
		`${field} ${quote(value)} is not supported: use ${choices.join(', ').replace(/, (\w+)$/, ' or $1')}`,
	);
}

/** A switch of the form; an expression may return another type. */
export function isOn(field: string, value: unknown): boolean {
	if (typeof value === 'boolean') return value;
	const text = asText(value ?? '');
	const position = (text ?? 'neither').trim().toLowerCase();
	if (['true', '1'].includes(position)) return true;
	if (['false', '', '0'].includes(position)) return false;
	const problem = text === undefined ? `is ${kindOf(value)}, which is` : `${quote(value)} is`;
	throw new WorkflowError(`${field} ${problem} neither true nor false: use true or false`);
}
