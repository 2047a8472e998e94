import type { N8nNode } from '../../rig/api/apiTypes';
import { node, SENDER_TYPE } from '../../rig/workflows/nodes';
import { API_KEY, type Access } from '../n8n';

/** One method of uploading the file that the webhook's body names. */
export type Uploader = (access: Access) => N8nNode;

const message = { phone: '6281234567890', text: 'A film' };
const file = '={{ $json.body.file }}';

export const thisNode: Uploader = ({ credentials }) => {
	const upload = { operation: 'sendMedia', mediaSource: 'binary', binaryPropertyName: file };
	return node('Upload', SENDER_TYPE, { ...upload, ...message }, { credentials });
};

export const httpRequest: Uploader = ({ url }) => {
	const fields = Object.entries({ api_key: API_KEY, ...message });
	const parameters = [
		...fields.map(([name, value]) => ({ name, value })),
		{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: file },
	];
	return node(
		'Upload',
		'n8n-nodes-base.httpRequest',
		{
			...{ method: 'POST', url: `${url}/send`, sendBody: true, options: {} },
			...{ contentType: 'multipart-form-data', bodyParameters: { parameters } },
		},
		{ typeVersion: 4.2 },
	);
};
