import {
	type GenericValue,
	type IDataObject,
	type INodeProperties,
	jsonParse,
	NodeHelpers,
	updateDisplayOptions,
} from 'n8n-workflow';
import { InputError } from '../errors/failures';
import type { Recipient } from '../service/recipient';
import {
	enteredText,
	isEmptyValue,
	kindOf,
	optionalText,
	quote,
	requiredText,
	requiredWebAddress,
} from '../values/input';
import { messageFields } from './fields';
import { fileOf } from './file';
import type { Choices, Item } from './item';
import { type Format, fromMarkdown } from './text';

/** The validated message of an item by body field: JSON (§2.2), or with a file the form of an upload (§2.3). */
export type Body = Record<string, BodyValue>;
type BodyValue = GenericValue | IDataObject | File;

/** What a message is built from. */
interface Draft {
	item: Item;
	choices: Choices;
	to: Recipient;
	/** Replaces the text that the user entered. */
	text?: string;
	/** Value of `send_at`. */
	sendAt?: string;
	textFormat?: Format;
}

type FieldRule = (
	draft: Draft,
	label: string,
	entered: () => unknown,
) => BodyValue | Promise<BodyValue>;

/** The value of each body field (§2.2, §2.3). A field without a value is left out. */
const FIELD_RULES: Record<string, FieldRule> = {
	phone: ({ to }) => to.id,
	group_id: ({ to }) => to.id,
	text({ text: message, textFormat }, label, entered) {
		if (message) return message;
		const text = requiredText(label, entered(), 'enter a message, or check the expression');
		return textFormat === 'markdown' ? fromMarkdown(text) : text;
	},
	media_url: (_draft, label, entered) =>
		requiredWebAddress(label, entered(), 'https://example.com/invoice.pdf'),
	file: async ({ item }, label) =>
		await fileOf(item, item.parameter(label, 'binaryPropertyName', 'data')),
	isInteractive: ({ choices }) => choices.isInteractive || undefined,
	footer: (_draft, label, entered) => optionalText(label, entered()),
	buttons: (_draft, _label, entered) => parseButtons(entered()),
	send_at: ({ sendAt }) => sendAt,
};

/** The buttons of an interactive message, from a JSON array or its text. §2.5 does not define their fields. */
export function parseButtons(value: unknown): GenericValue[] {
	const parsed = typeof value === 'string' ? jsonParse(value, { fallbackValue: value }) : value;
	if (isEmptyValue(parsed)) return [];
	if (Array.isArray(parsed)) return parsed;
	const problem = typeof value === 'string' ? quote(value) : `is ${kindOf(value)} and`;
	throw new InputError(
		`Buttons ${problem} is not a JSON array: enter it like [{"text":"Yes"},{"text":"No"}], with the fields that your service expects`,
	);
}

/** The options of a collection, with the collection's display conditions. */
const optionsIn = ({ type, displayOptions = {}, options }: INodeProperties): INodeProperties[] =>
	type === 'collection' ? updateDisplayOptions(displayOptions, options as INodeProperties[]) : [];

/** The fields and options with `routing.send`, which become body fields. */
const MAPPED_FIELDS = messageFields
	.flatMap((field) => [field, ...optionsIn(field)])
	.flatMap((field) => {
		const property = field.routing?.send?.property;
		return property ? [{ field, property }] : [];
	});

/** Builds the body of an item's message, as n8n's routing does. @throws InputError for the first invalid value */
export async function bodyOf(draft: Draft): Promise<Body> {
	const { item, to } = draft;
	const choices = { ...draft.choices, recipientType: to.type };
	if (choices.mediaSource === 'binary') refuseConflicts(draft);
	// The text goes first.
	const body: Body = { text: undefined };
	for (const { field, property } of MAPPED_FIELDS) {
		const { displayName: label, name } = field;
		if (!NodeHelpers.displayParameter(choices, field, item.node, null, choices)) continue;
		const value = await FIELD_RULES[property](draft, label, () =>
			enteredText(item, label, name, field.default, field.required),
		);
		const isEmpty = isEmptyValue(value) || (Array.isArray(value) && value.length === 0);
		if (!isEmpty) body[property] = value;
	}
	return body;
}

/** Refuses options that an upload does not support (§2.3) and that the form cannot hide. */
function refuseConflicts({ choices, sendAt }: Draft): void {
	const conflict = choices.isInteractive ? 'Interactive Message' : sendAt && 'Send At';
	if (!conflict) return;
	throw new InputError(
		`${conflict} is set, but uploads can only go to a phone number, without buttons or a schedule: remove it, or set Media Source to URL`,
	);
}

/** Encodes the body for the request. The credential adds the API key. */
export function encodeBody(body: Body): IDataObject | FormData {
	if (!body.file) return body as IDataObject;
	const form = new FormData();
	for (const [field, value] of Object.entries(body)) {
		form.append(field, value instanceof File ? value : textPart(value as string));
	}
	return form;
}

/** n8n writes line breaks of a plain field as CRLF, and sends a nameless file unchanged. */
const textPart = (text: string) =>
	/[\r\n]/.test(text) ? new File([text], '', { type: 'text/plain;charset=utf-8' }) : text;
