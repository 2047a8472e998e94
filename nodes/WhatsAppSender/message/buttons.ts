import { jsonParse, type GenericValue } from 'n8n-workflow';
import { InputError } from '../errors/nodeErrors';
import { kindOf, quoted } from '../values/checks';

/**
 * The buttons of an interactive message. §2.5 does not show what a button looks like, so each one
 * passes untouched.
 *
 * @param value a JSON array, as text or from an expression; empty text or nothing: no buttons
 * @throws InputError if it is no JSON array
 */
export function parseButtons(value: unknown): GenericValue[] {
	const text = typeof value === 'string' ? value.trim() : undefined;
	const parsed = text ? jsonParse<unknown>(text, { fallbackValue: text }) : value;
	if (text === '' || parsed === undefined || parsed === null) return [];
	if (Array.isArray(parsed)) return parsed;
	const given = text === undefined ? `is ${kindOf(value)} and` : quoted(text);
	throw new InputError(
		`Buttons ${given} is not a JSON array: enter it like [{"text":"Yes"},{"text":"No"}], with the fields that your service expects`,
	);
}
