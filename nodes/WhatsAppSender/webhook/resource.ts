import type { INodeProperties } from 'n8n-workflow';
import { webhookList } from './webhookList';

/** Not an operation of the service, so it has no `routing`: `webhookList` runs instead (§4.5). */
export const webhookOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['webhook'] } },
	options: [
		{
			name: 'Webhook List',
			value: 'webhookList',
			action: 'Send contact to webhook',
			description: 'Send the name and phone of each contact to a webhook',
		},
	],
	default: 'webhookList',
};

/** What runs in place of the routing, which would send the API key to the receiver. */
export const customWebhookOperations = { webhookList };
