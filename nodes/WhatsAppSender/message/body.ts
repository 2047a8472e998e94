import {
	NodeHelpers,
	type GenericValue,
	type IDataObject,
	type INode,
	type INodeProperties,
} from 'n8n-workflow';
import { InputError } from '../errors/nodeErrors';
import { isNothing, optionalText, requiredText, requiredWebAddress } from '../values/checks';
import { refuseBraces } from '../values/fixedOrExpression';
import type { Option } from '../values/option';
import { parseButtons } from './buttons';
import { messageFields } from './fields';
import { fileOf, textPart } from './file';
import type { Item } from './item';
import type { Recipient } from '../service/recipient';
import type { Choices } from './recipient';
import { fromMarkdown, type Format } from './textFormat';

/** One item's message, validated and complete but for the API key. */
export interface Body {
	/** By name, as JSON (§2.2) or, with a file, in the form of an upload (§2.3). */
	fields: Record<string, BodyValue>;
}

type BodyValue = GenericValue | IDataObject | File;

/** What is known of a message, beside its fields. */
interface Known {
	choices: Choices;
	to: Recipient;
	/** In place of the one that the user entered. */
	text?: string;
	fileName?: unknown;
	/** As `send_at` takes it. */
	sendAt?: string;
	textFormat?: Format;
}

type Rule = (
	value: unknown,
	item: Item,
	field: { label: string; known: Known },
) => BodyValue | Promise<BodyValue>;

/**
 * How a body field (§2.2, §2.3) is made from what the user entered. One without a value is left out. Which
 * field of the form it comes from stands on that field: `routing.send`.
 */
const RULES: Record<string, Rule> = {
	text(value, _item, { label, known }) {
		const text = requiredText(label, value, 'enter a message, or check the expression');
		return known.textFormat === 'markdown' ? fromMarkdown(text) : text;
	},
	media_url: (value, _item, { label }) =>
		requiredWebAddress(label, value, 'https://example.com/invoice.pdf'),
	footer: (value, _item, { label }) => (isNothing(value) ? undefined : optionalText(label, value)),
	buttons: parseButtons,
	file: async (value, item, { known }) => await fileOf(item, value, known.fileName),
};

/** The fields of the form, and the options, that become body fields. */
const MAPPED_FIELDS = messageFields.flatMap((parent) => {
	const options = parent.type === 'collection' ? (parent.options as Option[]) : [];
	return [parent, ...options].flatMap((field) => {
		const property = field.routing?.send?.property;
		return property ? [{ property, field, shownBy: [parent, field] }] : [];
	});
});

/** Those that the form shows, by the choices that decide it. */
const shownBefore = new Map<string, typeof MAPPED_FIELDS>();

function shownFields(choices: Choices, node: INode): typeof MAPPED_FIELDS {
	const key = JSON.stringify([choices, node.type]);
	const isShown = (field: INodeProperties) =>
		NodeHelpers.displayParameter(choices, field, node, null, choices);
	const shown =
		shownBefore.get(key) ?? MAPPED_FIELDS.filter(({ shownBy }) => shownBy.every(isShown));
	shownBefore.set(key, shown);
	return shown;
}

/**
 * Builds the body of an item's message, as n8n's routing does it, but in the item's turn.
 *
 * @throws InputError for the first value that cannot be sent, and where an expression fails
 */
export async function bodyOf(item: Item, known: Known): Promise<Body> {
	const { choices, to, text, sendAt } = known;
	if (choices.mediaSource === 'binary') refuseConflicts(known);
	const values: Body['fields'] = {
		phone: to.id,
		group_id: to.id,
		isInteractive: choices.isInteractive || undefined,
		send_at: sendAt,
		...(text && { text }),
	};
	// The text goes first.
	const fields: Body['fields'] = { text };
	for (const { property, field } of shownFields(
		{ ...choices, recipientType: to.type },
		item.node,
	)) {
		const label = field.displayName;
		const value =
			property in values
				? values[property]
				: await RULES[property](entered(item, field), item, { label, known });
		const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
		if (!isEmpty) fields[property] = value;
	}
	return { fields };
}

function entered(item: Item, field: INodeProperties): unknown {
	// The name of a file's field is not sent itself.
	if (field.name !== 'binaryPropertyName')
		refuseBraces(field.displayName, item.node.parameters[field.name]);
	return item.parameter(field.displayName, field.name, field.default);
}

/** Refuses what the form cannot hide from an upload, which has no place for it (§2.3). */
function refuseConflicts({ choices, sendAt }: Known): void {
	const conflict = choices.isInteractive ? 'Interactive Message' : sendAt && 'Send At';
	if (!conflict) return;
	throw new InputError(
		`${conflict} is set, but uploads can only go to a phone number, without buttons or a schedule: remove it, or set Media Source to URL`,
	);
}

/** The body of a request, without the API key: the credential adds it. */
export function encoded({ fields }: Body): IDataObject | FormData {
	if (!fields.file) return fields as IDataObject;
	const form = new FormData();
	for (const [field, value] of Object.entries(fields)) {
		form.append(field, value instanceof File ? value : textPart(value as string));
	}
	return form;
}
