import type { GenericValue } from 'n8n-workflow';
import { InputError } from '../errors/inputError';
import { kindOf, quoted } from '../errors/words';
import { optionalText } from './required';

/**
 * The buttons of an interactive message. §2.5 does not show what a button looks like, so each one
 * passes untouched.
 *
 * @param value a JSON array, as text or from an expression; empty text or nothing: no buttons
 * @throws InputError where it is no JSON array
 */
export function parseButtons(value: unknown): GenericValue[] {
	const text = typeof value === 'string' ? value.trim() : undefined;
	const parsed = text ? fromJson(text) : value;
	if (text === '' || parsed === undefined || parsed === null) return [];
	if (!Array.isArray(parsed)) {
		const what = text === undefined ? `is ${kindOf(value)} and` : quoted(text);
		throw new InputError(
			`Buttons ${what} is not a JSON array: enter it like [{"text": "Yes"}, {"text": "No"}], with the fields that your service takes`,
		);
	}
	return parsed;
}

/** The footer of an interactive message, as text; empty where there is none. */
export const footerText = (value: unknown): string => optionalText('Footer', value);

function fromJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
