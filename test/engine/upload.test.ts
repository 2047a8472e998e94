import { createHash, randomBytes } from 'node:crypto';
import FormData from 'form-data';
import type { IBinaryData, INodeParameters } from 'n8n-workflow';
import { PHONE, useBothPaths } from './bothPaths';
import type { MultipartBody } from '../../sandbox';
import { useBinaryStore } from './run';
import { sendTexts } from './sandbox';

const { holder, byBoth } = useBothPaths();
const bytes = randomBytes(100_000);
const upload = {
	operation: 'sendMedia',
	mediaSource: 'binary',
	text: 'Your invoice',
	phone: PHONE,
};

/** A file as n8n holds it: in memory, or in its binary store. */
async function binary(
	store: 'memory' | 'disk',
	file: Partial<IBinaryData> = {},
): Promise<IBinaryData> {
	const data: IBinaryData = {
		data: bytes.toString('base64'),
		mimeType: 'application/pdf',
		fileName: 'invoice.pdf',
		fileExtension: 'pdf',
		...file,
	};
	if (store === 'memory') return data;
	const location = { type: 'execution', workflowId: 'workflow', executionId: '1' } as const;
	return await (await useBinaryStore()).store(location, bytes, { ...data, data: '' });
}

async function uploadOf(data: IBinaryData, parameters: INodeParameters = {}) {
	const { sandbox } = holder;
	const items = [{ json: {}, binary: { data } }];
	const outcome = await sendTexts(sandbox, { items, parameters: { ...upload, ...parameters } });
	const [request] = sandbox.requests;
	return { ...outcome, request, body: request?.body as MultipartBody };
}

describe.each(['memory', 'disk'] as const)('a file that n8n holds in %s', (store) => {
	test('arrives with its bytes, name, type and exact length, beside the three fields', async () => {
		const { request, body, items } = await uploadOf(await binary(store));

		expect(request).toMatchObject({ valid: true, accepted: true });
		expect(body.parts).toEqual(['api_key', 'text', 'phone', 'file']);
		expect(body.fields).toEqual({ api_key: 'sandbox-key', text: 'Your invoice', phone: PHONE });
		expect(body.files[0]).toMatchObject({
			filename: 'invoice.pdf',
			mimetype: 'application/pdf',
			size: bytes.length,
			sha256: createHash('sha256').update(bytes).digest('hex'),
		});
		expect(Number(request.headers['content-length'])).toBe(request.rawBody?.length);
		expect(items[0].json).toMatchObject({ success: true, recipient: PHONE });
	});

	test.each(['Your invoice', 'Three\r\nlines\rمرحبا 👋', '"quoted"; filename="x"'])(
		'makes the form that the form-data package makes, with the text %j',
		async (text) => {
			const { request } = await uploadOf(await binary(store), { text });
			const boundary = /boundary=(.+)$/.exec(String(request.contentType))?.[1] as string;
			const reference = new FormData();
			reference.setBoundary(boundary);
			reference.append('api_key', 'sandbox-key');
			reference.append('text', text);
			reference.append('phone', PHONE);
			reference.append('file', bytes, { filename: 'invoice.pdf', contentType: 'application/pdf' });

			expect(partsOf(request.rawBody as Buffer, boundary)).toEqual(
				partsOf(reference.getBuffer(), boundary),
			);
		},
	);

	test('takes the name from the options, reduced to a safe base name', async () => {
		const fileName = '../../etc/pass"wd\r\nX-Evil: 1.pdf';
		const { body } = await uploadOf(await binary(store), { options: { fileName } });
		expect(body.files[0].filename).toBe('pass_wdX-Evil_ 1.pdf');
	});
});

test.each<[string, INodeParameters]>([
	['from a field by its name', { binaryPropertyName: 'invoice' }],
	['from an expression', { binaryPropertyName: '={{ $binary.invoice }}' }],
	['under another name', { binaryPropertyName: 'invoice', options: { fileName: 'bill.pdf' } }],
	[
		'to a contact from a list',
		{ binaryPropertyName: 'invoice', recipientType: 'contact', phone: '' },
	],
])('a file %s goes out the same by the routing', async (_case, given) => {
	const items = [{ json: { phone: PHONE }, binary: { invoice: await binary('disk') } }];
	const parameters = { ...upload, ...given };
	const { error } = await byBoth({ parameters }, { items });
	expect(error).toBeUndefined();
	expect(holder.sandbox.accepted).toMatchObject([{ recipient: PHONE, file: { size: 100_000 } }]);
});

test('an upload never carries interactive or schedule fields that the form no longer shows', async () => {
	const { body } = await uploadOf(await binary('memory'), {
		isInteractive: true,
		footer: 'Bye',
		options: { sendAt: '2036-12-01T09:00:00' },
	});
	expect(body.parts).toEqual(['api_key', 'text', 'phone', 'file']);
});

/** The parts of a form: field name and file name, and the content. What a part's type says is left to the file's. */
function partsOf(body: Buffer, boundary: string) {
	return body
		.toString('latin1')
		.split(`--${boundary}`)
		.slice(1, -1)
		.map((part) => {
			const [head, ...content] = part.split('\r\n\r\n');
			const disposition = /^Content-Disposition: (.+)$/im.exec(head)?.[1];
			const isFile = disposition?.includes('filename=');
			return {
				disposition,
				type: isFile ? /^Content-Type: (.+)$/im.exec(head)?.[1] : undefined,
				content: createHash('sha256').update(content.join('\r\n\r\n')).digest('hex'),
			};
		});
}
