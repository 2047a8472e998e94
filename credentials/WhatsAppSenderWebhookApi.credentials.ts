import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import { choiceField, textField } from '../nodes/WhatsAppSender/values/formFields';
import { signReceiverRequest } from '../nodes/WhatsAppSender/webhook/login';

/** A field of these kinds of login. */
const requiredFor = (...authentications: string[]) => ({
	required: true,
	displayOptions: { show: { authentication: authentications } },
});
const secretFor = (...authentications: string[]) => ({
	...requiredFor(...authentications),
	typeOptions: { password: true },
});

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
		choiceField('Authentication', 'authentication', 'bearerAuth', {
			options: [
				{ name: 'Basic Auth', value: 'basicAuth' },
				{ name: 'Bearer Auth', value: 'bearerAuth' },
				{ name: 'Header Auth', value: 'headerAuth' },
				{ name: 'Query Auth', value: 'queryAuth' },
			],
			description: 'The login that the receiver requires',
		}),
		textField('User', 'user', requiredFor('basicAuth')),
		textField('Password', 'password', secretFor('basicAuth')),
		textField('Token', 'token', {
			description: 'Sent in the header Authorization, after "Bearer"',
			...secretFor('bearerAuth'),
		}),
		textField('Name', 'name', {
			placeholder: 'e.g. X-API-Key',
			description: 'Name of the header or of the query parameter',
			...requiredFor('headerAuth', 'queryAuth'),
		}),
		textField('Value', 'value', secretFor('headerAuth', 'queryAuth')),
	];

	authenticate = signReceiverRequest;
}
