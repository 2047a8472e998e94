import type { GenericValue, IBinaryData, IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/errors';
import {
	isOn,
	oneOf,
	optionalText,
	parseButtons,
	requiredText,
	requiredWebAddress,
} from '../values/checks';
import { schedule, scheduledTime, SEND_AT_UNITS, type SendAtUnit } from '../values/schedule';
import { fileOf, textPart, type UploadFile } from './file';
import { optionOf, type Item } from './item';
import { mappedValues, type Choices } from './mapping';
import type { Recipient } from './recipient';

/** One item's message, validated and complete but for the API key. */
export interface Message {
	/** Body fields by name, as JSON (§2.2) or in the form of an upload (§2.3). */
	fields: Record<string, BodyValue>;
	isUpload: boolean;
	/** The file of an upload. */
	file?: UploadFile;
	/** ISO time of a scheduled message. */
	scheduledFor?: string;
}

export type BodyValue = GenericValue | IDataObject | File;
type Rule = (value: unknown, item: Item) => BodyValue | Promise<BodyValue>;

/**
 * How each body field is made from what the user entered, by the parameter and in the order of
 * the body. A field without a value is left out.
 */
const RULES: Record<string, Rule> = {
	message: (value) => requiredText('Message', value, 'enter what to ask'),
	text: (value) => requiredText('Text', value, 'enter a message, or check the expression'),
	phone: (value) => value as string,
	groupId: (value) => value as string,
	mediaUrl: (value) => requiredWebAddress('Media URL', value, 'https://example.com/invoice.pdf'),
	isInteractive: (value) => isOn('Interactive Message', value) || undefined,
	footer: (value) => optionalText('Footer', value),
	buttons: parseButtons,
	'options.sendAt': (value, item) => schedule(value, item.timezone, unitOf(item)),
	binaryPropertyName: async (value, item) =>
		await fileOf(item, value as string | IBinaryData, optionOf(item, 'fileName')),
};

function unitOf(item: Item): SendAtUnit {
	const unit = optionOf(item, 'sendAtUnit');
	return oneOf(SEND_AT_UNITS, 'Send At Unit', unit === undefined ? 'seconds' : unit);
}

/**
 * Builds the message of an item.
 *
 * @param known values in place of what the user entered, by parameter
 * @throws InputError for the first value that cannot be sent
 */
export async function buildMessage(
	item: Item,
	choices: Choices,
	{ type, id }: Recipient,
	known: Record<string, unknown> = {},
): Promise<Message> {
	const isUpload = choices.mediaSource === 'binary';
	if (isUpload) refuseConflicts(item, choices);
	const recipient = type === 'group' ? { groupId: id } : { phone: id };
	const entered = mappedValues(item, choices, { ...recipient, ...known });
	const fields: Record<string, BodyValue> = {};
	const made: Record<string, BodyValue> = {};
	for (const [path, rule] of Object.entries(RULES)) {
		if (!(path in entered)) continue;
		const { property, value } = entered[path];
		made[path] = await rule(value, item);
		if (!isNothing(made[path])) fields[property] = made[path];
	}
	const sendAt = made['options.sendAt'] as string | undefined;
	return {
		fields,
		isUpload,
		file: made.binaryPropertyName as UploadFile | undefined,
		scheduledFor: sendAt && scheduledTime(sendAt, unitOf(item)),
	};
}

const isNothing = (value: BodyValue) =>
	value === undefined ||
	(typeof value === 'string' && value.trim() === '') ||
	(Array.isArray(value) && value.length === 0);

/** Options that an expression in Media Source leaves in the form, although an upload has no place for them (§2.3). */
function refuseConflicts(item: Item, { isInteractive }: Choices): void {
	const conflict = isInteractive
		? 'Interactive Message'
		: optionOf(item, 'sendAt')
			? 'Send At'
			: undefined;
	if (!conflict) return;
	throw new InputError(
		`${conflict} is set, but uploads can only go to a phone number, without buttons or a schedule: remove it, or set Media Source to URL`,
	);
}

/** The body of a message, without the API key: the credential adds it. */
export function bodyOf({ fields, isUpload }: Message): IDataObject | FormData {
	if (!isUpload) return fields as IDataObject;
	const form = new FormData();
	for (const [field, value] of Object.entries(fields)) {
		form.append(field, value instanceof File ? value : textPart(value as string));
	}
	return form;
}
