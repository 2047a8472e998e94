import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { interactiveFields, simplify, text } from './content';
import { mediaFields } from './media';
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

/** The forms of Send Text and Send Media. */
export const sendFields: INodeProperties[] = [
	...updateDisplayOptions(of('sendText'), sendText),
	...updateDisplayOptions(of('sendMedia'), sendMedia),
];
