import {
	type IExecuteFunctions,
	type INodeExecutionData,
	SEND_AND_WAIT_OPERATION,
	WAIT_INDEFINITELY,
} from 'n8n-workflow';
import { readRunOptions } from '../broadcast/rules';
import { sendAll } from '../broadcast/run';
import { InputError } from '../errors/failures';
import { isReview } from '../values/expressions';
import { enteredText, textField } from '../values/formFields';
import { isObject, requiredText } from '../values/text';
import { type Item, Items, type MessageBodyField, type MessageOperation } from './item';
import { MessageChannel, type MessageTarget, SEND } from './send';
import { recipientFields } from './sendTo';
import { linkText, questionOf, responseFields } from './wait/fields';
import { type Question, requireReachable, storeQuestion } from './wait/page';
import { refuseInTool } from './warnings';

/** n8n fills a field named `message` when the node reviews an AI tool. */
const message: MessageBodyField = {
	...textField('Message', 'message'),
	typeOptions: { rows: 4 },
	required: true,
	placeholder: 'e.g. May invoice 1001 be sent?',
	description: 'The question to send. A link to the response page is added below it.',
	routing: { send: { type: 'body', property: 'text' } },
	bodyValue: ({ text }) => text,
};

/** §4.1. n8n resumes the execution with the output of `respond`. */
export const sendAndWait: MessageOperation = {
	resource: 'message',
	value: SEND_AND_WAIT_OPERATION,
	name: 'Send and Wait for Response',
	action: 'Send message and wait for response',
	description: 'Ask a question, and continue when the recipient has answered',
	request: SEND,
	fields: [
		{
			displayName:
				'The recipient opens a link to this n8n, so n8n must be reachable from the internet. Self-hosted: set WEBHOOK_URL to its public address.',
			name: 'reachableNotice',
			type: 'notice',
			default: '',
		},
		...recipientFields('group', 'phone'),
		message,
		...responseFields,
	],
	run: sendQuestion,
};

/** Sends one message with a link to a page, and pauses the execution until the recipient has answered there. */
async function sendQuestion(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (isReview(context.getNode()) && !isLastCall(context)) return [[{ json: NOT_REVIEWED }]];
	const items = new Items(context);
	const options = readRunOptions(items.at(0), items.count);
	const messages = new MessageChannel(sendAndWait, items, options);
	let question: Question | undefined;
	const output = await sendAll(
		context,
		{
			// The output is the response, or the error alone.
			target: async (index) => ({ ...(await messages.target(index)), columns: undefined }),
			async payload(target: MessageTarget) {
				requireOneItem(items.count);
				const prepared = await prepareQuestion(context, target.source);
				question = prepared.question;
				return await messages.payload(target, prepared.text);
			},
			post: messages.post,
			secrets: async (index) => await messages.secrets(index),
		},
		options,
	);
	if (!question || output[0][0]?.json.success !== true) return output;
	await context.putExecutionToWait(new Date(question.until));
	return [context.getInputData()];
}

/** An execution can wait for one answer at a time. */
function requireOneItem(count: number): void {
	if (count === 1) return;
	throw new InputError(
		`Send and Wait for Response asks one question at a time, but got ${count} items: use Loop Over Items with a batch size of 1 before this node`,
	);
}

/** The question of an item, stored for the page behind the link, and the text of its message. Sends nothing. */
async function prepareQuestion(
	context: IExecuteFunctions,
	item: Item,
): Promise<{ question: Question; text: string }> {
	const words = requiredText('Message', enteredMessage(item), 'enter your question').trimEnd();
	refuseInTool(item.node, 'Message', words);
	const run = Number(context.getWorkflowDataProxy(0).$runIndex);
	const question = questionOf(item, run, words);
	refuseOldResponse(item, question);
	storeQuestion(context, question);
	// With the run in it, an old link cannot answer the next question of a loop.
	const link = context.getSignedResumeUrl({ run: String(run) });
	requireReachable(link, (await item.service()).baseUrl);
	const beforeLink = item.option(linkText) ?? linkText.default;
	return { question, text: `${words}\n\n${beforeLink && `${beforeLink} `}${link}` };
}

/** In a review, n8n's default message contains the tool's parameters as an object. The node writes it as JSON. */
function enteredMessage(item: Item): unknown {
	const stored = item.node.parameters.message;
	const asJson = '{{ $tool.parameters.toJsonString() }}';
	const readable = String(stored).replace(/\{\{\s*\$tool\.parameters\s*\}\}/g, asJson);
	return isReview(item.node) && readable !== stored
		? item.evaluate(readable.slice(1))
		: enteredText(item, 'Message', 'message', '', true);
}

/**
 * Whether the model plans no more calls of its turn through the review. n8n plans all of them before it
 * runs the first one, and would run the others without asking.
 */
function isLastCall(context: IExecuteFunctions): boolean {
	const { $node, $runIndex } = context.getWorkflowDataProxy(0);
	const planned = $node as Record<string, { runIndex: number }>;
	return planned[context.getNode().name].runIndex <= Number($runIndex);
}

/** An output, because n8n tells the model about an error only that the call was rejected. */
const NOT_REVIEWED = {
	approved: false,
	chatInput:
		'Nobody reviewed this call, because only the last call of a turn is reviewed. Repeat it as the only call of your turn.',
};

/**
 * Refuses an input item that could be mistaken for the response. n8n outputs the input item after the time limit,
 * and a review counts an `approved` that the model has added to its arguments.
 */
function refuseOldResponse({ node, input: { json } }: Item, { until }: Question): void {
	const { approved, text } = isObject(json.data) ? json.data : {};
	const isForReview = isReview(node);
	const hasLimit = until < WAIT_INDEFINITELY.getTime();
	const isArgument = isForReview && json.approved === true;
	const isApproval = (isForReview || hasLimit) && approved === true;
	const isText = hasLimit && typeof text === 'string';
	if (!isArgument && !isApproval && !isText) return;
	const field = isArgument ? 'approved' : 'data';
	throw new InputError(
		`The input item contains the response to an earlier question, which could count as the response to this one: remove "${field}" with Edit Fields`,
	);
}
