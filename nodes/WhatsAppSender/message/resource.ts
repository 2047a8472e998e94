import { SEND_AND_WAIT_OPERATION, type INodePropertyRouting } from 'n8n-workflow';
import { operationField } from '../formFields';
import { sendByRouting, sendInTurns } from './send';
import { refuseToWait, sendAndWait } from './wait/sendAndWait';

/** §4.1, §4.2. The fields of the form add the body (`routing.send`), the credential adds the API key. */
const postSend: INodePropertyRouting = {
	request: { method: 'POST', url: '/send' },
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
		routing: { ...postSend, operations: { pagination: refuseToWait } },
	},
]);

/** What runs in place of the routing, with the same method and URL. */
export const customMessageOperations = {
	sendText: sendInTurns(postSend),
	sendMedia: sendInTurns(postSend),
	sendAndWait: sendAndWait(postSend),
};
