import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import { choiceField, textField } from '../nodes/WhatsAppSender/values/formFields';
import { OPERATIONS } from '../nodes/WhatsAppSender/operations';
import { signRequest } from '../nodes/WhatsAppSender/service/service';

/** Tested by the node: `testCredential` in `service/service`. */
export class WhatsAppSenderApi implements ICredentialType {
	name = 'whatsAppSenderApi';

	displayName = 'WhatsApp Sender API';

	icon: Icon = {
		light: 'file:../nodes/WhatsAppSender/whatsAppSender.svg',
		dark: 'file:../nodes/WhatsAppSender/whatsAppSender.dark.svg',
	};

	// The node has no public page yet: see MAINTAINING.md.
	documentationUrl =
		'https://docs.n8n.io/integrations/community-nodes/installation-and-management/';

	properties: INodeProperties[] = [
		{
			displayName:
				"Your service shows the API key in its dashboard, and the address of the API in its documentation. For Meta's own WhatsApp Business Cloud API, use n8n's WhatsApp Business Cloud node.",
			name: 'whereToFind',
			type: 'notice',
			default: '',
		},
		textField('API Key', 'apiKey', {
			typeOptions: { password: true },
			required: true,
			description: "Shown in your service's dashboard",
		}),
		textField('Base URL', 'baseUrl', {
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description: "Web address of your service's API, as its documentation shows it",
		}),
		textField('Country Code', 'countryCode', {
			required: true,
			placeholder: 'e.g. 62',
			description:
				'Country of phone numbers without a country code. With 62, 0812-3456-7890 becomes 6281234567890.',
		}),
		choiceField('Unit of Scheduled Times', 'sendAtUnit', 'seconds', {
			options: [
				{ name: 'Milliseconds', value: 'milliseconds' },
				{ name: 'Seconds', value: 'seconds' },
			],
			description:
				"What your service expects for 'Send At'. Change it if scheduled messages are sent immediately.",
		}),
	];

	authenticate = signRequest.bind(
		undefined,
		OPERATIONS.flatMap(({ request }) => request ?? []),
	);
}
