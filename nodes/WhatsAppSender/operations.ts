import { getListContacts, getLists } from './list/listResource';
import { sendAndWait } from './message/sendAndWait';
import { sendMedia } from './message/sendMedia';
import { sendText } from './message/sendText';
import type { Operation } from './operation';
import { webhookList } from './webhook/webhookList';

/** Each is a form, a request, and what runs it. The first one of a resource is the default. */
export const OPERATIONS: Operation[] = [
	sendText,
	sendMedia,
	sendAndWait,
	getLists,
	getListContacts,
	webhookList,
];
