import { createHash, randomBytes } from 'node:crypto';
import type { Instance } from '../../../rig/startRig';
import { call, jsonOf, linksOf, sender } from '../../../rig/workflows/call';
import { node } from '../../../rig/workflows/nodes';
import type { MultipartBody } from '../../../sandbox';

const files = [10, 100_000].map((size) => randomBytes(size));
const phones = ['6281234560001', '6281234560002'];
const toFile = node(
	'To file',
	'n8n-nodes-base.convertToFile',
	{
		operation: 'toBinary',
		sourceProperty: 'content',
		options: { fileName: 'Rechnung März.pdf', mimeType: 'application/pdf' },
	},
	{ typeVersion: 1.1 },
);

interface Place {
	settings?: Record<string, unknown>;
	/** Where the item has the file: the name to give, and an expression for the file itself. */
	named?: string;
	given?: string;
}

/** A file that n8n keeps on its disk; in memory: test/engine. */
export function upload(
	instance: Instance,
	where: string,
	{ settings, named = 'data', given = '$input.item.binary.data' }: Place = {},
): void {
	test(`a file ${where} arrives with its bytes, name, type and exact length`, async () => {
		const sending = sender(instance, {
			operation: 'sendMedia',
			mediaSource: 'binary',
			text: 'Über 👋',
			phone: '=628123456000{{ $itemIndex + 1 }}',
			// The second is given as the file itself, and takes another name.
			binaryPropertyName: `={{ $itemIndex === 1 ? ${given} : '${named}' }}`,
			options: { fileName: '={{ $itemIndex === 1 ? "new.pdf" : "" }}' },
		});
		const items = files.map((bytes) => ({ content: bytes.toString('base64') }));
		const options = { items, before: [toFile], settings };
		const { execution, items: sent } = await call(instance, sending, options);

		const stored = JSON.stringify(execution.data.resultData.runData['To file']);
		expect(stored).toContain('"id":"filesystem-v2:');
		const { requests } = instance.sandbox;
		expect(requests).toMatchObject(files.map(() => ({ valid: true, accepted: true })));
		expect(requests.map(({ body }) => (body as MultipartBody).files[0])).toMatchObject(
			files.map((bytes, index) => ({
				filename: ['Rechnung März.pdf', 'new.pdf'][index],
				mimetype: 'application/pdf',
				size: bytes.length,
				sha256: createHash('sha256').update(bytes).digest('hex'),
			})),
		);
		for (const { headers, rawBody } of requests) {
			expect(Number(headers['content-length'])).toBe(rawBody?.length);
		}
		expect(jsonOf(sent).map(({ recipient }) => recipient)).toEqual(phones);
		expect(linksOf(sent)).toEqual([0, 1]);
	});
}
