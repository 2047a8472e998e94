import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/inputError';

/**
 * A header of the user's, as its name and its value.
 *
 * @param label what an error calls it
 * @throws InputError where HTTP cannot carry it
 */
export function requireHeader(label: string, name: string, value: string): [string, string] {
	if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
		throw new InputError(`${label} is not a valid header name: use letters, digits and -`);
	}
	if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
		throw new InputError(`${label} has line breaks or characters that are not allowed in a header`);
	}
	return [name, value];
}

/** Headers with more of them, which replace those of the same name in any case. */
export function withHeaders(headers: IDataObject = {}, more: IDataObject): IDataObject {
	const replaced = Object.keys(more).map((name) => name.toLowerCase());
	const others = Object.entries(headers).filter(([name]) => !replaced.includes(name.toLowerCase()));
	return { ...Object.fromEntries(others), ...more };
}
