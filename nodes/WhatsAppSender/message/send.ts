import type { IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import { campaign } from '../broadcast/campaign';
import type {
	Channel,
	Content,
	RecipientColumns,
	RunContext,
	SentColumns,
	Target,
} from '../broadcast/channel';
import type { RunOptions } from '../broadcast/rule';
import { readRunOptions } from '../broadcast/rules';
import { sendAll } from '../broadcast/run';
import { InputError, toNodeError, WorkflowError } from '../errors/failures';
import { personOf, type Recipient } from '../service/recipient';
import type { ServiceRequest } from '../service/response';
import { requestService, type Service } from '../service/service';
import { isTool } from '../values/expressions';
import { labelsOfOptions } from '../values/formFields';
import { once } from '../values/promises';
import { quote } from '../values/text';
import { type Body, bodyOf, encodeBody } from './body';
import { labelsOf, messageText } from './fields';
import {
	type BodyParts,
	type Choices,
	choicesOf,
	type Item,
	Items,
	type MessageOperation,
} from './item';
import { ALL_OPTIONS, scheduleOf } from './options';
import { countryOf, recipientAsEntered, recipientOf } from './sendTo';
import { textWarnings } from './warnings';

/** §4.1, §4.2. The fields of the form add the body, the credential adds the API key. */
export const SEND: ServiceRequest = {
	method: 'POST',
	url: '/send',
	key: 'body',
	success: 'verdict',
};

/**
 * Sends the messages of Send Text or Send Media, in place of the routing, which evaluates the expressions of all
 * items before it sends the first one.
 */
export async function sendMessages(
	context: RunContext,
	operation: MessageOperation,
): Promise<INodeExecutionData[][]> {
	const items = new Items(context);
	const options = readRunOptions(items.at(0), items.count);
	return await sendAll(context, new MessageChannel(operation, items, options), options);
}

/**
 * Sends one message for an AI Agent up to version 2.2 or the MCP Server Trigger, which run the routing. It
 * builds the body itself, because n8n would also send hidden fields if an expression decides about them.
 */
export async function sendInTool(
	context: IExecutePaginationFunctions,
	operation: MessageOperation,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	if (!isTool(node)) {
		// That engine runs the routing, and keeps no state between runs of the node.
		const words =
			"n8n's experimental engine cannot send messages one at a time, so nothing was sent: turn it off";
		throw toNodeError(node, new WorkflowError(words));
	}
	const [output] = await sendMessages(context, operation);
	return output;
}

/** Who receives the message of an item, and what the message is read from. */
export interface MessageTarget extends Target {
	source: Item;
	choices: Choices;
	/** Gets the message: in a test, the test number. */
	to: Recipient;
	/** Read after the delay, and once. */
	schedule: () => Promise<BodyParts['schedule']>;
}

/** A message that is ready to be sent. */
interface MessagePayload {
	target: MessageTarget;
	service: Service;
	body: Body;
	/** ISO time of a scheduled message. */
	scheduledFor?: string;
}

/** How an operation sends the messages of its items. */
export class MessageChannel implements Channel<MessageTarget, MessagePayload> {
	readonly optionNames: string[];
	readonly call?: IDataObject;

	constructor(
		private readonly operation: MessageOperation,
		private readonly items: Items,
		private readonly options: RunOptions,
	) {
		this.optionNames = labelsOfOptions(items.node, ALL_OPTIONS);
		this.call = items.access.call;
	}

	async target(index: number): Promise<MessageTarget> {
		const { operation, options } = this;
		const source = this.items.at(index);
		const choices = choicesOf(source, operation.fields);
		const meant = await recipientOf(source, choices, operation);
		const to = options.testRecipient ?? meant;
		const who = { recipient: to.id, person: personOf(meant), columns: this.columnsOf(to, meant) };
		const schedule = once(async () => await scheduleOf(source));
		return { item: index, ...who, to, source, choices, schedule };
	}

	/** @param text of an operation that does not send the field as entered */
	async payload(target: MessageTarget, text?: string): Promise<MessagePayload> {
		const { source: item, choices, to } = target;
		const schedule = await target.schedule();
		const body = await bodyOf({ item, choices, to, schedule, text }, this.operation.fields);
		// A test message is sent now.
		if (this.options.isTest) delete body.fields.send_at;
		const service = await item.service();
		return { target, service, body, scheduledFor: await this.scheduledFor(target) };
	}

	post = postMessage;

	content = contentOf;

	warnings = warningsOf;

	service = async ({ source }: MessageTarget): Promise<Service> => await source.service();

	country = async ({ source }: MessageTarget): Promise<string> => await countryOf(source);

	async scheduledFor({ schedule }: MessageTarget): Promise<string | undefined> {
		const scheduled = await schedule();
		return this.options.isTest ? undefined : scheduled?.time;
	}

	/** Test messages are not recorded in a campaign. */
	campaign({ source }: MessageTarget): string | undefined {
		return this.options.isTest ? undefined : source.option(campaign);
	}

	recipientAsEntered(index: number): RecipientColumns {
		return this.columnsOf(recipientAsEntered(this.items.at(index)));
	}

	async secrets(index: number): Promise<string[]> {
		const item = this.items.at(index);
		const { apiKey } = await item.service().catch(async () => ({ apiKey: await item.apiKey() }));
		return [apiKey];
	}

	contentAsEntered(index: number): Content {
		const item = this.items.at(index);
		const file = 'mediaSource' in item.node.parameters ? { name: '' } : undefined;
		let message = '';
		try {
			message = messageText(item);
		} catch {
			// The row keeps the reason of its own failure.
		}
		return { text: message, message, file };
	}

	private columnsOf(to: Recipient, meant = to): RecipientColumns {
		const { isTest } = this.options;
		return { recipient: to.id, ...(isTest && { meantFor: meant.id }), recipientType: to.type };
	}
}

/** What the reader of a message sees. */
const shownText = ({ fields }: Body, buttons: string[]): string =>
	[fields.text, fields.footer, ...buttons].filter(Boolean).join('\n');

function contentOf({ body }: MessagePayload): Content {
	const { file, fields } = body;
	const name = file?.name ?? (fields.media_url as string | undefined);
	return {
		text: shownText(body, labelsOf(fields.buttons, JSON.stringify)),
		message: String(fields.text),
		file: name === undefined ? undefined : { name, size: file?.size },
	};
}

function warningsOf({ target: { source }, body }: MessagePayload): string[] {
	const { text, buttons } = body.fields;
	const stored = source.node.parameters.text;
	// Evaluating takes n8n a millisecond, and a text that is one expression is its result.
	const valueOf = (part: string) => (`=${part}` === stored ? text : source.evaluate(part));
	return textWarnings(stored, shownText(body, labelsOf(buttons)), valueOf);
}

/**
 * Sends one message, once (§4.1, §4.2).
 *
 * @throws UnconfirmedError if the service may have got it, any other error if it did not
 */
async function postMessage(payload: MessagePayload, sent: SentColumns): Promise<IDataObject[]> {
	const { service, body, scheduledFor, target } = payload;
	const { columns, recipient } = target;
	try {
		const call = { ...SEND, recipient };
		const response = await requestService(service, call, { body: encodeBody(body) });
		const { status, data } = response;
		const time = scheduledFor === undefined ? {} : { scheduledFor };
		return [{ success: true, ...columns, ...sent, status, response: data as string, ...time }];
	} catch (error) {
		// The request was incomplete without the whole file, so nothing was sent.
		throw body.file?.isUnreadable ? unreadableFile(body.file, recipient) : error;
	} finally {
		body.file?.close();
	}
}

const unreadableFile = ({ name }: File, recipient: string) =>
	new InputError(`The file ${quote(name)} could not be read, so nothing was sent to ${recipient}`);
