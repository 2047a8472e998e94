import type { IDataObject, INodePropertyRouting } from 'n8n-workflow';
import { InputError } from '../errors/errors';
import { requestSettings, type RequestOptions } from '../http/settings';
import { requestService, type Service, type ServiceRequest } from '../service/request';
import { isAcknowledged, type ServiceResponse } from '../service/response';
import { delayOf } from '../turns/pace';
import type { Steps, Turn } from '../turns/steps';
import { isOn, quoted } from '../values/checks';
import { schedule } from '../values/schedule';
import { bodyOf, buildMessage, type Message } from './buildMessage';
import { EXCLUSION_OPTIONS, exclusionOf } from './exclusion';
import { hasOption, optionOf, type Item, type ItemContext, type Items } from './item';
import { choicesOf, type Choices } from './mapping';
import { PREVIEW_OPTIONS, previewSteps } from './preview';
import { recipientKey, recipientOf, type Recipient } from './recipient';

/** The method and the URL of a routing: `POST /send`. */
export type Endpoint = NonNullable<INodePropertyRouting['request']>;

/** An item with a message to send. */
export interface MessageTurn extends Turn {
	item: Item;
	choices: Choices;
	to: Recipient;
}

/** A message with all that sending it needs, so that nothing can fail after it was sent. */
export interface BuiltMessage extends Message {
	service: Service;
	settings: ServiceRequest['settings'];
	isSimplified: boolean;
}

/** How Send Text and Send Media send the message of an item. */
export function messageSteps(
	context: ItemContext,
	endpoint: Endpoint,
	{ node, at }: Items,
): Steps<MessageTurn, BuiltMessage> {
	const preview = hasOption(node, ...PREVIEW_OPTIONS) ? previewSteps(context, at) : undefined;
	const isSelective = hasOption(node, ...EXCLUSION_OPTIONS);
	return {
		preview,

		async begin(index) {
			const item = at(index);
			// A switch that is neither on nor off is found here, whoever walks the items.
			preview?.isCheckedFirst(index);
			const choices = choicesOf(item);
			const to = recipientOf(item, choices);
			return {
				item,
				choices,
				to,
				recipient: to.id,
				key: recipientKey(to),
				shown: { recipient: to.id, recipientType: to.type },
				exclusion: isSelective ? exclusionOf(context, item, to) : undefined,
			};
		},

		async build({ item, choices, to }) {
			const message = await buildMessage(item, choices, to);
			return {
				request: { ...message, ...(await sendingOf(item)) },
				delay: delayOf({
					minDelay: optionOf(item, 'minDelay'),
					maxDelay: optionOf(item, 'maxDelay'),
				}),
			};
		},

		async send({ item, to }, request, warning) {
			const { scheduledFor } = request;
			// Again, because the delay may have lasted.
			if (scheduledFor) schedule(scheduledFor, item.timezone, 'seconds');
			const response = await sendMessage(context, endpoint, request, to);
			const json = request.isSimplified
				? simplified(to, request, response)
				: withoutError(response);
			return [{ json: { ...json, ...(warning && { warning }) }, pairedItem: { item: item.index } }];
		},
	};
}

/** How to send the message of an item. */
export async function sendingOf(item: Item): Promise<Omit<BuiltMessage, keyof Message>> {
	return {
		isSimplified: isOn('Simplify', item.parameter('simplify', true)),
		settings: requestSettings(item.parameter('requestOptions', {}) as RequestOptions),
		service: await item.service(),
	};
}

/**
 * Sends one message, once (§4.1, §4.2).
 *
 * @throws UnconfirmedError where it may have been sent, any other error where it was not
 */
export async function sendMessage(
	context: ItemContext,
	{ method = 'POST', url }: Endpoint,
	message: BuiltMessage,
	{ id }: Recipient,
): Promise<ServiceResponse> {
	const { service, settings, file } = message;
	try {
		const body = bodyOf(message);
		const request: ServiceRequest = { method, url: String(url), body, settings };
		const operation = { name: 'send', recipient: id } as const;
		return await requestService(context, service, request, {
			operation,
			isExpected: isAcknowledged,
		});
	} catch (error) {
		// Without the whole file the request was never complete.
		throw file?.isUnreadable ? notRead(file, id) : error;
	}
}

const notRead = ({ name }: File, recipient: string) =>
	new InputError(`The file ${quoted(name)} could not be read, so nothing was sent to ${recipient}`);

/**
 * n8n takes an item with a field `error`, even an empty one, for a failed one: Retry On Fail would
 * run the node again although every message was accepted.
 */
function withoutError(response: ServiceResponse): IDataObject {
	const envelope = { ...response };
	delete envelope.error;
	return envelope as unknown as IDataObject;
}

function simplified(
	{ id, type }: Recipient,
	{ scheduledFor }: Message,
	{ status, data }: ServiceResponse,
): IDataObject {
	return {
		success: true,
		recipient: id,
		recipientType: type,
		status,
		response: data as string,
		...(scheduledFor && { scheduledFor }),
	};
}
