import type { N8nNode } from '../../rig/api/apiTypes';
import { node, SENDER_TYPE } from '../../rig/workflows/nodes';
import type { Credentials } from '../instruments/n8n';

/** A way to upload the file that the webhook's body names. */
export interface Uploader {
	name: string;
	upload: (serviceUrl: string, credentials: Credentials) => N8nNode;
}

const FILE = '={{ $json.body.file }}';

export const thisNode: Uploader = {
	name: 'this node',
	upload: (_url, credentials) => {
		const file = { operation: 'sendMedia', mediaSource: 'binary', binaryPropertyName: FILE };
		const message = { phone: '6281234567890', text: 'A film' };
		return node('Upload', SENDER_TYPE, { ...file, ...message }, { credentials });
	},
};

export const httpRequest: Uploader = {
	name: 'HTTP Request node',
	upload: (url) => {
		const parameters = [
			{ name: 'api_key', value: 'key-of-the-benchmark' },
			{ name: 'text', value: 'A film' },
			{ name: 'phone', value: '6281234567890' },
			{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: FILE },
		];
		const form = { contentType: 'multipart-form-data', bodyParameters: { parameters } };
		return node(
			'Upload',
			'n8n-nodes-base.httpRequest',
			{ method: 'POST', url: `${url}/send`, sendBody: true, ...form, options: {} },
			{ typeVersion: 4.2 },
		);
	},
};

/** What most nodes do. */
export const blob: Uploader = {
	name: 'buffer and Blob',
	upload: (_url, credentials) =>
		node('Upload', 'n8n-nodes-bench-fixture.benchBlob', { file: FILE }, { credentials }),
};
