import {
	type IExecutePaginationFunctions,
	type INodeExecutionData,
	type INodePropertyRouting,
	SEND_AND_WAIT_OPERATION,
} from 'n8n-workflow';
import { campaign } from '../broadcast/campaign';
import { executionOf, type RunOptions } from '../broadcast/execution';
import { readRunOptions } from '../broadcast/rules';
import { sendAll } from '../broadcast/run';
import type { Message, Draft, RecipientColumns, RunContext, Sender } from '../broadcast/sender';
import { errorItem, InputError, toNodeError, WorkflowError } from '../errors/failures';
import { operationField } from '../formFields';
import { personOf, type Recipient } from '../service/recipient';
import { allLists, requestService, type Service } from '../service/service';
import { isTool, labelsOfOptions, oneOf, quote, readOption } from '../values/input';
import { once } from '../values/promises';
import { schedule, SEND_AT_UNITS } from '../values/schedule';
import { type Body, bodyOf, encodeBody } from './body';
import { ALL_OPTIONS, sendAt } from './fields';
import { choicesOf, type Item, itemsOf } from './item';
import { mediaUrlWarnings } from './mediaUrl';
import { countryCode, recipientAsEntered, recipientOf } from './sendTo';
import { textFormat } from './textFormat';
import { textWarnings } from './warnings';

/**
 * How an operation sends the messages of its items.
 *
 * @param textOf returns the text for operations without the field Text
 */
export function messageSender(
	context: RunContext,
	itemAt: (index: number) => Item,
	options: RunOptions<boolean>,
	textOf?: (item: Item) => string,
): Sender {
	const { isTest, redirect, ownOption: isMarkdown } = options;
	const columnsOf = (to: Recipient, meant = to): RecipientColumns => ({
		recipient: to.id,
		...(isTest && { meantFor: meant.id }),
		recipientType: to.type,
	});
	const prepare = async (index: number): Promise<Draft> => {
		const item = itemAt(index);
		const choices = choicesOf(item);
		// The option's, else the credential's; empty if neither is set.
		const country = once(
			async () => readOption(item, countryCode) || (await item.service()).countryCode,
		);
		const meantRecipient = await recipientOf(item, choices, country);
		const to = (await redirect?.(country)) ?? meantRecipient;
		const columns = columnsOf(to, meantRecipient);
		const readSchedule = once(async () => await scheduleOf(item));
		let campaignName: string | undefined;
		const build = async (): Promise<Message> => {
			const scheduled = await readSchedule();
			const draft = { item, choices, to, text: textOf?.(item), isMarkdown };
			const body = await bodyOf({ ...draft, sendAt: scheduled?.sendAt });
			const { fields, file } = body;
			const service = await item.service();
			// A test message is sent now.
			if (isTest) delete fields.send_at;
			const time = scheduled && !isTest ? { scheduledFor: scheduled.time } : {};
			return {
				async preview() {
					await checkKey(context, service);
					const { text, media_url: url } = fields;
					const warnings = textWarnings(item.node.parameters.text, String(text), item.evaluate);
					if (url) warnings.push(...mediaUrlWarnings(String(url), service.baseUrl));
					const shown = file && { file: { name: file.name, type: file.type, size: file.size } };
					return { body: { ...fields, ...shown }, ...time, warnings };
				},
				async send() {
					const { status, data } = await sendMessage(service, body, to);
					return [{ success: true, ...columns, status, response: data as string, ...time }];
				},
			};
		};
		return {
			recipient: to.id,
			person: personOf(meantRecipient),
			columns,
			country,
			service: item.service,
			// Test messages are not recorded in a campaign.
			campaign: isTest ? undefined : () => (campaignName ??= readOption(item, campaign)),
			scheduledFor: async () => (await readSchedule())?.time,
			build,
		};
	};
	return {
		optionNames: labelsOfOptions(itemAt(0).node, ALL_OPTIONS),
		recipientAsEntered: (index) => columnsOf(recipientAsEntered(itemAt(index))),
		prepare,
	};
}

