import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { requestOptionsField } from './values/requestOptions';
import { hints } from './editorHints';
import { listFields, listOperations } from './list/listResource';
import { searchGroups, searchLists } from './list/search';
import { messageFields } from './message/fields';
import { customMessageOperations, messageOperations } from './message/messageResource';
import { responseWebhooks } from './message/wait/fields';
import { respond } from './message/wait/respond';
import { testCredential } from './service/credentialTest';
import { testReceiverCredential } from './webhook/login';
import { webhookFields, webhookOperations } from './webhook/webhookResource';
import { webhookList } from './webhook/send';

export class WhatsAppSender implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'WhatsApp Sender',
		name: 'whatsAppSender',
		icon: { light: 'file:whatsAppSender.svg', dark: 'file:whatsAppSender.dark.svg' },
		group: ['output'],
		version: 1,
		// "Get List Contacts" for getListContacts.
		subtitle: '={{ $parameter["operation"].replace(/([A-Z])/g, " $1").toTitleCase() }}',
		description: 'Send WhatsApp messages and files, read contact lists, post contacts to webhooks',
		defaults: { name: 'WhatsApp Sender' },
		builderHint: {
			searchHint:
				"Sends WhatsApp messages through a service with an API key and a Base URL, not through Meta's WhatsApp Business Cloud API. For a broadcast, connect Get List Contacts to Send Text with recipientType contact, without a loop, and set the option delay.",
		},
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		waitingNodeTooltip:
			'={{ $parameter["operation"] === "sendAndWait" ? "Execution will continue after the response" : "" }}',
		webhooks: responseWebhooks,
		credentials: [
			{
				name: 'whatsAppSenderApi',
				required: true,
				testedBy: 'testCredential',
				displayOptions: {
					show: { authentication: ['whatsAppSenderApi'], resource: ['message', 'list'] },
				},
			},
			// The receiver of Webhook List is someone else, with a login of its own.
			{
				name: 'whatsAppSenderWebhookApi',
				required: true,
				testedBy: 'testReceiverCredential',
				displayOptions: { show: { resource: ['webhook'], receiverAuthentication: ['credential'] } },
			},
		],
		requestDefaults: {
			// Named here, the credential's own host is always allowed for it.
			baseURL: '={{$credentials.baseUrl}}',
			// The text of an error is in the body of the response.
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		},
		hints,
		properties: [
			{
				// With several credentials, the engine reads from this which one signs the routing.
				displayName: 'Authentication',
				name: 'authentication',
				type: 'hidden',
				default: 'whatsAppSenderApi',
			},
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'List', value: 'list' },
					{ name: 'Message', value: 'message' },
					{ name: 'Webhook', value: 'webhook' },
				],
				default: 'message',
			},
			messageOperations,
			listOperations,
			webhookOperations,
			...messageFields,
			...listFields,
			...webhookFields,
			requestOptionsField,
		],
	};

	methods = {
		listSearch: { searchGroups, searchLists },
		credentialTest: { testCredential, testReceiverCredential },
	};

	webhook = respond;

	customOperations = {
		message: customMessageOperations,
		// In place of the routing, which would send the API key to the receiver.
		webhook: { webhookList },
	};
}
