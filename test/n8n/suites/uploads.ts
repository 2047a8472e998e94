import { createHash, randomBytes } from 'node:crypto';
import type { MultipartBody } from '../../../sandbox';
import type { Instance } from '../../../rig/startInstance';
import { call, jsonOf, linksOf, sender } from '../../../rig/workflows/call';
import { node } from '../../../rig/workflows/nodes';

const files = [10, 1_000, 100_000].map((size) => randomBytes(size));
const input = files.map((bytes, index) => ({
	content: bytes.toString('base64'),
	phone: `628123456000${index}`,
	text: `File ${index}\nÜber 👋`,
}));
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
	/** How n8n holds files: how the `id` of their data begins, or none in memory. */
	store: 'filesystem-v2:' | undefined;
	/** Settings of the workflow. */
	settings?: Record<string, unknown>;
	/** Where the item has the file: the name to give, and an expression for the file itself. */
	named?: string;
	given?: string;
}

/** A file in one of the places where n8n keeps files. */
export function upload(
	instance: Instance,
	where: string,
	{ store, settings, named = 'data', given = '$input.item.binary.data' }: Place,
): void {
	test(`a file ${where} arrives with its bytes, name, type and exact length`, async () => {
		const sending = sender(instance, {
			...{ operation: 'sendMedia', mediaSource: 'binary' },
			...{ phone: '=628123456000{{ $itemIndex }}', text: '=File {{ $itemIndex }}\nÜber 👋' },
			// The last one is given as the file itself, and takes another name.
			binaryPropertyName: `={{ $itemIndex === 2 ? ${given} : '${named}' }}`,
			options: { fileName: '={{ $itemIndex === 2 ? "new.pdf" : "" }}' },
		});
		const options = { items: input, before: [toFile], settings };
		const { execution, items } = await call(instance, sending, options);

		const stored = JSON.stringify(execution.data.resultData.runData['To file']);
		if (store) expect(stored).toContain(`"id":"${store}`);
		else expect(stored).toContain(`"data":"${input[0].content}"`);
		const { requests, apiKey } = instance.sandbox;
		expect(requests).toHaveLength(3);
		for (const [index, request] of requests.entries()) {
			const { fields, files: arrived, parts } = request.body as MultipartBody;
			const { text, phone } = input[index];
			expect(request).toMatchObject({ valid: true, accepted: true });
			expect(parts).toEqual(['api_key', 'text', 'phone', 'file']);
			expect(fields).toEqual({ api_key: apiKey, text, phone });
			expect(arrived[0]).toMatchObject({
				filename: index === 2 ? 'new.pdf' : 'Rechnung März.pdf',
				mimetype: 'application/pdf',
				size: files[index].length,
				sha256: createHash('sha256').update(files[index]).digest('hex'),
			});
			expect(Number(request.headers['content-length'])).toBe(request.rawBody?.length);
		}
		expect(jsonOf(items).map(({ recipient }) => recipient)).toEqual(
			input.map(({ phone }) => phone),
		);
		expect(linksOf(items)).toEqual([0, 1, 2]);
	});
}
