import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/failures';

// What cannot be sent is refused with an InputError that names the field, the value and the fix.

const LONGEST_QUOTE = 60;

/** Text of a parameter, also of a number. `undefined` for anything else, also for NaN and Infinity. */
export function asText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	return Number.isFinite(value) ? String(value) : undefined;
}

/** Whether a value is a JSON object, not an array. */
export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Only spaces and invisible characters, the empty Braille cell among them. */
const BLANK = /^[\s\p{Cc}\p{Cf}\p{DI}\u2800]*$/u;

/** Whether a value is empty, as after an error inside an expression. */
export const isEmptyValue = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && BLANK.test(value));

/** What kind of value this is, for the user: `a list`, `an object`, `true`, … */
export function kindOf(value: unknown): string {
	if (value === null || value === undefined) return 'nothing';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'boolean') return String(value);
	if (typeof value === 'number') return 'a failed calculation';
	if (value instanceof Date || isDateTime(value)) return 'a date';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Not `instanceof`: an expression's DateTime comes from n8n's own copy of Luxon. */
export const isDateTime = (value: unknown): value is { toMillis(): number } =>
	typeof Object(value).toMillis === 'function';

const MOST_NAMES = 8;

/** The names of fields, for an error: eight at most, in quotes if they have characters that nobody sees. */
export function namesIn(fields: object): string {
	const all = Object.keys(fields);
	const names = all.slice(0, MOST_NAMES).map((name) => {
		const start = cut(name, LONGEST_QUOTE);
		const shown = start.replace(/(?! )[\p{Cc}\p{Cf}\p{Z}]/gu, (character) => {
			return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
		});
		return shown.trim() === start ? start : `"${shown}"`;
	});
	const more = all.length - names.length;
	return names.join(', ') + (more ? ` and ${more} more` : '');
}

/** A value as an error message shows it: on one line, in quotes, at most 60 characters of it. */
export function quote(value: unknown): string {
	const text = typeof value === 'number' ? String(value) : (asText(value) ?? kindOf(value));
	return `"${oneLine(text, LONGEST_QUOTE)}"`;
}

/** A required text, not trimmed. */
export function requiredText(field: string, value: unknown, fix: string): string {
	const text = optionalText(field, value, fix);
	if (isEmptyValue(text)) throw new InputError(`${field} is empty: ${fix}`);
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

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Text on one line, without control and invisible characters, cut as `cut` does. */
export function oneLine(text: string, longest: number): string {
	const start = text.slice(0, longest * 20);
	return cut(start.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim(), longest);
}

/** A text of at most `longest` characters, never cut within an emoji. */
function cut(text: string, longest: number): string {
	if (text.length <= longest) return text;
	return text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '') + '…';
}
