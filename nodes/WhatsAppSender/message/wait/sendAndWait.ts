import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type IWebhookFunctions,
	WAIT_INDEFINITELY,
} from 'n8n-workflow';
import { readRunOptions } from '../../broadcast/rules';
import { sendAll } from '../../broadcast/run';
import { InputError } from '../../errors/failures';
import {
	enteredText,
	isObject,
	isReview,
	oneOf,
	optionalText,
	quote,
	readOption,
	requiredText,
} from '../../values/input';
import { type Item, itemsOf } from '../item';
import { messageSender } from '../send';
import type { Format } from '../text';
import { limitWaitTime, linkText, pageText, pageTitle } from './fields';

/**
 * Send and Wait for Response: sends one message with a link to a page, and pauses the execution until the
 * recipient has answered there. n8n then resumes it with the output of `respond`.
 */
export async function sendAndWait(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (isReview(this.getNode()) && !isLastCall(this)) return [[{ json: NOT_REVIEWED }]];
	const items = this.getInputData();
	const { itemAt, first } = itemsOf(this);
	let until: number | undefined;
	const textOf = (item: Item): string => {
		// An execution can wait for one answer at a time.
		if (items.length > 1) {
			throw new InputError(
				`Send and Wait for Response asks one question at a time, but got ${items.length} items: use Loop Over Items with a batch size of 1 before this node`,
			);
		}
		const message = requiredText('Message', enteredMessage(item), 'enter your question').trimEnd();
		const run = Number(this.getWorkflowDataProxy(0).$runIndex);
		const question = questionOf(item, run, message);
		refuseOldResponse(item, question);
		storeQuestion(this, question);
		({ until } = question);
		// With the run in it, an old link cannot answer the next question of a loop.
		const link = this.getSignedResumeUrl({ run: String(run) });
		const beforeLink = readOption(item, linkText) ?? linkText.default;
		return `${message}\n\n${beforeLink && `${beforeLink} `}${link}`;
	};
	const policy = readRunOptions<Format>(first);
	const { prepare } = messageSender(this, itemAt, policy, textOf);
	// Without a row, the output of a failed item is its error alone.
	const sender = {
		prepare: async (index: number) => ({ ...(await prepare(index)), row: undefined }),
	};
	const output = await sendAll(this, sender, policy);
	if (until === undefined || output[0][0]?.json.success !== true) return output;
	await this.putExecutionToWait(new Date(until));
	return [items];
}

/** In a review, n8n's default message contains the tool's parameters as an object. The node writes it as JSON. */
function enteredMessage(item: Item): unknown {
	const { message } = item.node.parameters;
	const asJson = '{{ $tool.parameters.toJsonString() }}';
	const readable = String(message).replace(/\{\{\s*\$tool\.parameters\s*\}\}/g, asJson);
	return isReview(item.node) && readable !== message
		? item.evaluate(readable.slice(1))
		: enteredText(item, 'Message', 'message');
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

/** The question on the page. The node stores it with the execution when it sends the message. */
export interface Question {
	/** Index of the node's run: in a loop each question has its own link. */
	run: number;
	title: string;
	text: string;
	/** Buttons of an approval; empty for a free text. */
	buttons: Button[];
	/** When the wait ends, in milliseconds. */
	until: number;
}

export interface Button {
	/** For the output. */
	approved: boolean;
	label: string;
}

/** @param message the text of the page, unless Page Text is set */
const questionOf = (item: Item, run: number, message: string): Question => ({
	run,
	title: readOption(item, pageTitle) ?? '',
	text: readOption(item, pageText) || message,
	buttons: buttonsOf(item),
	until: (readOption(item, limitWaitTime) ?? WAIT_INDEFINITELY).getTime(),
});

function buttonsOf(item: Item): Button[] {
	const responseType = item.parameter('Response Type', 'responseType', 'approval');
	if (oneOf(['approval', 'freeText'], 'Response Type', responseType) === 'freeText') return [];
	const labelOf = (field: string, name: string, defaultValue: string) =>
		optionalText(field, enteredText(item, field, `approvalOptions.values.${name}`)).trim() ||
		defaultValue;
	const approve = labelOf('Approve Button Label', 'approveLabel', 'Approve');
	const buttons = [{ approved: true, label: approve }];
	const path = 'approvalOptions.values.approvalType';
	const type = item.parameter('Type of Approval', path, 'double');
	if (oneOf(['single', 'double'], 'Type of Approval', type) === 'single') return buttons;
	const decline = labelOf('Disapprove Button Label', 'disapproveLabel', 'Decline');
	return [...buttons, { approved: false, label: decline }];
}

/**
 * Refuses an input item that could be mistaken for the response. n8n outputs the input item after the time limit,
 * and a review counts an `approved` that the model has added to its arguments.
 */
function refuseOldResponse({ node, json }: Item, { until }: Question): void {
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

/** In the last seconds of the wait n8n may already be resuming the execution without a response. */
const CLOSING_MS = 2000;

/** Milliseconds in which a response still counts; negative when it is too late. */
export const timeLeft = ({ until }: Question) => until - CLOSING_MS - Date.now();

/** Stores the question with the execution. @throws InputError if the page could not read it */
function storeQuestion(context: IExecuteFunctions, question: Question): void {
	context.getContext('node').question = { ...question };
	if (storedQuestion(context)?.run === question.run) return;
	const { name } = context.getNode();
	throw new InputError(
		`The page behind the link could not read its question from a node called ${quote(name)}: rename the node`,
	);
}

/** The stored question. A webhook can read the node's context only by an expression. */
export function storedQuestion(context: IExecuteFunctions | IWebhookFunctions) {
	// Encoded, because n8n would read braces, line breaks and ".constructor" in a name as code.
	const name = Buffer.from(context.getNode().name).toString('base64');
	const expression = `{{ $("${name}".base64Decode()).context["question"] }}`;
	return context.evaluateExpression(expression, 0) as unknown as Question | null | undefined;
}
