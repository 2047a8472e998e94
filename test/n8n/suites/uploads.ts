import { createHash, randomBytes } from 'node:crypto';
import type { MultipartBody } from '../../../sandbox';
import { call, jsonOf, linksOf, sender } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';
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
const upload = {
	operation: 'sendMedia',
	mediaSource: 'binary',
	phone: '=628123456000{{ $itemIndex }}',
	text: '=File {{ $itemIndex }}\nÜber 👋',
};

interface Place {
	/** How n8n holds files: how the `id` of their data begins, or none in memory. */
	store: 'filesystem-v2:' | 'database:' | undefined;
	/** Settings of the workflow. */
	settings?: Record<string, unknown>;
	/** Where the item has the file: the name to give, and an expression for the file itself. */
	named?: string;
	given?: string;
}

export function uploads(
	instance: Instance,
	{ store, settings, named = 'data', given = '$input.item.binary.data' }: Place,
): void {
	const send = async (parameters: object = {}) => {
		const options = { items: input, before: [toFile], settings };
		const node = sender(instance, { ...upload, binaryPropertyName: named, ...parameters });
		return await call(instance, node, options);
	};

	test('arrives with its bytes, name, type and exact length', async () => {
		const { execution, items } = await send();
		const { requests, apiKey } = instance.sandbox;

		const stored = JSON.stringify(execution.data.resultData.runData['To file']);
		if (store) expect(stored).toContain(`"id":"${store}`);
		else expect(stored).toContain(`"data":"${input[0].content}"`);
		for (const [index, request] of requests.entries()) {
			const { fields, files: arrived, parts } = request.body as MultipartBody;
			expect(request).toMatchObject({ valid: true, accepted: true });
			expect(parts).toEqual(['api_key', 'text', 'phone', 'file']);
			expect(fields).toEqual({
				api_key: apiKey,
				text: input[index].text,
				phone: input[index].phone,
			});
			expect(arrived[0]).toMatchObject({
				filename: 'Rechnung März.pdf',
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

	test('is found by an expression that gives the file itself, and takes another name', async () => {
		await send({ binaryPropertyName: `={{ ${given} }}`, options: { fileName: 'new.pdf' } });
		const { requests } = instance.sandbox;
		expect(requests.map(({ body }) => (body as MultipartBody).files[0])).toEqual(
			files.map(({ length }) => expect.objectContaining({ filename: 'new.pdf', size: length })),
		);
	});
}
