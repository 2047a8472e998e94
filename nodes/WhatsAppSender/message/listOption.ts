import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InputError } from '../errors/errors';
import { listField } from '../fields';
import { normalizeListId } from '../service/lists';
import type { RunState } from '../turns/state';
import { isTool } from '../turns/tool';
import { asText, kindOf } from '../values/checks';
import { ContactSet } from './contactSet';
import { optionOf, type Item } from './item';

/** A field for contacts and groups: one of the account's lists, or entered. */
export const contactsField = {
	...listField,
	modes: [
		...listField.modes,
		{
			displayName: 'Phone Numbers',
			name: 'numbers',
			type: 'string',
			placeholder: 'e.g. 6281234567890, 6281234567891',
			hint: 'Numbers and group IDs between commas, or an expression that returns a list of them',
		},
	],
} satisfies Partial<INodeProperties>;

/** A list that an option names, or has: a resource locator as the node stores it. */
export interface ListOption {
	/** Label of the option. */
	label: string;
	/** Whether it has the contacts themselves. */
	hasNumbers: boolean;
	/** Of the list, or its contacts. */
	value: unknown;
	/** Whether an entry that cannot be read may be anybody: nothing must be sent then. */
	isStrict: boolean;
	/** Title and number of contacts, as the drop-down showed them. */
	cachedResultName?: unknown;
}

/** @throws where its expression fails, or an AI agent could set it */
export function listOption(item: Item, label: string, name: string): ListOption | undefined {
	const { node } = item;
	const options = node.parameters.options as IDataObject | undefined;
	if (isTool(node) && hasExpression(options?.[name])) {
		throw new InputError(
			`${label} is an expression, which an AI agent could set: choose a list, or enter its ID or phone numbers without an expression`,
		);
	}
	const list = optionOf(item, name);
	if (list === undefined) return undefined;
	const isStrict = name === 'neverSendTo';
	const isLocator = typeof list === 'object' && list !== null && !Array.isArray(list);
	const { mode, value, cachedResultName } = (isLocator ? list : { value: list }) as IDataObject;
	return { label, isStrict, hasNumbers: mode === 'numbers', value, cachedResultName };
}

/** Not in the title that the drop-down has shown, which may begin with "=". */
function hasExpression(entered: unknown): boolean {
	if (typeof entered !== 'object') return String(entered).startsWith('=');
	const { mode, value } = (entered ?? {}) as IDataObject;
	return [mode, value].some((part) => Array.isArray(part) || String(part).startsWith('='));
}

/** @throws InputError where it is no ID of a list */
export function listIdOf({ label, value }: ListOption): string {
	if (!Array.isArray(value)) return normalizeListId(label, value);
	throw new InputError(`${label} is a list of values, not an ID: choose Phone Numbers for them`);
}

/** The title that the drop-down showed, without the number of contacts; the ID where there is none. */
export function titleOf({ cachedResultName, value, hasNumbers }: ListOption): string | undefined {
	return hasNumbers ? undefined : String(cachedResultName ?? value).replace(/ \((\d+|\?)\)$/, '');
}

/** How many values are kept: each item may have its own. */
const MOST_KEPT = 50;

const parsed = new WeakMap<RunState, Map<string, Promise<ContactSet>>>();

/**
 * The contacts and groups that an option has, parsed once for each of its values: text, or an array
 * of texts, numbers, and objects with `phone` (§2.5).
 *
 * @throws InputError where it has none of them
 */
export async function contactsEntered(
	state: RunState,
	{ label, value }: ListOption,
): Promise<ContactSet> {
	const kept = parsed.get(state) ?? new Map<string, Promise<ContactSet>>();
	parsed.set(state, kept);
	// A text is no array, whatever it looks like.
	const key = typeof value === 'string' ? value : `\0${JSON.stringify(value)}`;
	const earlier = kept.get(key);
	if (earlier) return await earlier;
	const contacts = ContactSet.of(entriesOf(label, value));
	if (kept.size >= MOST_KEPT) kept.clear();
	kept.set(key, contacts);
	return await contacts;
}

function entriesOf(label: string, value: unknown): IDataObject[] {
	if (Array.isArray(value)) return value.map(entryOf);
	const text = asText(value ?? '');
	if (text === undefined) {
		throw new InputError(`${label} is ${kindOf(value)}, not phone numbers: return text or a list`);
	}
	const parts = text.split(/[,;\r\n]|\s(?=\+)/).filter((part) => part.trim());
	const entries = parts.flatMap(numbersIn);
	if (entries.length > 0) return entries.map(entryOf);
	throw new InputError(`${label} is empty: enter phone numbers, or remove the option`);
}

/** A field of one line makes spaces of the line breaks that are pasted; 16 digits are no number. */
function numbersIn(part: string): string[] {
	const pieces = part.trim().split(/\s+/);
	return pieces.every((piece) => piece.replace(/\D/g, '').length >= 8) ? pieces : [part];
}

/** An element of the array: an object, which may be an item of n8n, or a number alone. */
function entryOf(element: unknown): IDataObject {
	const isObject = typeof element === 'object' && element !== null && !Array.isArray(element);
	if (!isObject) return { phone: element as string };
	const { json = element } = element as { json?: unknown };
	return Object(json) as IDataObject;
}
