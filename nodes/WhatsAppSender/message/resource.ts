import type { INodeProperties, INodePropertyRouting } from 'n8n-workflow';
import { keepWholeAnswer } from '../service/answer';
import { sendMessage } from './send';

/**
 * §4.1, §4.2. The body is made in the item's turn: for a field with a `routing` of its own, the
 * engine evaluates the expression twice more, and of all items before the first message goes out.
 */
const postSend: INodePropertyRouting = {
	request: { method: 'POST', url: '/send' },
	send: { paginate: true },
	output: { postReceive: [keepWholeAnswer] },
	operations: { pagination: sendMessage },
};

export const messageOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['message'] } },
	options: [
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
	],
	default: 'sendText',
};
