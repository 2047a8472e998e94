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
} from '../values/input';
import { messageFields } from './fields';
import { fileOf, UploadedFile } from './file';
import type { Choices, Item } from './item';
import { requiredMediaUrl } from './mediaUrl';
import { fromMarkdown } from './textFormat';
import { refusePlaceholders } from './warnings';

/** The validated message of an item. */
export interface Body {
	/** By body field (§2.2). */
	fields: IDataObject;
	/** The file of an upload: then the body is a form (§2.3). */
	file?: UploadedFile;
}

/** What a message is built from. */
interface Draft {
	item: Item;
	choices: Choices;
	to: Recipient;
	/** Replaces the text that the user entered. */
	text?: string;
	/** Value of `send_at`. */
	sendAt?: string;
	isMarkdown?: boolean;
}

type FieldRule = (draft: Draft, label: string, entered: () => unknown) => unknown;

/** The value of each body field (§2.2, §2.3). A field without a value is left out. */
const FIELD_RULES: Record<string, FieldRule> = {
	phone: ({ to }) => to.id,
	group_id: ({ to }) => to.id,
	text({ item, text: message, isMarkdown }, label, entered) {
		const text =
			message || requiredText(label, entered(), 'enter a message, or check the expression');
		refusePlaceholders(item.node, label, text);
		return isMarkdown ? fromMarkdown(text) : text;
	},
	media_url: (_draft, label, entered) => requiredMediaUrl(label, entered()),
	file: async ({ item }, label) =>
		await fileOf(item, item.parameter(label, 'binaryPropertyName', 'data')),
	isInteractive: ({ choices }) => choices.isInteractive || undefined,
	footer: (_draft, label, entered) => optionalText(label, entered()),
	buttons: (_draft, _label, entered) => parseButtons(entered()),
	send_at: ({ sendAt }) => sendAt,
};

/** The buttons of an interactive message, from a JSON array or its text. §2.5 does not define their fields. */
export function parseButtons(value: unknown): GenericValue[] | undefined {
	const parsed = typeof value === 'string' ? jsonParse(value, { fallbackValue: value }) : value;
	if (isEmptyValue(parsed)) return undefined;
	if (Array.isArray(parsed)) return parsed.length > 0 ? parsed : undefined;
	const problem = typeof value === 'string' ? quote(value) : `is ${kindOf(value)} and`;
	throw new InputError(
		`Buttons ${problem} is not a JSON array: enter it like [{"text":"Yes"},{"text":"No"}], with the fields that your service expects`,
	);
}

/** The fields and options with `routing.send`, which become body fields. */
const MAPPED_FIELDS = messageFields
	.flatMap((field) =>
		// An option has the collection's display conditions, too.
		field.type === 'collection'
			? updateDisplayOptions(field.displayOptions ?? {}, field.options as INodeProperties[])
			: [field],
	)
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
	const body: Body = { fields: { text: undefined } };
	for (const { field, property } of MAPPED_FIELDS) {
		const { displayName: label, name } = field;
		if (!NodeHelpers.displayParameter(choices, field, item.node, null, choices)) continue;
		const value = await FIELD_RULES[property](draft, label, () =>
			enteredText(item, label, name, field.default, field.required),
		);
		if (value instanceof UploadedFile) body.file = value;
		else if (!isEmptyValue(value)) body.fields[property] = value as GenericValue;
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
export function encodeBody({ fields, file }: Body): IDataObject | FormData {
	if (!file) return fields;
	const form = new FormData();
	for (const [field, value] of Object.entries(fields)) form.append(field, textPart(String(value)));
	form.append('file', file);
	return form;
}

/** n8n writes line breaks of a plain field as CRLF, and sends a nameless file unchanged. */
const textPart = (text: string) =>
	/[\r\n]/.test(text) ? new File([text], '', { type: 'text/plain;charset=utf-8' }) : text;
