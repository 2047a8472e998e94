import { jsonParse, type GenericValue } from 'n8n-workflow';
import { InputError } from '../errors/nodeErrors';
import { kindOf, quoted } from '../values/checks';

/**
 * The buttons of an interactive message. §2.5 does not show what a button looks like, so each one
 * passes untouched.
 *
 * @param value a JSON array, as text or from an expression; empty text or nothing: no buttons
 * @throws InputError where it is no JSON array, with an array to copy
 */
export function parseButtons(value: unknown): GenericValue[] {
	const text = typeof value === 'string' ? value.trim() : undefined;
	const parsed = text ? jsonParse<unknown>(text, { fallbackValue: text }) : value;
	if (text === '' || parsed === undefined || parsed === null) return [];
	if (Array.isArray(parsed)) return parsed;
	const given = text === undefined ? `is ${kindOf(value)} and` : quoted(text);
	throw new InputError(
		`Buttons ${given} is not a JSON array: enter ${arrayMeantBy(parsed)}, with the fields that your service expects`,
	);
}

const EXAMPLE = '[{"text":"Yes"},{"text":"No"}]';
/** On one line, and short enough to be read in an error. */
const SHOWN = /^[^\p{C}\p{Zl}\p{Zp}]{2,140}$/u;

/** An array to copy, made of what was entered: labels between commas, or a button alone. */
function arrayMeantBy(entered: unknown): string {
	const buttons = typeof entered === 'string' ? buttonsIn(entered) : [entered];
	const array = JSON.stringify(buttons);
	return typeof buttons[0] === 'object' && SHOWN.test(array) ? array : EXAMPLE;
}

function buttonsIn(text: string): unknown[] {
	if (/[[\]{}]/.test(text)) return [];
	const labels = text.split(/[,;|\n]/).map((label) => label.replace(/["'“”]/g, '').trim());
	return labels.filter(Boolean).map((label) => ({ text: label }));
}
