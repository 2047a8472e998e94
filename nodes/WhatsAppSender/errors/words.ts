const LONGEST_QUOTE = 60;

/** Text of a parameter, which an expression may have made a number. `undefined` for anything else. */
export function asText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'bigint') return String(value);
	return undefined;
}

/** What kind of value this is, for the user: `a list`, `an object`, `true`, … */
export function kindOf(value: unknown): string {
	if (value === null || value === undefined) return 'nothing';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'boolean') return String(value);
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/**
 * Text as an error message shows it: on one line, without control and invisible characters, at
 * most `longest` characters with an ellipsis where it was cut, never in the middle of an emoji.
 */
export function oneLine(text: string, longest: number): string {
	const line = text
		.slice(0, longest * 20)
		.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
		.trim();
	if (line.length <= longest) return line;
	return line.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '') + '…';
}

/** A value as an error message shows it: on one line, in quotes, at most 60 characters of it. */
export function quoted(value: unknown): string {
	return `"${oneLine(asText(value) ?? kindOf(value), LONGEST_QUOTE)}"`;
}

/** An address as an error message shows it: like any value, but without a login in it. */
export function quotedAddress(address: string): string {
	return quoted(address.replace(/\/\/[^/?#]*@/, '//…@'));
}
