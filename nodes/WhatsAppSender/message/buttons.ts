import { jsonParse, type GenericValue } from 'n8n-workflow';
import { InputError } from '../errors/nodeErrors';
import { isNothing, kindOf, quoted } from '../values/checks';

/**
 * The buttons of an interactive message. §2.5 does not show what a button looks like, so each one
 * passes untouched.
 *
 * @param value a JSON array, as text or from an expression; empty text or nothing: no buttons
 * @throws InputError where it is no JSON array, with an array to copy
 */
export function parseButtons(value: unknown): GenericValue[] {
	if (isNothing(value)) return [];
	const isText = typeof value === 'string';
	const parsed = isText ? jsonParse<unknown>(value, { fallbackValue: value }) : value;
	if (parsed === null) return [];
	if (Array.isArray(parsed)) return parsed;
	const given = isText ? quoted(value) : `is ${kindOf(value)} and`;
	throw new InputError(
		`Buttons ${given} is not a JSON array: enter [{"text":"Yes"},{"text":"No"}], with the fields that your service expects`,
	);
}
