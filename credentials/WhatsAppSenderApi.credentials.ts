import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { signRequest } from '../nodes/WhatsAppSender/service/signing';

const REDIRECTS = [301, 302, 303, 307, 308];

export class WhatsAppSenderApi implements ICredentialType {
	name = 'whatsAppSenderApi';

	displayName = 'WhatsApp Sender API';

	icon: Icon = {
		light: 'file:../nodes/WhatsAppSender/whatsAppSender.svg',
		dark: 'file:../nodes/WhatsAppSender/whatsAppSender.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-whatsapp-sender/n8n-nodes-whatsapp-sender#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The API key of your WhatsApp instance, from the dashboard of your service',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description: "Address of the service's API, as its documentation gives it",
		},
	];

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return signRequest(credentials, requestOptions);
	}

	test: ICredentialTestRequest = {
		// As text: n8n's test cannot read an answer that is an empty JSON array.
		request: { baseURL: '={{$credentials.baseUrl}}', url: '/lists/', encoding: 'text' },
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message: 'The API key is not valid, or the Base URL is wrong',
				},
			},
			...REDIRECTS.map((value) => ({
				type: 'responseCode',
				properties: {
					value,
					message:
						'The Base URL leads to another address: write the address that the service really has',
				},
			})),
			{
				type: 'responseSuccessBody',
				properties: {
					key: '0',
					value: '<',
					message: 'The Base URL leads to a web page, not to the service',
				},
			},
			// n8n takes rules of both kinds together; its type names only one kind at a time.
		] as ICredentialTestRequest['rules'],
	};
}
