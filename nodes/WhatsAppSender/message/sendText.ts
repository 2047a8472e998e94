import { type Operation, routed } from '../operation';
import { interactiveFields, sendOptions, text } from './fields';
import type { MessageField } from './item';
import { SEND, sendInTool, sendMessages } from './send';
import { recipientFields } from './sendTo';

/** §4.1 */
export const sendText: Operation<MessageField> = {
	resource: 'message',
	value: 'sendText',
	name: 'Send Text',
	action: 'Send text message',
	description: 'Send a text message to a phone number or a group',
	routing: routed(SEND, async (context) => await sendInTool(context, sendText)),
	fields: [
		...recipientFields('contact', 'group', 'phone'),
		text,
		...interactiveFields,
		sendOptions,
	],
	run: async (context) => await sendMessages(context, sendText),
};
