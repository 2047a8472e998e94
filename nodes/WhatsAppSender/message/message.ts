import type { IDataObject, INodePropertyRouting } from 'n8n-workflow';
import { InputError, RejectedError } from '../errors/errors';
import { requestSettings, type RequestOptions } from '../http/settings';
import { allLists, LISTS } from '../service/lists';
import { requestService, type Service, type ServiceRequest } from '../service/request';
import { isAcknowledged, type ServiceResponse } from '../service/response';
import { delayOf } from '../turns/delay';
import { readOnce } from '../turns/readOnce';
import type { Message, Operation } from '../turns/turn';
import { isOn, quoted } from '../values/checks';
import { schedule } from '../values/schedule';
import { bodyOf, choicesOf, encoded, type Body } from './body';
import { EXCLUSION_OPTIONS, exclusionOf } from './exclusion';
import { hasOption, optionOf, type Item, type ItemContext, type Items } from './item';
import { personOf, recipientOf, type Recipient } from './recipient';
import { hoursOf } from './sendHours';

/** The method and the URL of a routing: `POST /send`. */
export type Endpoint = NonNullable<INodePropertyRouting['request']>;

const LABELS = {
	checkFirst: 'Check All Items First',
	dryRun: 'Dry Run',
	includeInputFields: 'Include Input Fields',
};

/** Found to be neither on nor off before the item is sent, whoever walks the items. */
const SEEN_LATER = ['checkFirst', 'includeInputFields'] as const;

/** How Send Text and Send Media send the message of an item. */
export function messageOperation(
	context: ItemContext,
	endpoint: Endpoint,
	{ node, at }: Items,
): Operation {
	const hasSwitch = hasOption(node, ...Object.keys(LABELS));
	const isSelective = hasOption(node, ...EXCLUSION_OPTIONS);
	const isOptionOn = (option: keyof typeof LABELS, item: Item) =>
		isOn(LABELS[option], optionOf(item, option));
	return {
		...(hasSwitch && { isOn: (option, index) => isOptionOn(option, at(index)) }),
		inputOf(index) {
			const item = at(index);
			if (!isOptionOn('includeInputFields', item)) return {};
			const fields = { ...item.json };
			// With it, Retry On Fail would run the node again.
			delete fields.error;
			return fields;
		},

		async begin(index) {
			const item = at(index);
			if (hasSwitch) for (const option of SEEN_LATER) isOptionOn(option, item);
			const choices = choicesOf(item);
			const to = recipientOf(item, choices);
			return {
				recipient: to.id,
				person: personOf(to),
				shown: { recipient: to.id, recipientType: to.type },
				exclusion: isSelective ? exclusionOf(context, item, to) : undefined,
				build: async () =>
					await buildMessage(context, endpoint, item, to, await bodyOf(item, choices, to)),
			};
		},
	};
}

async function buildMessage(
	context: ItemContext,
	endpoint: Endpoint,
	item: Item,
	to: Recipient,
	body: Body,
): Promise<Message> {
	const { scheduledFor } = body;
	const isSimplified = isOn('Simplify', item.parameter('simplify', true));
	const sending = await sendingOf(item);
	return {
		delay: delayOf(optionOf(item, 'delay')),
		body: shownOf(body),
		hours: hoursOf(optionOf(item, 'sendHours'), item, scheduledFor),
		checkKey: async () => await checkKey(context, sending),

		async send(warning) {
			// Again, because the delay may have lasted.
			if (scheduledFor) schedule(scheduledFor, item.timezone, 'seconds');
			const response = await sendMessage(context, endpoint, body, sending, to);
			const json = isSimplified ? simplified(to, body, response) : withoutError(response);
			return [{ json: { ...json, ...(warning && { warning }) }, pairedItem: { item: item.index } }];
		},
	};
}

/** The service, and how to reach it. */
interface Sending {
	service: Service;
	settings: ServiceRequest['settings'];
}

/** Read before a message is sent, so that nothing can fail after it was. */
export async function sendingOf(item: Item): Promise<Sending> {
	return {
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
	body: Body,
	{ service, settings }: Sending,
	{ id }: Recipient,
): Promise<ServiceResponse> {
	try {
		const request: ServiceRequest = { method, url: String(url), body: encoded(body), settings };
		const operation = { name: 'send', recipient: id } as const;
		return await requestService(context, service, request, {
			operation,
			isExpected: isAcknowledged,
		});
	} catch (error) {
		const { file } = body.fields;
		// Without the whole file the request was never complete.
		throw file instanceof File && 'isUnreadable' in file && file.isUnreadable
			? notRead(file, id)
			: error;
	}
}

const notRead = ({ name }: File, recipient: string) =>
	new InputError(`The file ${quoted(name)} could not be read, so nothing was sent to ${recipient}`);

/** The body as a dry run shows it: of a file, its name, type and size. */
function shownOf({ fields }: Body): IDataObject {
	const shown = Object.entries(fields).map(([field, value]) => {
		if (!(value instanceof File)) return [field, value];
		const { name, type, size } = value;
		return [field, { name, type, size }];
	});
	return Object.fromEntries(shown) as IDataObject;
}

/** Asks the service once per execution, key and Base URL whether it takes the key (§5.1). */
async function checkKey(context: ItemContext, { service, settings }: Sending): Promise<void> {
	const key = JSON.stringify([service.baseUrl, service.apiKey]);
	await readOnce(context, key, async () => {
		try {
			await allLists(context, service, { ...LISTS, settings });
		} catch (error) {
			throw notTaken(error);
		}
	});
}

function notTaken(error: unknown): unknown {
	const { status = 0, description } = error as Partial<RejectedError>;
	if (![401, 403].includes(status)) return error;
	const message = `The API key was not accepted (HTTP ${status}): check it and the Base URL in the credential`;
	return new RejectedError(message, description ?? '', status);
}

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
	{ scheduledFor }: Body,
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