/** Send At as `send_at` takes it (§2.2), in the credential's unit, and as ISO time. @throws InputError if invalid */
async function scheduleOf(item: Item): Promise<{ sendAt: string; time: string } | undefined> {
	const entered = readOption(item, sendAt);
	if ((entered ?? '') === '') return undefined;
	const { credential } = await item.service();
	const field = 'Unit of Scheduled Times of the WhatsApp Sender API credential';
	const unit = oneOf(SEND_AT_UNITS, field, credential.sendAtUnit);
	return schedule(entered, item.timezone, unit);
}

/** §4.1, §4.2 */
const SEND = { method: 'POST', url: '/send' } as const;

/**
 * Sends one message, once (§4.1, §4.2).
 *
 * @throws UnconfirmedError if the service may have got it, any other error if it did not
 */
async function sendMessage(service: Service, body: Body, { id }: Recipient) {
	const { file: upload } = body;
	try {
		const request = { ...SEND, body: encodeBody(body) };
		return await requestService(service, { name: 'send', recipient: id }, request);
	} catch (error) {
		// The request was incomplete without the whole file, so nothing was sent.
		throw upload?.isUnreadable ? unreadableFile(upload, id) : error;
	} finally {
		upload?.close();
	}
}

const unreadableFile = ({ name }: File, recipient: string) =>
	new InputError(`The file ${quote(name)} could not be read, so nothing was sent to ${recipient}`);

/** Checks the API key with the service, once per execution, key and Base URL (§5.1). */
async function checkKey(context: RunContext, service: Service): Promise<void> {
	const key = JSON.stringify([service.baseUrl, service.apiKey]);
	const check = async () =>
		await allLists(service).then(
			() => undefined,
			(error: unknown) => error,
		);
	const failure = await executionOf(context).keyChecks.get(key, check);
	if (failure) throw failure;
}

/** The form's fields add the body (`routing.send`), the credential adds the API key. */
const postSend: INodePropertyRouting = {
	request: SEND,
	send: { paginate: true },
	operations: { pagination: sendByRouting },
};

export const messageOperations = operationField('message', 'sendText', [
	{
		name: 'Send Media',
		value: 'sendMedia',
		action: 'Send media message',
		description: 'Send a message with a picture, video, document or other file',
		routing: postSend,
	},
	{
		name: 'Send Text',
		value: 'sendText',
		action: 'Send text message',
		description: 'Send a text message to a phone number or a group',
		routing: postSend,
	},
	{
		name: 'Send and Wait for Response',
		value: SEND_AND_WAIT_OPERATION,
		action: 'Send message and wait for response',
		description: 'Ask a question, and continue when the recipient has answered',
		routing: postSend,
	},
]);

/**
 * Send Text and Send Media, in place of the routing, which evaluates the expressions of all items before it
 * sends the first one.
 */
export async function sendMessages(this: RunContext): Promise<INodeExecutionData[][]> {
	const { itemAt, count, call } = itemsOf(this);
	const options = readRunOptions(itemAt(0), count, textFormat);
	const sender = messageSender(this, itemAt, options);
	return await sendAll(this, { ...sender, call }, options);
}

/** The experimental engine runs the routing, and keeps no state between runs of the node. */
const NO_STATE =
	"n8n's experimental engine cannot send messages one at a time, so nothing was sent: turn it off";
const NO_WAIT =
	'This version of the AI Agent cannot wait for a response: use AI Agent version 3, or another operation';

/**
 * Sends one message for an AI Agent up to version 2.2 or the MCP Server Trigger, which run the routing. It
 * builds the body itself, because n8n would also send hidden fields if an expression decides about them.
 */
async function sendByRouting(this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
	const node = this.getNode();
	if (!isTool(node)) throw toNodeError(node, new WorkflowError(NO_STATE));
	// n8n does not pass a thrown error to the model.
	if (node.parameters.operation === SEND_AND_WAIT_OPERATION) {
		return [errorItem(new InputError(NO_WAIT), 0)];
	}
	const [output] = await sendMessages.call(this);
	return output;
}
