import {
	NodeHelpers,
	type GenericValue,
	type IDataObject,
	type INode,
	type INodeProperties,
} from 'n8n-workflow';
import { InputError } from '../errors/nodeErrors';
import { isNothing, oneOf, optionalText, requiredText, requiredWebAddress } from '../values/checks';
import { refuseBraces } from '../values/fixedOrExpression';
import type { Option, ValuesOf } from '../values/option';
import { schedule, scheduledTime, SEND_AT_UNITS, type SendAtUnit } from '../values/schedule';
import { parseButtons } from './buttons';
import { messageFields } from './fields';
import type { MESSAGE_OPTIONS } from './fields/sendOptions';
import { fileOf, textPart } from './file';
import type { Item } from './item';
import type { Choices, Recipient } from './recipient';
import { fromMarkdown } from './textFormat';

/** One item's message, validated and complete but for the API key. */
export interface Body {
	/** By name, as JSON (§2.2) or, with a file, in the form of an upload (§2.3). */
	fields: Record<string, BodyValue>;
	/** ISO time of a scheduled message. */
	scheduledFor?: string;
}

type BodyValue = GenericValue | IDataObject | File;

/** What is known of a message, beside its fields. */
interface Known {
	choices: Choices;
	to: Recipient;
	options?: ValuesOf<typeof MESSAGE_OPTIONS>;
	/** In place of the one that the user entered. */
	text?: string;
}

type Rule = (
	value: unknown,
	item: Item,
	field: { label: string; options: NonNullable<Known['options']> },
) => BodyValue | Promise<BodyValue>;

/**
 * How a body field (§2.2, §2.3) is made from what the user entered. One without a value is left out. Which
 * field of the form it comes from stands on that field: `routing.send`.
 */
const RULES: Record<string, Rule> = {
	text(value, _item, { label, options }) {
		const text = requiredText(label, value, 'enter a message, or check the expression');
		return options.textFormat === 'markdown' ? fromMarkdown(text) : text;
	},
	media_url: (value, _item, { label }) =>
		requiredWebAddress(label, value, 'https://example.com/invoice.pdf'),
	footer: (value, _item, { label }) => (isNothing(value) ? undefined : optionalText(label, value)),
	buttons: parseButtons,
	send_at: async (value, item) =>
		isNothing(value) ? undefined : schedule(value, item.timezone, await unitOf(item)),
	file: async (value, item, { options }) => await fileOf(item, value, options.fileName),
};

async function unitOf({ service }: Item): Promise<SendAtUnit> {
	const { credential } = await service();
	const field = 'Unit of Scheduled Times of the WhatsApp Sender API credential';
	return oneOf(SEND_AT_UNITS, field, credential.sendAtUnit);
}

/** The fields of the form, and the options, that become body fields. */
const MAPPED_FIELDS = messageFields.flatMap((parent) => {
	const options = parent.type === 'collection' ? (parent.options as Option[]) : [];
	return [parent, ...options].flatMap((field) => {
		const property = field.routing?.send?.property;
		return property ? [{ property, field, shownBy: [parent, field] }] : [];
	});
});

/** Those that the form shows, by the choices that decide it. */
const shownFields = new Map<string, typeof MAPPED_FIELDS>();

function fieldsShown(choices: Choices, node: INode): typeof MAPPED_FIELDS {
	const key = JSON.stringify([choices, node.type]);
	const isShown = (field: INodeProperties) =>
		NodeHelpers.displayParameter(choices, field, node, null, choices);
	const shown =
		shownFields.get(key) ?? MAPPED_FIELDS.filter(({ shownBy }) => shownBy.every(isShown));
	shownFields.set(key, shown);
	return shown;
}

/**
 * Builds the body of an item's message, as n8n's routing does it, but in the item's turn.
 *
 * @throws InputError for the first value that cannot be sent, and where an expression fails
 */
export async function bodyOf(
	item: Item,
	{ choices, to: { type, id }, options = {}, text }: Known,
): Promise<Body> {
	if (choices.mediaSource === 'binary') refuseConflicts(choices, options.sendAt);
	const isInteractive = choices.isInteractive || undefined;
	const known: Body['fields'] = { phone: id, group_id: id, isInteractive, ...(text && { text }) };
	const shown = fieldsShown({ ...choices, recipientType: type }, item.node);
	// The text goes first.
	const fields: Body['fields'] = { text };
	for (const { property, field } of shown) {
		const label = field.displayName;
		const value =
			property in known
				? known[property]
				: await RULES[property](entered(item, field, options), item, { label, options });
		const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
		if (!isEmpty) fields[property] = value;
	}
	const time = fields.send_at as string | undefined;
	return { fields, scheduledFor: time && scheduledTime(time, await unitOf(item)) };
}

function entered(item: Item, field: INodeProperties | Option, options: object): unknown {
	if ('instead' in field) return (options as IDataObject)[field.name];
	// The name of a file's field is not sent itself.
	if (field.name !== 'binaryPropertyName')
		refuseBraces(field.displayName, item.node.parameters[field.name]);
	return item.parameter(field.name, field.default);
}

/** Options that an expression in Media Source leaves in the form, although an upload has no place for them (§2.3). */
function refuseConflicts({ isInteractive }: Choices, sendAt: unknown): void {
	const conflict = isInteractive ? 'Interactive Message' : !isNothing(sendAt) && 'Send At';
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
