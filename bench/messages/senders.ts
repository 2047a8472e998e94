import type { N8nNode } from '../../rig/api/apiTypes';
import { node, SENDER_TYPE, splitItems } from '../../rig/workflows/nodes';
import { API_KEY, type Access, type Steps } from '../n8n';

/** One method of sending the items' messages. */
export type Sender = (access: Access) => Steps;

const expressions = { phone: '={{ $json.phone }}', text: '={{ $json.text }}' };
const staticValues = { phone: '6281234567890', text: 'The same for everybody' };

const inParallel =
	(fields: object): Sender =>
	({ credentials }) => {
		const parameters = { ...fields, options: { concurrency: 10 } };
		return { nodes: [splitItems(), node('Sender', SENDER_TYPE, parameters, { credentials })] };
	};

/** This node, 10 messages in parallel, Phone and Text as expressions. */
export const thisNode = inParallel(expressions);

/** The same without expressions: what remains is n8n's and the network's. */
export const withStaticValues = inParallel(staticValues);

/** The HTTP Request node, with the key written into its body. */
export const httpRequest: Sender = (access) => ({ nodes: [splitItems(), withKey(access)] });

/** With its Batching: without, 20,000 items open as many connections as the system allows, and it fails. */
export const inBatches: Sender = (access) => {
	const batching = { batch: { batchSize: 100, batchInterval: 100 } };
	const { parameters, ...rest } = withKey(access);
	return {
		nodes: [splitItems(), { ...rest, parameters: { ...parameters, options: { batching } } }],
	};
};

/** The HTTP Request node with this node's credential. */
export const withCredential: Sender = ({ url, credentials }) => {
	const authentication = 'predefinedCredentialType';
	const login = { authentication, nodeCredentialType: 'whatsAppSenderApi' };
	return { nodes: [splitItems(), { ...requestNode(url, {}, login), credentials }] };
};

/** What keeps the order without this node: one HTTP request after the other. */
export const loop: Sender = (access) => {
	const options = { typeVersion: 3 };
	const items = node('Loop', 'n8n-nodes-base.splitInBatches', { options: {} }, options);
	const request = withKey(access);
	const to = ({ name }: N8nNode) => [{ node: name, type: 'main', index: 0 }];
	return {
		nodes: [splitItems(), items, request],
		connections: {
			[items.name]: { main: [[], to(request)] },
			[request.name]: { main: [to(items)] },
		},
	};
};

const withKey = ({ url }: Access) => requestNode(url, { api_key: API_KEY });

function requestNode(url: string, more: object, login: object = {}): N8nNode {
	const fields = Object.entries({ ...more, ...expressions });
	const parameters = {
		...{ method: 'POST', url: `${url}/send`, sendBody: true, options: {}, ...login },
		bodyParameters: { parameters: fields.map(([name, value]) => ({ name, value })) },
	};
	return node('Request', 'n8n-nodes-base.httpRequest', parameters, { typeVersion: 4.2 });
}
