import type { IExecuteFunctions, INodeExecutionData, INodePropertyRouting } from 'n8n-workflow';
import { errorItem, InputError, toNodeError } from '../../errors/errors';
import { takeTurns } from '../../turns/takeTurns';
import { requiredText } from '../../values/checks';
import { buildMessage } from '../buildMessage';
import { itemsOf } from '../item';
import { choicesOf } from '../mapping';
import { recipientOf } from '../recipient';
import { sendingOf, sendMessage, type Endpoint } from '../steps';
import { waitLimit } from './limitWaitTime';
import { signedLink, unreachableHint, withLink } from './link';
import { keepQuestion, questionOf } from './question';

/**
 * Send and Wait for Response: sends one message with a link to a page, and pauses the execution
 * until somebody has answered there. Where the message was not accepted, nothing waits.
 *
 * @param routing of the operation, which says where to send to
 * @returns the input item; once answered, n8n goes on with what `respond` returns instead
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export const sendAndWait = (routing: INodePropertyRouting) =>
	async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		if (items.length > 1) return refuseSeveralItems(this, items);
		let until: Date | undefined;
		const output = await takeTurns(this, {
			begin: async (index) => {
				const item = itemsOf(this).at(index);
				const choices = choicesOf(item);
				const to = recipientOf(item, choices);
				return { item, choices, to, recipient: to.id };
			},

			build: async ({ item, choices, to }) => {
				const message = item.parameter('message', '');
				const text = requiredText('Message', message, 'enter what to ask').trimEnd();
				const run = Number(this.getWorkflowDataProxy(item.index).$runIndex);
				const entered = item.parameter('options.limitWaitTime.values', {}) ?? {};
				const limit = waitLimit(entered, item.timezone);
				const question = questionOf(item, run, text, limit);
				const link = signedLink(this, run);
				const sent = { message: withLink(item, text, link) };
				const built = await buildMessage(item, choices, to, sent);
				const request = { ...built, ...(await sendingOf(item)), question, limit, link };
				return { delay: 0, request };
			},

			send: async ({ item, to }, request, warning) => {
				await sendMessage(this, routing.request as Endpoint, request, to);
				until = request.limit;
				keepQuestion(this, request.question);
				this.addExecutionHints(...unreachableHint(request.link));
				if (warning) this.addExecutionHints({ message: warning, location: 'outputPane' });
				return [items[item.index]];
			},
		});
		if (until) await this.putExecutionToWait(until);
		return output;
	};

/** An execution waits in one place, so it can wait for one answer at a time. */
function refuseSeveralItems(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): INodeExecutionData[][] {
	const error = new InputError(
		`Send and Wait for Response asks one question at a time, but got ${items.length} items: use Loop Over Items with a batch size of 1 before this node`,
		'Nothing was sent.',
	);
	if (context.continueOnFail()) return [items.map((_item, index) => errorItem(error, index))];
	throw toNodeError(context.getNode(), error, { itemIndex: 0 });
}

/** Where n8n runs the routing of the node instead: AI Agents up to version 2.2 cannot wait. */
export async function refuseToWait(): Promise<never> {
	throw new InputError(
		'This version of the AI Agent cannot wait for a response: use AI Agent version 3, or another operation',
	);
}
