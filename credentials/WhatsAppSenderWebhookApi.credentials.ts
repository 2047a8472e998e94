import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import { signReceiverRequest } from '../nodes/WhatsAppSender/webhook/login';

/** A required text field of these kinds of login. */
const requiredFor = (...authentications: string[]) => ({
	type: 'string' as const,
	default: '',
	required: true,
	displayOptions: { show: { authentication: authentications } },
});

/** Named as in n8n's own Header Auth. */
const secretValue: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	typeOptions: { password: true },
	...requiredFor('headerAuth', 'queryAuth'),
};

/** The login of a receiver of Webhook List. Tested by the node: `webhook/login`. */
export class WhatsAppSenderWebhookApi implements ICredentialType {
	name = 'whatsAppSenderWebhookApi';

	displayName = 'WhatsApp Sender Webhook API';

	icon: Icon = {
		light: 'file:../nodes/WhatsAppSender/whatsAppSender.svg',
		dark: 'file:../nodes/WhatsAppSender/whatsAppSender.dark.svg',
	};

	// The node has no public page yet: see MAINTAINING.md.
	documentationUrl =
		'https://docs.n8n.io/integrations/community-nodes/installation-and-management/';

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
		{ displayName: 'User', name: 'user', ...requiredFor('basicAuth') },
		{
			displayName: 'Password',
			name: 'password',
			typeOptions: { password: true },
			...requiredFor('basicAuth'),
		},
		{
			displayName: 'Token',
			name: 'token',
			typeOptions: { password: true },
			description: 'Sent in the header Authorization, after "Bearer"',
			...requiredFor('bearerAuth'),
		},
		{
			displayName: 'Name',
			name: 'name',
			placeholder: 'e.g. X-API-Key',
			description: 'Name of the header or of the query parameter',
			...requiredFor('headerAuth', 'queryAuth'),
		},
		secretValue,
	];

	authenticate = signReceiverRequest;
}
