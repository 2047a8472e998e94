import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { signReceiverRequest } from '../nodes/WhatsAppSender/webhook/authentication';

const forAuthentication = (...authentications: string[]) => ({
	displayOptions: { show: { authentication: authentications } },
});

/** The secret, as n8n's own Header Auth names it: the linter knows one by names such as `token`. */
const secretValue: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	required: true,
	...forAuthentication('headerAuth', 'queryAuth'),
};

/** The login of a receiver of Webhook List. Tested by the node: `webhook/authentication`. */
export class WhatsAppSenderWebhookApi implements ICredentialType {
	name = 'whatsAppSenderWebhookApi';

	displayName = 'WhatsApp Sender Webhook API';

	icon: Icon = {
		light: 'file:../nodes/WhatsAppSender/whatsAppSender.svg',
		dark: 'file:../nodes/WhatsAppSender/whatsAppSender.dark.svg',
	};

	// Without "#": n8n appends a query.
	documentationUrl =
		'https://github.com/n8n-nodes-whatsapp-sender/n8n-nodes-whatsapp-sender/blob/main/docs/push-contacts.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			options: [
				{ name: 'Basic Auth', value: 'basicAuth' },
				{ name: 'Bearer Auth', value: 'bearerAuth' },
				{ name: 'Header Auth', value: 'headerAuth' },
				{ name: 'Query Auth', value: 'queryAuth' },
			],
			default: 'bearerAuth',
			description: 'The login that the receiver requires',
		},
		{
			displayName: 'User',
			name: 'user',
			type: 'string',
			default: '',
			required: true,
			...forAuthentication('basicAuth'),
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			...forAuthentication('basicAuth'),
		},
		{
			displayName: 'Token',
			name: 'token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Sent in the header Authorization, after "Bearer"',
			...forAuthentication('bearerAuth'),
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. X-API-Key',
			description: 'Name of the header or of the query parameter',
			...forAuthentication('headerAuth', 'queryAuth'),
		},
		secretValue,
	];

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return signReceiverRequest(credentials, requestOptions);
	}
}
