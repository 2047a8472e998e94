import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import { campaign } from '../broadcast/campaign';
import type { RunOptions } from '../broadcast/rule';
import { readRunOptions } from '../broadcast/rules';
import { sendAll } from '../broadcast/run';
import type {
	Draft,
	Message,
	Preview,
	RecipientColumns,
	RunContext,
	Sender,
} from '../broadcast/sender';
import { InputError, toNodeError, WorkflowError } from '../errors/failures';
import type { Operation } from '../operation';
import { personOf, type Recipient } from '../service/recipient';
import { requestService, type Service } from '../service/service';
import { enteredText, isTool, labelsOfOptions, quote, readOption } from '../values/input';
import { once } from '../values/promises';
import { type Body, bodyOf, encodeBody } from './body';
import { ALL_OPTIONS, messageText, scheduleOf, text } from './fields';
import { type BodyParts, choicesOf, type Item, itemsOf, type MessageField } from './item';
import { mediaUrlWarnings } from './mediaUrl';
import { countryCode, recipientAsEntered, recipientOf } from './sendTo';
import { textFormat } from './textFormat';
import { textWarnings } from './warnings';

/** §4.1, §4.2. The fields of the form add the body, the credential adds the API key. */
export const SEND = { method: 'POST', url: '/send' } as const;

/**
 * Sends the messages of Send Text or Send Media, in place of the routing, which evaluates the expressions of all
 * items before it sends the first one.
 */
export async function sendMessages(
	context: RunContext,
	{ fields }: Operation<MessageField>,
): Promise<INodeExecutionData[][]> {
	const { itemAt, count, call } = itemsOf(context);
	const options = readRunOptions(itemAt(0), count, textFormat);
	const sender = messageSender({ fields, itemAt, options });
	return await sendAll(context, { ...sender, call }, options);
}

/**
 * Sends one message for an AI Agent up to version 2.2 or the MCP Server Trigger, which run the routing. It
 * builds the body itself, because n8n would also send hidden fields if an expression decides about them.
 */
export async function sendInTool(
	context: IExecutePaginationFunctions,
	operation: Operation<MessageField>,
): Promise<INodeExecutionData[]> {
	requireTool(context);
	const [output] = await sendMessages(context, operation);
	return output;
}

/** @throws for the experimental engine, which runs the routing, and keeps no state between runs of the node */
export function requireTool(context: IExecutePaginationFunctions): void {
	const node = context.getNode();
	if (isTool(node)) return;
	const words =
		"n8n's experimental engine cannot send messages one at a time, so nothing was sent: turn it off";
	throw toNodeError(node, new WorkflowError(words));
}

/** What the messages of a run have in common. */
interface MessageRun {
	fields: MessageField[];
	itemAt: (index: number) => Item;
	options: RunOptions<boolean>;
	/** The text, for an operation that does not send the field as entered. */
	textOf?: (item: Item) => Promise<string>;
}

/** How an operation sends the messages of its items. */
export function messageSender(run: MessageRun): Sender {
	const { itemAt, options } = run;
	return {
		optionNames: labelsOfOptions(itemAt(0).node, ALL_OPTIONS),
		secrets: async (index) => [(await itemAt(index).service()).apiKey],
		previewText: (index) => textWithoutMessage(itemAt(index), options),
		recipientAsEntered: (index) => columnsOf(recipientAsEntered(itemAt(index)), options),
		prepare: async (index) => await draftOf(run, itemAt(index)),
	};
}

/** The text of an item, as far as it can be built. */
function textWithoutMessage(item: Item, { ownOption: isMarkdown }: MessageRun['options']): string {
	const { displayName: label, name } = text;
	try {
		return messageText(item, enteredText(item, label, name), isMarkdown);
	} catch {
		return '';
	}
}

const columnsOf = (to: Recipient, { isTest }: RunOptions, meant = to): RecipientColumns => ({
	recipient: to.id,
	...(isTest && { meantFor: meant.id }),
	recipientType: to.type,
});

/** Finds the recipient of an item. A message that is skipped does not read the rest. */
async function draftOf(run: MessageRun, item: Item): Promise<Draft> {
	const { isTest, redirect } = run.options;
	const choices = choicesOf(item, run.fields);
	// The option's, else the credential's; empty if neither is set.
	const country = once(
		async () => readOption(item, countryCode) || (await item.service()).countryCode,
	);
	const meantRecipient = await recipientOf(item, choices, country);
	const to = (await redirect?.(country)) ?? meantRecipient;
	const columns = columnsOf(to, run.options, meantRecipient);
	const readSchedule = once(async () => await scheduleOf(item));
	return {
		recipient: to.id,
		person: personOf(meantRecipient),
		columns,
		country,
		service: item.service,
		// Test messages are not recorded in a campaign.
		campaign: isTest ? undefined : () => readOption(item, campaign),
		scheduledFor: async () => (await readSchedule())?.time,
		build: async () =>
			await buildMessage(run, columns, { item, choices, to, schedule: await readSchedule() }),
	};
}

/** Builds and validates the message of an item. */
async function buildMessage(
	{ fields, options, textOf }: MessageRun,
	columns: RecipientColumns,
	parts: BodyParts,
): Promise<Message> {
	const { item, to, schedule } = parts;
	const { isTest, ownOption: isMarkdown } = options;
	const body = await bodyOf({ ...parts, text: await textOf?.(item), isMarkdown }, fields);
	const service = await item.service();
	// A test message is sent now.
	if (isTest) delete body.fields.send_at;
	const time = schedule && !isTest ? { scheduledFor: schedule.time } : {};
	return {
		preview: () => ({ ...previewOf(item, body), ...time }),
		async send() {
			const { status, data } = await postMessage(service, body, to);
			return [{ success: true, ...columns, status, response: data as string, ...time }];
		},
	};
}

function previewOf({ node, evaluate }: Item, { fields, file }: Body): Preview {
	const { text: sent, media_url: url } = fields;
	const warnings = textWarnings(node.parameters.text, String(sent), evaluate);
	if (url) warnings.push(...mediaUrlWarnings(String(url)));
	const shown = file && { file: { name: file.name, type: file.type, size: file.size } };
	return { body: { ...fields, ...shown }, warnings };
}

/**
 * Sends one message, once (§4.1, §4.2).
 *
 * @throws UnconfirmedError if the service may have got it, any other error if it did not
 */
async function postMessage(service: Service, body: Body, { id }: Recipient) {
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
