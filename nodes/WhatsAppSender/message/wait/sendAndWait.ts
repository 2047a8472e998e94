import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import { InputError } from '../../errors/nodeErrors';
import { takeTurns } from '../../turns/run';
import { isReview } from '../../turns/tool';
import type { Message } from '../../turns/sender';
import { requiredText } from '../../values/checks';
import { refuseBraces } from '../../values/fixedOrExpression';
import { bodyOf } from '../body';
import { itemsOf, optionOf, type Item } from '../item';
import { choicesOf, personOf, recipientOf } from '../recipient';
import { serviceFor, sendMessage } from '../sendMessage';
import { linkText } from './fields';
import { limitWaitTime, waitLimit } from './limitWaitTime';
import { isN8n1, keepQuestion, optionText, questionOf, refuseOldResponse } from './question';

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
	const output = await takeTurns(this, {
		begin: async (index) => {
			refuseSeveral(items);
			const item = itemsOf(this).at(index);
			const choices = choicesOf(item);
			const to = await recipientOf(item, choices);
			const build = async (): Promise<Message> => {
				refuseBraces('Message', item.node.parameters.message);
				const message = item.parameter('message', '');
				const text = requiredText('Message', message, 'enter what to ask').trimEnd();
				const limit = waitLimit(optionOf(item, limitWaitTime), item.timezone);
				refuseOldResponse(this, item, limit);
				const run = Number(this.getWorkflowDataProxy(item.index).$runIndex);
				if (isN8n1(this)) this.setSignatureValidationRequired();
				// With the run in it, so that an old link does not answer the next question of a loop.
				const link = this.getSignedResumeUrl({ run: String(run) });
				const body = await bodyOf(item, choices, to, withLink(item, text, link));
				const service = await serviceFor(item);
				keepQuestion(this, questionOf(item, run, text, limit));
				const send = async () => {
					// Before it is sent: nothing may fail once it is accepted.
					this.addExecutionHints(...linkHints(link));
					await sendMessage(service, body, to);
					until = limit;
					return [item.json];
				};
				return { delay: 0, send };
			};
			return { recipient: to.id, person: personOf(to), build };
		},
	});
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

function withLink(item: Item, message: string, link: string): string {
	const words = optionText(item, linkText);
	return `${message}\n\n${words ? `${words} ` : ''}${link}`;
}

/** Hosts of this computer or of its own network. */
const LOCAL = [
	/^[^.:]+$/,
	/\.(local|lan|internal)$/,
	/^(10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./,
	/^\[(::1|f[cde])/,
];

/** What to know about a link that a phone may not open. */
export function linkHints(link: string): NodeExecutionHint[] {
	const { hostname, host } = new URL(link);
	if (!LOCAL.some((pattern) => pattern.test(hostname))) return [];
	const message = `The link in the message leads to ${host}, which a phone elsewhere cannot open. Set WEBHOOK_URL of n8n to its public address.`;
	return [{ message, type: 'warning', location: 'outputPane' }];
}
