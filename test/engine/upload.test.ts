import { createHash, randomBytes } from 'node:crypto';
import FormData from 'form-data';
import type { IBinaryData, INodeParameters } from 'n8n-workflow';
import type { MultipartBody, RecordedRequest } from '../../sandbox';
import { PHONE, sendTexts, useSandbox } from './sandbox';
import { useBinaryStore } from './run';

const holder = useSandbox({ rawBodies: true });
const bytes = randomBytes(100_000);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const upload = {
	operation: 'sendMedia',
	mediaSource: 'binary',
	text: 'Your invoice',
	phone: PHONE,
};

/** A file as n8n holds it: in memory, or in its binary store. */
async function binary(store: 'memory' | 'disk', content = bytes): Promise<IBinaryData> {
	const named = { mimeType: 'application/pdf', fileName: 'invoice.pdf', fileExtension: 'pdf' };
	if (store === 'memory') return { ...named, data: content.toString('base64') };
	const location = { type: 'execution', workflowId: 'workflow', executionId: '1' } as const;
	return await (await useBinaryStore()).store(location, content, { ...named, data: '' });
}

async function uploadOf(data: IBinaryData, parameters: INodeParameters = {}) {
	const items = [{ json: { phone: PHONE }, binary: { data } }];
	const all = { ...upload, ...parameters };
	const outcome = await sendTexts(holder.sandbox, { items, parameters: all });
	const [request] = holder.sandbox.requests;
	return { outcome, request, body: request?.body as MultipartBody };
}

/** The form that the form-data package makes of the text and the file, part by part, and its length. */
function expectForm(
	{ headers, rawBody, problem }: RecordedRequest,
	text: string,
	filename: string,
) {
	expect(problem).toBeUndefined();
	const boundary = /boundary=(.+)$/.exec(String(headers['content-type']))?.[1] as string;
	const reference = new FormData();
	reference.setBoundary(boundary);
	reference.append('api_key', 'sandbox-key');
	// Sent as a file without a name, so that its line breaks stay as they are.
	reference.append('text', text, /[\r\n]/.test(text) ? { contentType: 'text/plain' } : {});
	reference.append('phone', PHONE);
	reference.append('file', bytes, { filename, contentType: 'application/pdf' });
	expect(partsOf(rawBody as Buffer, boundary)).toEqual(partsOf(reference.getBuffer(), boundary));
	expect(Number(headers['content-length'])).toBe(rawBody?.length);
}

function partsOf(form: Buffer, boundary: string) {
	const parts = form.toString('latin1').split(`--${boundary}`).slice(1, -1);
	return parts.map((part) => {
		const [head, ...content] = part.split('\r\n\r\n');
		const [disposition, ...others] = head.trim().split('\r\n');
		const otherHeaders = others.map((line) => line.split(':')[0]);
		return { disposition, otherHeaders, content: sha256(content.join('\r\n\r\n')) };
	});
}

test.each([
	['memory', 'Your invoice', '', 'invoice.pdf'],
	['disk', 'Three\r\nlines\rمرحبا 👋', '../../pass"wd\r\nX-Evil: 1.pdf', 'pass_wdX-Evil_ 1.pdf'],
] as const)(
	'A file in %s arrives with the text %j and the File Name %j',
	async (store, text, fileName, name) => {
		const parameters = { text, options: { fileName } };
		const { request, body, outcome } = await uploadOf(await binary(store), parameters);
		expectForm(request, text, name);
		expect(body.files).toMatchObject([{ mimetype: 'application/pdf' }]);
		expect(outcome.items[0].json).toMatchObject({ success: true, recipient: PHONE });
	},
);

test('A file from an expression is sent to a contact', async () => {
	const binaryPropertyName = '={{ $binary.data }}';
	await uploadOf(await binary('disk'), { recipientType: 'contact', binaryPropertyName });
	expect(holder.sandbox.accepted).toMatchObject([{ recipient: PHONE, file: { size: 100_000 } }]);
});

/** What is entered, the fields that have a file, and what the error says; empty where the file is sent. */
test.each<[string, string[], string]>([
	['data0 ', ['data0'], ''],
	['photo ', ['data0'], '"photo" holds no file: enter "data0"'],
	['={{ $json.none }}', ['data', 'image'], 'is empty: enter "data" or "image"'],
	['={{ ({}) }}', ['data'], 'is an object, not a file: enter "data"'],
	['data', [], '"data" holds no file, and this item has no file: add a node that returns one, '],
])('Input Data Field Name is %j, the item has %j', async (binaryPropertyName, names, problem) => {
	const file = await binary('memory');
	const items = [{ json: {}, binary: Object.fromEntries(names.map((name) => [name, file])) }];
	const parameters = { ...upload, binaryPropertyName };
	const { error } = await sendTexts(holder.sandbox, { items, parameters });
	const message = problem && `Input Data Field Name ${problem}`;
	expect(error?.message.slice(0, message.length) ?? '').toBe(message);
});

test.each(['memory', 'disk'] as const)('An empty file in %s is refused', async (store) => {
	const { outcome } = await uploadOf(await binary(store, Buffer.alloc(0)));
	expect(outcome.error?.message).toMatch(/^The file "invoice\.pdf" is empty: /);
	expect(holder.sandbox.requests).toEqual([]);
});

/** What the form still shows is refused: see failures.test.ts. */
test('An upload carries no footer, which the form no longer shows', async () => {
	const { body } = await uploadOf(await binary('memory'), { footer: 'Bye', buttons: '[1]' });
	expect(body.parts).toEqual(['api_key', 'text', 'phone', 'file']);
});

test('A file that n8n loses between the check and the request was not sent', async () => {
	const data = await binary('disk');
	const store = await useBinaryStore();
	const open = store.getAsStream.bind(store);
	let opened = 0;
	const reading = jest.spyOn(store, 'getAsStream').mockImplementation(async (...file) => {
		if (++opened > 1) throw new Error('ENOENT');
		return await open(...file);
	});
	const { outcome } = await uploadOf(data);
	reading.mockRestore();
	expect(outcome.error?.message).toBe(
		`The file "invoice.pdf" could not be read, so nothing was sent to ${PHONE}`,
	);
	expect(holder.sandbox.accepted).toEqual([]);
});
