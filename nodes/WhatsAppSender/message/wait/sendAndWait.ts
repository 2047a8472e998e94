import { type IExecuteFunctions, type INodeExecutionData, WAIT_INDEFINITELY } from 'n8n-workflow';
import { readRunOptions } from '../../broadcast/rules';
import { sendAll } from '../../broadcast/run';
import { InputError } from '../../errors/failures';
import { enteredText, isObject, isReview, readOption, requiredText } from '../../values/input';
import { type Item, itemsOf } from '../item';
import { messageSender } from '../send';
import { linkText, questionOf } from './fields';
import { type Question, requireReachable, storeQuestion } from './page';

/**
 * Send and Wait for Response: sends one message with a link to a page, and pauses the execution until the
 * recipient has answered there. n8n then resumes it with the output of `respond`.
 */
export async function sendAndWait(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (isReview(this.getNode()) && !isLastCall(this)) return [[{ json: NOT_REVIEWED }]];
	const items = this.getInputData();
	const { itemAt, count } = itemsOf(this);
	let until: number | undefined;
	const textOf = async (item: Item): Promise<string> => {
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
		requireReachable(link, (await item.service()).baseUrl);
		const beforeLink = readOption(item, linkText) ?? linkText.default;
		return `${message}\n\n${beforeLink && `${beforeLink} `}${link}`;
	};
	const options = readRunOptions<boolean>(itemAt(0), count);
	const { prepare } = messageSender(this, itemAt, options, textOf);
	// Without a row, the output of a failed item is its error alone.
	const sender = {
		prepare: async (index: number) => ({ ...(await prepare(index)), columns: undefined }),
	};
	const output = await sendAll(this, sender, options);
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
