import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { mediaFields } from './media.fields';
import { sendOptions } from './options.fields';
import { recipientFields } from './recipient.fields';
import { textFields } from './text.fields';

const show = { resource: ['message'] };

/**
 * The form of both send operations. Each field stands here once for both: n8n evaluates an
 * expression again for every field of the same name.
 */
export const messageFields: INodeProperties[] = [
	...updateDisplayOptions({ show: { ...show, operation: ['sendMedia'] } }, mediaFields),
	...updateDisplayOptions({ show: { ...show, operation: ['sendText', 'sendMedia'] } }, [
		...recipientFields,
		...textFields,
		sendOptions,
	]),
];
