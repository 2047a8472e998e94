import type { IBinaryData, IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';
import { requiredText, requiredWebAddress } from '../input/required';
import { fileOf, textPart } from './file';
import { interactiveFields } from './interactive';
import { cleanCountryCode } from './phone';
import { contactRecipient, groupRecipient, phoneRecipient, type Recipient } from './recipient';
import { schedule, type SendAtUnit } from './schedule';

/** One item's message, checked and complete but for the API key. */
export interface Message {
	recipient: Recipient;
	/** JSON fields (§2.2), or the form of an upload (§2.3). */
	body: IDataObject | FormData;
	/** ISO moment of a scheduled message. */
	scheduledFor?: string;
}

/** Options of both send operations, as the node stores them. */
export interface SendOptions {
	sendAt?: unknown;
	sendAtUnit?: SendAtUnit;
	countryCode?: unknown;
	fileName?: unknown;
	minDelay?: unknown;
	maxDelay?: unknown;
	concurrency?: unknown;
}

/**
 * Makes an item's parameters into the message that goes out.
 *
 * @throws InputError for the first value that cannot be sent
 */
export async function compose(
	context: IExecuteSingleFunctions,
	options: SendOptions,
): Promise<Message> {
	const isMedia = context.getNodeParameter('operation') === 'sendMedia';
	return isMedia && context.getNodeParameter('mediaSource', 'url') === 'binary'
		? await uploadForm(context, options)
		: jsonMessage(context, options, isMedia);
}

function jsonMessage(
	context: IExecuteSingleFunctions,
	options: SendOptions,
	isMedia: boolean,
): Message {
	const recipient = chosenRecipient(context, options);
	const scheduled = schedule(
		options.sendAt,
		context.getTimezone(),
		options.sendAtUnit ?? 'seconds',
	);
	const body: IDataObject = { text: textOf(context), [recipient.field]: recipient.id };
	if (isMedia) {
		body.media_url = requiredWebAddress(
			'Media URL',
			context.getNodeParameter('mediaUrl'),
			'https://example.com/invoice.pdf',
		);
	}
	if (context.getNodeParameter('isInteractive', false) === true) {
		const footer = context.getNodeParameter('footer', '');
		Object.assign(body, interactiveFields(footer, context.getNodeParameter('buttons', '')));
	}
	if (scheduled) body.send_at = scheduled.sendAt;
	return { recipient, body, scheduledFor: scheduled?.scheduledFor };
}

/** §2.3: a form has exactly these fields, so no group, no buttons and no schedule. */
async function uploadForm(
	context: IExecuteSingleFunctions,
	options: SendOptions,
): Promise<Message> {
	const phone = context.getNodeParameter('phone');
	const recipient = phoneRecipient(phone, cleanCountryCode(options.countryCode));
	const form = new FormData();
	form.append('text', textPart(textOf(context)));
	form.append('phone', recipient.id);
	const field = context.getNodeParameter('binaryPropertyName', 'data') as string | IBinaryData;
	form.append('file', await fileOf(context, field, options.fileName));
	return { recipient, body: form };
}

function chosenRecipient(context: IExecuteSingleFunctions, options: SendOptions): Recipient {
	const type = context.getNodeParameter('recipientType', 'phone');
	if (type === 'group') return groupRecipient(context.getNodeParameter('groupId'));
	const countryCode = cleanCountryCode(options.countryCode);
	return type === 'contact'
		? contactRecipient(context.getInputData().json, countryCode)
		: phoneRecipient(context.getNodeParameter('phone'), countryCode);
}

const textOf = (context: IExecuteSingleFunctions) =>
	requiredText('Text', context.getNodeParameter('text'), 'write what the message says');
