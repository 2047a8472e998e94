import { WAIT_INDEFINITELY, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { InputError } from '../../errors/nodeErrors';
import { readPolicy } from '../../broadcast/policy';
import { sendAll } from '../../broadcast/run';
import { isReview } from '../../values/tool';
import type { Message, Pending } from '../../broadcast/sender';
import { requiredText } from '../../values/checks';
import { refuseBraces } from '../../values/fixedOrExpression';
import { bodyOf } from '../body';
import { readOptions } from '../../values/option';
import { itemsOf } from '../item';
import { personOf } from '../../service/recipient';
import { choicesOf, countryOf, recipientOf } from '../recipient';
import { serviceFor, sendMessage } from '../sendMessage';
import { LINK_TEXT, QUESTION_OPTIONS } from './fields';
import { keepQuestion, questionOf, refuseOldResponse } from './question';

/**
 * Send and Wait for Response: sends one message with a link to a page, and pauses the execution
 * until somebody has answered there. Where the message was not accepted, nothing waits.
 *
 * @returns the input item; once answered, n8n goes on with what `respond` returns instead
 */
export async function sendAndWait(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (isReview(this.getNode()) && !isLastCall(this)) return [[{ json: NOT_REVIEWED }]];
	const items = this.getInputData();
	let until: Date | undefined;
	const { at, first } = itemsOf(this);
	const prepare = async (index: number): Promise<Pending> => {
		refuseSeveral(items);
		const item = at(index);
		const choices = choicesOf(item);
		const to = await recipientOf(item, choices, countryOf(item));
		const build = async (): Promise<Message> => {
			refuseBraces('Message', item.node.parameters.message);
			const message = item.parameter('Message', 'message', '');
			const text = requiredText('Message', message, 'enter what to ask').trimEnd();
			const options = readOptions(item, QUESTION_OPTIONS);
			const { limitWaitTime: limit = WAIT_INDEFINITELY, linkText = LINK_TEXT } = options;
			refuseOldResponse(item, limit);
			const run = Number(this.getWorkflowDataProxy(item.index).$runIndex);
			// With the run in it, so that an old link does not answer the next question of a loop.
			const link = this.getSignedResumeUrl({ run: String(run) });
			const withLink = `${text}\n\n${linkText && `${linkText} `}${link}`;
			const body = await bodyOf(item, { choices, to, text: withLink });
			const service = await serviceFor(item);
			keepQuestion(this, questionOf(item, options, { run, text, limit }));
			const send = async () => {
				await sendMessage(service, body, to);
				until = limit;
				return [item.json];
			};
			return { send };
		};
		return { recipient: to.id, person: personOf(to), meantPerson: personOf(to), build };
	};
	const output = await sendAll(this, { prepare }, readPolicy(first));
	if (!until) return output;
	await this.putExecutionToWait(until);
	return [items];
}

/** An execution waits in one place, so it can wait for one answer at a time. */
function refuseSeveral({ length }: INodeExecutionData[]): void {
	if (length === 1) return;
	throw new InputError(
		`Send and Wait for Response asks one question at a time, but got ${length} items: use Loop Over Items with a batch size of 1 before this node`,
	);
}

/**
 * Whether no more calls of the model's turn are planned through the review. n8n plans all of them
 * before the first one runs, and would let those that follow a question pass unasked.
 */
function isLastCall(context: IExecuteFunctions): boolean {
	const { $node, $runIndex } = context.getWorkflowDataProxy(0);
	const planned = $node as Record<string, { runIndex: number }>;
	return planned[context.getNode().name].runIndex <= Number($runIndex);
}

/** Returned, because of a call that fails the model hears only that it was rejected. */
const NOT_REVIEWED = {
	approved: false,
	chatInput:
		'Nobody was asked about this call, because only the last call of a turn is reviewed. Make it again, as the only call of your turn.',
};
