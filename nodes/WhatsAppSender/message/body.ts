import {
	NodeHelpers,
	SEND_AND_WAIT_OPERATION,
	type GenericValue,
	type IBinaryData,
	type IDataObject,
	type INode,
	type INodeProperties,
} from 'n8n-workflow';
import { InputError } from '../errors/errors';
import {
	isNothing,
	isOn,
	oneOf,
	optionalText,
	parseButtons,
	requiredText,
	requiredWebAddress,
} from '../values/checks';
import { schedule, scheduledTime, SEND_AT_UNITS, type SendAtUnit } from '../values/schedule';
import { messageFields } from './fields';
import { fileOf, textPart } from './file';
import { hasOption, optionOf, type Item } from './item';
import type { Recipient } from './recipient';
import { formatText } from './textFormat';

/** One item's message, validated and complete but for the API key. */
export interface Body {
	/** By name, as JSON (§2.2) or in the form of an upload (§2.3). */
	fields: Record<string, BodyValue>;
	isUpload: boolean;
	/** ISO time of a scheduled message. */
	scheduledFor?: string;
}

export type BodyValue = GenericValue | IDataObject | File;
type Rule = (value: unknown, item: Item, label: string) => BodyValue | Promise<BodyValue>;

/**
 * How each body field (§2.2, §2.3) is made from what the user entered, in the order of the body. A
 * field without a value is left out. Which field of the form it comes from stands on that field:
 * `routing.send`.
 */
export const RULES: Record<string, Rule> = {
	text: (value, item, label) =>
		formatText(
			requiredText(label, value, 'enter a message, or check the expression'),
			optionOf(item, 'textFormat'),
		),
	phone: (value) => value as string,
	group_id: (value) => value as string,
	media_url: (value, _item, label) =>
		requiredWebAddress(label, value, 'https://example.com/invoice.pdf'),
	isInteractive: (value, _item, label) => isOn(label, value) || undefined,
	footer: (value, _item, label) => optionalText(label, value),
	buttons: parseButtons,
	send_at: async (value, item) =>
		isNothing(value) ? undefined : schedule(value, item.timezone, await unitOf(item)),
	file: async (value, item) =>
		await fileOf(item, value as string | IBinaryData, optionOf(item, 'fileName')),
};

async function unitOf({ service }: Item): Promise<SendAtUnit> {
	const { credential } = await service();
	const field = 'Unit of Scheduled Times of the WhatsApp Sender API credential';
	return oneOf(SEND_AT_UNITS, field, credential.sendAtUnit);
}

/** Parameters that decide which other fields the form shows, evaluated for an item. */
export interface Choices {
	resource: string;
	operation: string;
	recipientType: string;
	mediaSource: string;
	isInteractive: boolean;
}

export function choicesOf(item: Item): Choices {
	const operation = String(item.node.parameters.operation);
	const isMedia = operation === 'sendMedia';
	return {
		resource: 'message',
		operation,
		recipientType: oneOf(
			operation === SEND_AND_WAIT_OPERATION ? ['phone', 'group'] : ['phone', 'group', 'contact'],
			'Send To',
			item.parameter('recipientType', 'phone'),
		),
		mediaSource: isMedia
			? oneOf(['url', 'binary'], 'Media Source', item.parameter('mediaSource', 'url'))
			: 'url',
		isInteractive: isOn('Interactive Message', item.parameter('isInteractive', false)),
	};
}

/** A field of the form, behind the collection that it is in. */
type FormField = INodeProperties[];

const propertyOf = (field: FormField) => String(field.at(-1)?.routing?.send?.property);

/** Fields of the form that become body fields. */
const MAPPED_FIELDS = messageFields
	.flatMap((field): FormField[] => {
		const options = field.type === 'collection' ? (field.options as INodeProperties[]) : [];
		return [[field], ...options.map((option) => [field, option])];
	})
	.filter((field) => field.at(-1)?.routing?.send);

/**
 * Builds the body of an item's message, as n8n's routing does it, but in the item's turn.
 *
 * @param given values in place of what the user entered, by body field
 * @throws InputError for the first value that cannot be sent, and where an expression fails
 */
export async function bodyOf(
	item: Item,
	choices: Choices,
	{ type, id }: Recipient,
	given: Record<string, unknown> = {},
): Promise<Body> {
	const isUpload = choices.mediaSource === 'binary';
	if (isUpload) refuseConflicts(item, choices);
	const instead: Record<string, unknown> = {
		[type === 'group' ? 'group_id' : 'phone']: id,
		...given,
	};
	const shown = MAPPED_FIELDS.filter((field) => isShown(field, choices, item.node));
	const fields: Record<string, BodyValue> = {};
	for (const [property, rule] of Object.entries(RULES)) {
		const field = shown.find((candidate) => propertyOf(candidate) === property);
		if (!field && !(property in instead)) continue;
		const value = property in instead ? instead[property] : entered(item, field as FormField);
		const made = await rule(value, item, String(field?.at(-1)?.displayName));
		if (!isEmpty(made)) fields[property] = made;
	}
	const sendAt = fields.send_at as string | undefined;
	return {
		fields,
		isUpload,
		scheduledFor: sendAt && scheduledTime(sendAt, await unitOf(item)),
	};
}

function entered(item: Item, field: FormField): unknown {
	const { name, default: byDefault } = field.at(-1) as INodeProperties;
	return field.length > 1 ? optionOf(item, name) : item.parameter(name, byDefault);
}

/** Whether the form shows a field; one of a collection only where it has been added. */
function isShown(field: FormField, choices: Choices, node: INode): boolean {
	const [, option] = field;
	if (option && !hasOption(node, option.name)) return false;
	const shownBy = { ...choices };
	return field.every((part) => NodeHelpers.displayParameter(shownBy, part, node, null, shownBy));
}

const isEmpty = (value: BodyValue) =>
	isNothing(value) || (Array.isArray(value) && value.length === 0);

/** Options that an expression in Media Source leaves in the form, although an upload has no place for them (§2.3). */
function refuseConflicts(item: Item, { isInteractive }: Choices): void {
	const isScheduled = !isNothing(optionOf(item, 'sendAt'));
	const conflict = isInteractive ? 'Interactive Message' : isScheduled && 'Send At';
	if (!conflict) return;
	throw new InputError(
		`${conflict} is set, but uploads can only go to a phone number, without buttons or a schedule: remove it, or set Media Source to URL`,
	);
}

/** The body of a request, without the API key: the credential adds it. */
export function encoded({ fields, isUpload }: Body): IDataObject | FormData {
	if (!isUpload) return fields as IDataObject;
	const form = new FormData();
	for (const [field, value] of Object.entries(fields)) {
		form.append(field, value instanceof File ? value : textPart(value as string));
	}
	return form;
}
