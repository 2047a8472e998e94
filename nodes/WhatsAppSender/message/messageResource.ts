import {
	SEND_AND_WAIT_OPERATION,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type INodeExecutionData,
	type INodePropertyRouting,
} from 'n8n-workflow';
import { errorItem, InputError, toNodeError, WorkflowError } from '../errors/nodeErrors';
import { operationField } from '../formFields';
import { readPolicy } from '../broadcast/policy';
import { sendAll } from '../broadcast/run';
import { isTool } from '../values/tool';
import { itemOfRouting, itemsOf } from './item';
import { messageSender, SEND } from './message';
import { textFormat } from './textFormat';

/** The form's fields add the body (`routing.send`), the credential adds the API key. */
const postSend: INodePropertyRouting = {
	request: SEND,
	send: { paginate: true },
	operations: { pagination: sendByRouting },
};

export const messageOperations = operationField('message', 'sendText', [
	{
		name: 'Send Media',
		value: 'sendMedia',
		action: 'Send media message',
		description: 'Send a message with a picture, video, document or other file',
		routing: postSend,
	},
	{
		name: 'Send Text',
		value: 'sendText',
		action: 'Send text message',
		description: 'Send a text message to a phone number or a group',
		routing: postSend,
	},
	{
		name: 'Send and Wait for Response',
		value: SEND_AND_WAIT_OPERATION,
		action: 'Send message and wait for response',
		description: 'Ask a question, and continue when the recipient has answered',
		routing: postSend,
	},
]);

/**
 * Send Text and Send Media, in place of the routing, which evaluates the expressions of all items before it
 * sends the first one.
 */
export async function sendMessages(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const { itemAt, first } = itemsOf(this);
	const policy = readPolicy(first, textFormat);
	return await sendAll(this, messageSender(this, itemAt, policy), policy);
}

/** The experimental engine runs the routing, and keeps no state between runs of the node. */
const NO_STATE =
	"n8n's experimental engine cannot send messages one at a time, so nothing was sent: turn it off";
const NO_WAIT =
	'This version of the AI Agent cannot wait for a response: use AI Agent version 3, or another operation';

/**
 * Sends one message for an AI Agent up to version 2.2 or the MCP Server Trigger, which run the routing. It
 * builds the body itself, because n8n would also send hidden fields if an expression decides about them.
 */
async function sendByRouting(this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
	const node = this.getNode();
	if (!isTool(node)) throw toNodeError(node, new WorkflowError(NO_STATE));
	// n8n does not pass a thrown error to the model.
	if (node.parameters.operation === SEND_AND_WAIT_OPERATION) {
		return [errorItem(new InputError(NO_WAIT), 0)];
	}
	const item = itemOfRouting(this, node);
	const policy = readPolicy({ ...item, isShared: true }, textFormat);
	const sender = messageSender(this, () => item, policy);
	const [output] = await sendAll(this, { ...sender, call: item.json }, policy);
	return output;
}
