import { SEND_AND_WAIT_OPERATION } from 'n8n-workflow';
import { isOn, oneOf } from '../values/checks';
import type { Item } from './item';

/** Parameters that decide which other fields the form shows, evaluated for an item. */
export interface Choices {
	resource: string;
	operation: string;
	recipientType: string;
	mediaSource: string;
	isInteractive: boolean;
}

export function choicesOf(item: Item): Choices {
	const operation = String(item.node.parameters.operation);
	const isMedia = operation === 'sendMedia';
	return {
		resource: 'message',
		operation,
		recipientType: oneOf(
			operation === SEND_AND_WAIT_OPERATION ? ['phone', 'group'] : ['phone', 'group', 'contact'],
			'Send To',
			item.parameter('recipientType', 'phone'),
		),
		mediaSource: isMedia
			? oneOf(['url', 'binary'], 'Media Source', item.parameter('mediaSource', 'url'))
			: 'url',
		isInteractive: isOn('Interactive Message', item.parameter('isInteractive', false)),
	};
}
