import type { GenericValue, IBinaryData, IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/inputError';
import {
	footerText,
	isOn,
	oneOf,
	parseButtons,
	requiredText,
	requiredWebAddress,
} from '../values/checks';
import type { Recipient } from '../values/recipient';
import { schedule, scheduledTime, SEND_AT_UNITS } from '../values/schedule';
import { fileOf, textPart } from './file';
import type { Item } from './item';
import type { Choices, MappedValues } from './mapping';

/** One item's message, validated and complete but for the API key. */
export interface Message {
	recipient: Recipient;
	/** JSON fields (§2.2), or the form of an upload (§2.3). */
	body: IDataObject | FormData;
	/** ISO time of a scheduled message. */
	scheduledFor?: string;
}

type BodyValue = GenericValue | IDataObject | File;
type Rule = (value: unknown, item: Item, recipient: Recipient) => BodyValue | Promise<BodyValue>;

/**
 * How each body field is made from what the user entered, in the order of the body. A field
 * without a value is left out.
 */
const RULES: Record<string, Rule> = {
	text: (value) => requiredText('Text', value, 'enter a message, or check the expression'),
	phone: (_value, _item, { field, id }) => (field === 'phone' ? id : undefined),
	group_id: (_value, _item, { field, id }) => (field === 'group_id' ? id : undefined),
	media_url: (value) => requiredWebAddress('Media URL', value, 'https://example.com/invoice.pdf'),
	isInteractive: (value) => isOn('Interactive Message', value) || undefined,
	footer: (value) => footerText(value),
	buttons: (value) => parseButtons(value),
	send_at: (value, item) => schedule(value, item.timezone, unitOf(item)),
	file: async (value, item) =>
		await fileOf(item, value as string | IBinaryData, item.parameter('options.fileName', '')),
};

const unitOf = (item: Item) =>
	oneOf(SEND_AT_UNITS, 'Send At Unit', item.parameter('options.sendAtUnit', 'seconds'));

/**
 * Builds the message of an item.
 *
 * @param values what the user entered, by body field
 * @throws InputError for the first value that cannot be sent
 */
export async function buildMessage(
	item: Item,
	choices: Choices,
	recipient: Recipient,
	values: MappedValues,
): Promise<Message> {
	const isUpload = choices.mediaSource === 'binary';
	if (isUpload) refuseConflicts(item, choices);
	const body: Record<string, BodyValue> = {};
	const entered: MappedValues = { ...values, [recipient.field]: recipient.id };
	for (const [field, rule] of Object.entries(RULES)) {
		if (!(field in entered)) continue;
		const value = await rule(entered[field], item, recipient);
		if (!isNothing(value)) body[field] = value;
	}
	const sendAt = body.send_at as string | undefined;
	return {
		recipient,
		body: isUpload ? formOf(body) : (body as IDataObject),
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
		: item.parameter('options.sendAt', '')
			? 'Send At'
			: undefined;
	if (!conflict) return;
	throw new InputError(
		`${conflict} is set, but uploads can only go to a phone number, without buttons or a schedule: remove it, or set Media Source to URL`,
	);
}

function formOf(body: Record<string, BodyValue>): FormData {
	const form = new FormData();
	for (const [field, value] of Object.entries(body)) {
		form.append(field, value instanceof File ? value : textPart(value as string));
	}
	return form;
}
