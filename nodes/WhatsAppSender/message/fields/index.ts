import { SEND_AND_WAIT_OPERATION, updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { waitFields } from '../wait/fields';
import { interactiveFields, mediaFields, simplify, text } from './content';
import { sendMediaOptions, sendTextOptions } from './options';
import { groupFields, recipientFields, sendTo, sendUploadTo } from './recipient';

const fromUrl = { show: { mediaSource: ['url'] } };
const upload = { show: { mediaSource: ['binary'] } };

const sendText: INodeProperties[] = [
	sendTo,
	...recipientFields,
	...groupFields,
	text,
	...interactiveFields,
	simplify,
	sendTextOptions,
];

/** An upload takes neither a group nor an interactive message nor a schedule (§2.3). */
const sendMedia: INodeProperties[] = [
	...updateDisplayOptions(fromUrl, [sendTo]),
	...updateDisplayOptions(upload, [sendUploadTo]),
	...recipientFields,
	...updateDisplayOptions(fromUrl, groupFields),
	...mediaFields,
	text,
	...updateDisplayOptions(fromUrl, interactiveFields),
	simplify,
	sendMediaOptions,
];

const of = (operation: string) => ({ show: { resource: ['message'], operation: [operation] } });

/**
 * The form of the resource. A field with `routing.send` becomes the body field that it names (§2.2,
 * §2.3), in the routing and in `mapping.ts` alike.
 */
export const messageFields: INodeProperties[] = [
	...updateDisplayOptions(of('sendText'), sendText),
	...updateDisplayOptions(of('sendMedia'), sendMedia),
	...updateDisplayOptions(of(SEND_AND_WAIT_OPERATION), waitFields),
];
