import type { N8nNode } from '../rig/api/apiTypes';
import { httpRequest as request, node, SENDER_TYPE } from '../rig/workflows/nodes';

/** What a workflow needs to reach the service. */
export interface Access {
	url: string;
	credentials: NonNullable<N8nNode['credentials']>;
}

/** The same work by this node or by n8n's own: the last nodes of a workflow. */
export type Candidate = (access: Access) => N8nNode[];

export const API_KEY = 'key-of-the-benchmark';

const own = (parameters: object, { credentials }: Access) => [
	node('Sender', SENDER_TYPE, { ...parameters }, { credentials }),
];
const named = (fields: object) =>
	Object.entries(fields).map(([name, value]) => ({ name, value: value as string }));
const post = { method: 'POST', sendBody: true };

/** Messages, whose Phone and Text are expressions: one after the other, or as HTTP Request sends them. */
const message = { phone: '={{ $json.phone }}', text: '={{ $json.text }}' };
const ownMessages: Candidate = (access) => own(message, access);

export const messages: Candidate[] = [
	ownMessages,
	({ url, credentials }) => {
		const nodeCredentialType = 'whatsAppSenderApi';
		const login = { authentication: 'predefinedCredentialType', nodeCredentialType };
		const fields = { bodyParameters: { parameters: named(message) }, ...post, ...login };
		return [request('Request', { url: `${url}/send`, ...fields }, { credentials })];
	},
];

/** HTTP Request with the key in its body: with a credential, n8n waits for its database between two items. */
export const messagesWithoutCredential: Candidate[] = [
	ownMessages,
	({ url }) => {
		const parameters = named({ api_key: API_KEY, ...message });
		return [request('Request', { url: `${url}/send`, ...post, bodyParameters: { parameters } })];
	},
];

/** A file in n8n's store, which the webhook's body names. */
const upload = { phone: '6281234567890', text: 'A film' };
const file = '={{ $json.body.file }}';
export const uploads: Candidate[] = [
	(access) => {
		const media = { operation: 'sendMedia', mediaSource: 'binary', binaryPropertyName: file };
		return own({ ...media, ...upload }, access);
	},
	({ url }) => {
		const parameters = [
			...named({ api_key: API_KEY, ...upload }),
			{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: file },
		];
		const form = { contentType: 'multipart-form-data', bodyParameters: { parameters } };
		return [request('Request', { url: `${url}/send`, ...post, ...form })];
	},
];

/** All contacts of a list; HTTP Request needs Split Out to make items of them. */
export const contacts = (count: number): Candidate[] => [
	(access) => {
		const list = { __rl: true, mode: 'id', value: `contacts-${count}` };
		const fields = { operation: 'getListContacts', list, returnAll: true };
		return own({ resource: 'list', ...fields }, access);
	},
	({ url }) => {
		const headerParameters = { parameters: named({ 'api-key': API_KEY }) };
		const fields = { sendHeaders: true, headerParameters };
		const split = { fieldToSplitOut: 'data', options: {} };
		return [
			request('Request', { url: `${url}/lists/contacts-${count}?all=true`, ...fields }),
			node('Contacts', 'n8n-nodes-base.splitOut', split),
		];
	},
];
