import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { InputError } from '../../errors/inputError';
import { errorItem, toNodeError } from '../../errors/nodeError';
import { serviceOf } from '../../service/request';
import { takeTurns } from '../../turns/takeTurns';
import { requiredText } from '../../values/checks';
import { buildMessage } from '../buildMessage';
import { itemAt, type Item } from '../item';
import { choicesOf, mappedValues } from '../mapping';
import { recipientOf } from '../recipientOf';
import { sendMessage } from '../sendMessage';
import { signedLink, unreachableHint } from './link';
import { keepQuestion, questionOf } from './question';
import { waitLimit, type LimitWaitTime } from './waitLimit';

/**
 * Send and Wait for Response: sends one message with a link to a page, and pauses the execution
 * until somebody has answered there. Where the message was not accepted, nothing waits.
 *
 * @returns the input item; once answered, n8n goes on with what `respond` returns instead
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export async function sendAndWait(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = this.getInputData();
	if (items.length > 1) return refuseSeveralItems(this, items);
	let until: Date | undefined;
	const output = await takeTurns(this, async (index) => {
		const item = itemAt(this, index);
		const choices = choicesOf(item);
		const values = mappedValues(item, choices, () => true);
		const recipient = recipientOf(item, choices, values);
		return {
			recipient: recipient.id,
			build: async () => {
				const text = requiredText('Message', values.text, 'enter what to ask').trimEnd();
				const run = Number(this.getWorkflowDataProxy(index).$runIndex);
				const question = questionOf(item, run, text);
				const limit = limitOf(item);
				const link = signedLink(this, run);
				const withLink = { ...values, text: `${text}\n\n${link}` };
				const message = await buildMessage(item, choices, recipient, withLink);
				const service = await serviceOf(this);
				const send = async (warning?: string) => {
					await sendMessage(this, service, item, message);
					until = limit;
					keepQuestion(this, question);
					this.addExecutionHints(...unreachableHint(link));
					if (warning) this.addExecutionHints({ message: warning, location: 'outputPane' });
					return [items[index]];
				};
				return { delay: 0, send };
			},
		};
	});
	if (until) await this.putExecutionToWait(until);
	return output;
}

const limitOf = (item: Item) =>
	waitLimit(
		(item.parameter('options.limitWaitTime.values', {}) ?? {}) as LimitWaitTime,
		item.timezone,
	);

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
	throw toNodeError(context.getNode(), error);
}

/** Where n8n runs the routing of the node instead: AI Agents up to version 2.2 cannot wait. */
export async function refuseToWait(): Promise<never> {
	throw new InputError(
		'This version of the AI Agent cannot wait for a response: use AI Agent version 3, or another operation',
	);
}
