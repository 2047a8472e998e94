import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { mediaFields } from './media.fields';
import { sendOptions } from './options.fields';
import { chosenPhone, otherRecipients, phoneOfUpload, sendTo } from './recipient.fields';
import { interactiveFields, simplify, text } from './text.fields';

const show = { resource: ['message'] };
const inBoth = { show: { ...show, operation: ['sendText', 'sendMedia'] } };
const inSendMedia = { show: { ...show, operation: ['sendMedia'] } };

/**
 * Fields that an upload has no place for (§2.3). They stand in the form once for each operation,
 * because the editor keeps Media Source when Operation changes, and it must not hide them there.
 */
const notForUploads = (fields: INodeProperties[]): INodeProperties[] => [
	...updateDisplayOptions({ show: { ...show, operation: ['sendText'] } }, fields),
	...updateDisplayOptions(
		{ show: { ...show, operation: ['sendMedia'], mediaSource: ['url'] } },
		fields,
	),
];

/**
 * The form of both send operations. What is often an expression stands here as seldom as can be:
 * n8n evaluates it again for every field of the same name.
 */
export const messageFields: INodeProperties[] = [
	...updateDisplayOptions(inSendMedia, mediaFields),
	...notForUploads([sendTo]),
	...updateDisplayOptions(inBoth, [chosenPhone]),
	...updateDisplayOptions(inSendMedia, [phoneOfUpload]),
	...notForUploads(otherRecipients),
	...updateDisplayOptions(inBoth, [text]),
	...notForUploads(interactiveFields),
	...updateDisplayOptions(inBoth, [simplify, sendOptions]),
];
