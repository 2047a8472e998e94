import { createHash, randomBytes } from 'node:crypto';
import type { Instance } from '../../../rig/startRig';
import { call, sender } from '../../../rig/workflows/call';
import { node } from '../../../rig/workflows/nodes';
import type { MultipartBody } from '../../../sandbox';

const files = [10, 100_000].map((size) => randomBytes(size));
const named = { fileName: 'Rechnung März.pdf', mimeType: 'application/pdf' };
const toFile = node(
	'To file',
	'n8n-nodes-base.convertToFile',
	{ operation: 'toBinary', sourceProperty: 'content', options: named },
	{ typeVersion: 1.1 },
);

/** Files that n8n stores on its disk. test/engine tests files in memory, and the form. */
export function uploads(instance: Instance): void {
	test('a file in the JSON of its item arrives, by its field and as an object', async () => {
		const sending = sender(instance, {
			operation: 'sendMedia',
			mediaSource: 'binary',
			text: 'Über 👋',
			phone: '=628123456000{{ $itemIndex + 1 }}',
			// The second expression returns the file itself, and the option renames it.
			binaryPropertyName: "={{ $itemIndex === 1 ? $json._files.data : '_files.data' }}",
			options: { fileName: '={{ $itemIndex === 1 ? "new.pdf" : "" }}' },
		});
		const items = files.map((bytes) => ({ content: bytes.toString('base64') }));
		const options = { items, before: [toFile], settings: { binaryMode: 'combined' } };
		const { execution } = await call(instance, sending, options);

		const stored = JSON.stringify(execution.data.resultData.runData['To file']);
		expect(stored).toContain('"id":"filesystem-v2:');
		const arrived = instance.sandbox.requests.map(({ body }) => (body as MultipartBody).files[0]);
		expect(arrived).toMatchObject(
			files.map((bytes, index) => ({
				filename: [named.fileName, 'new.pdf'][index],
				mimetype: named.mimeType,
				sha256: createHash('sha256').update(bytes).digest('hex'),
			})),
		);
	});
}
