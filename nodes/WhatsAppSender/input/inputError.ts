import { oneLine } from '../failure/oneLine';

const LONGEST_QUOTE = 60;

/**
 * A value that cannot be sent, found before anything of its item is sent.
 * `message` names the field, the value and the fix; `description` adds what else the user can do.
 */
export class InputError extends Error {
	override readonly name = 'InputError';

	constructor(
		message: string,
		readonly description?: string,
	) {
		super(message);
	}
}

/** A value as an error message shows it: on one line, in quotes, at most 60 characters of it. */
export function quoted(value: unknown): string {
	return `"${oneLine(asText(value) ?? kindOf(value), LONGEST_QUOTE)}"`;
}

/** An address as an error message shows it: like any value, but without a login in it. */
export function quotedAddress(address: string): string {
	return quoted(address.replace(/\/\/[^/?#]*@/, '//…@'));
}

/** Text of a parameter, which an expression may have made a number. `undefined` for anything else. */
export function asText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'bigint') return String(value);
	return undefined;
}

/** What a value is, in the user's words: `a list`, `an object`, `true`, … */
export function kindOf(value: unknown): string {
	if (value === null || value === undefined) return 'nothing';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'boolean') return String(value);
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
