import { SEND_AND_WAIT_OPERATION, updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { sendFields } from './fields';
import { waitFields } from './wait/fields';

const ofWait = { show: { resource: ['message'], operation: [SEND_AND_WAIT_OPERATION] } };

/**
 * The form of the resource. A field with `routing.send` becomes the body field that it names (§2.2,
 * §2.3), in the routing and in `mapping.ts` alike.
 */
export const messageFields: INodeProperties[] = [
	...sendFields,
	...updateDisplayOptions(ofWait, waitFields),
];
