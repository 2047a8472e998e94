import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { InputError } from '../errors/inputError';
import { handleItemError, RequestError } from '../errors/nodeError';
import { serviceOf, type Service } from '../service/request';
import { takeTurnsUntilCanceled } from '../turns/canceled';
import { earlierAttempt } from '../turns/progress';
import { Reached } from '../turns/reached';
import { delayOf } from '../turns/delay';
import { buildMessage } from './buildMessage';
import { isTool, itemAt, itemOfRouting } from './item';
import { choicesOf, mappedValues } from './mapping';
import { recipientOf } from './recipientOf';
import { hintSkipped, limitsOf } from './limits';
import { sendMessage } from './sendMessage';

const namesRecipient = (property: string) => property === 'phone' || property === 'group_id';

/**
 * Send Text and Send Media: sends the messages of all items in turns, in place of the routing,
 * which evaluates the expressions of all items before it sends the first one.
 *
 * @returns one output item per input item, linked to it, sent or skipped
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export async function sendInTurns(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	let service: Service | undefined;
	const [output] = await takeTurnsUntilCanceled(this, async (index) => {
		const item = itemAt(this, index);
		const choices = choicesOf(item);
		const recipient = recipientOf(item, choices, mappedValues(item, choices, namesRecipient));
		return {
			recipient: recipient.id,
			limits: limitsOf(this, item, recipient),
			build: async () => {
				const values = mappedValues(item, choices, (property) => !namesRecipient(property));
				const message = await buildMessage(item, choices, recipient, values);
				const options = {
					minDelay: item.parameter('options.minDelay', ''),
					maxDelay: item.parameter('options.maxDelay', ''),
				};
				const delay = delayOf(options);
				const connected = (service ??= await serviceOf(this));
				return {
					delay,
					send: async (warning) => await sendMessage(this, connected, item, message, warning),
				};
			},
		};
	});
	hintSkipped(this, output);
	return [output];
}

/** Recipients of unconfirmed attempts by their input, which all attempts of an agent's call share. */
const unconfirmed = new WeakMap<object, string[]>();

/**
 * Sends one message where n8n runs the routing of the node: AI Agents up to version 2.2 do. The
 * fields are mapped again, because the engine shows all fields whose display depends on an expression.
 *
 * @returns the item's output, linked to it
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export async function sendByRouting(
	this: IExecutePaginationFunctions,
): Promise<INodeExecutionData[]> {
	const item = itemOfRouting(this);
	const earlier = unconfirmed.get(item.json) ?? [];
	let sentTo: string | undefined;
	try {
		refuseSeveralItems(this);
		const choices = choicesOf(item);
		const values = mappedValues(item, choices, () => true);
		const recipient = recipientOf(item, choices, values);
		const limits = limitsOf(this, item, recipient);
		const reached = Reached.of(this);
		const outputOfSkipped = await reached.skip(limits, earlier.includes(recipient.id));
		if (outputOfSkipped) return outputOfSkipped;
		const message = await buildMessage(item, choices, recipient, values);
		const service = await serviceOf(this);
		sentTo = recipient.id;
		const sending = sendMessage(this, service, item, message, earlierAttempt(earlier));
		return await reached.noteOutcome(limits, sending);
	} catch (error) {
		const named = error instanceof RequestError && error.unconfirmed ? sentTo : undefined;
		if (named) unconfirmed.set(item.json, [...new Set([...earlier, named])]);
		return handleItemError(this, error, earlierAttempt(earlier, named));
	}
}

/** The routing starts all items at once, so several would neither keep their order nor stop. */
function refuseSeveralItems(context: IExecutePaginationFunctions): void {
	const { data, node } = context.getExecuteData();
	const items = isTool(context) || node.executeOnce ? 1 : (data.main?.[0]?.length ?? 1);
	if (items < 2) return;
	throw new InputError(
		`This version of n8n cannot send ${items} items in turns: use Loop Over Items with a batch size of 1 before this node`,
	);
}
