import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import { editorHints } from './editorHints';
import { requestOptionsField } from './http/request';
import { searchGroups, searchLists } from './list/listResource';
import { respond, responseWebhooks } from './message/wait/page';
import { customOperationsOf, propertiesOf, runByRouting } from './operation';
import { OPERATIONS } from './operations';
import { testCredential } from './service/service';
import { testReceiverCredential } from './webhook/login';

export class WhatsAppSender implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'WhatsApp Sender',
		name: 'whatsAppSender',
		icon: { light: 'file:whatsAppSender.svg', dark: 'file:whatsAppSender.dark.svg' },
		group: ['output'],
		version: 1,
		// Shows "Get List Contacts" for the value getListContacts.
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
				// Webhook List has its own credential, for the receiver.
				displayOptions: {
					show: { authentication: ['whatsAppSenderApi'] },
					hide: { resource: ['webhook'] },
				},
			},
			{
				name: 'whatsAppSenderWebhookApi',
				required: true,
				testedBy: 'testReceiverCredential',
				displayOptions: { show: { resource: ['webhook'], receiverAuthentication: ['credential'] } },
			},
		],
		requestDefaults: {
			// n8n always allows a credential for the host that is named here.
			baseURL: '={{$credentials.baseUrl}}',
			// The response body explains the error, so n8n must not throw before the node has read it.
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		},
		hints: editorHints(OPERATIONS),
		properties: [
			{
				// n8n signs the routing's requests with this credential.
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
				routing: runByRouting(OPERATIONS),
			},
			...propertiesOf(OPERATIONS),
			requestOptionsField,
		],
	};

	methods = {
		listSearch: { searchGroups, searchLists },
		credentialTest: { testCredential, testReceiverCredential },
	};

	webhook = respond;

	customOperations = customOperationsOf(OPERATIONS);
}
