import type { GenericValue, IDataObject } from 'n8n-workflow';
import { asText, InputError, kindOf, quoted } from '../input/inputError';

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
			`Buttons ${what} is not a JSON array: write it like [{"text": "Yes"}, {"text": "No"}], with the fields that your service takes`,
		);
	}
	return parsed;
}

/**
 * The fields of an interactive message (§2.2); empty ones are left out.
 *
 * @throws InputError where the footer is no text or the buttons are no JSON array
 */
export function interactiveFields(footer: unknown, buttons: unknown): IDataObject {
	const fields: IDataObject = { isInteractive: true };
	const footerText = footer === undefined || footer === null ? '' : asText(footer);
	if (footerText === undefined) throw new InputError(`Footer is ${kindOf(footer)}, not text`);
	if (footerText.trim()) fields.footer = footerText;
	const list = parseButtons(buttons);
	if (list.length > 0) fields.buttons = list;
	return fields;
}

function fromJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
