import { interactiveFields, text } from './fields';
import type { MessageOperation } from './item';
import { sendOptions } from './options';
import { SEND, sendInTool, sendMessages } from './send';
import { recipientFields } from './sendTo';

/** §4.1 */
export const sendText: MessageOperation = {
	resource: 'message',
	value: 'sendText',
	name: 'Send Text',
	action: 'Send text message',
	description: 'Send a text message to a phone number or a group',
	request: SEND,
	sendByRouting: async (context) => await sendInTool(context, sendText),
	fields: [
		...recipientFields('contact', 'group', 'phone'),
		text,
		...interactiveFields,
		sendOptions,
	],
	run: async (context) => await sendMessages(context, sendText),
};
