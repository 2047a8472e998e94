import { createHash, randomBytes } from 'node:crypto';
import FormData from 'form-data';
import type { IBinaryData, INodeParameters } from 'n8n-workflow';
import type { MultipartBody, RecordedRequest } from '../../sandbox';
import { fileIn, useBinaryStore } from './run';
import { PHONE, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox({ rawBodies: true });
const bytes = randomBytes(100_000);
const names = { mimeType: 'application/pdf', fileName: 'invoice.pdf', fileExtension: 'pdf' };

async function sendFiles(binary: Record<string, IBinaryData>, parameters: INodeParameters = {}) {
	const upload = { operation: 'sendMedia', mediaSource: 'binary', text: 'Hello', phone: PHONE };
	const items = [{ json: { phone: PHONE }, binary }];
	return await sendTexts(holder.sandbox, { items, parameters: { ...upload, ...parameters } });
}

/** Compares a request with the form that the form-data package makes of the text and the file. */
function expectForm(request: RecordedRequest, text: string, filename: string): void {
	const { headers, rawBody, problem } = request;
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
		const sha256 = createHash('sha256').update(content.join('\r\n\r\n')).digest('hex');
		return { disposition, otherHeaders, sha256 };
	});
}

test.each([
	['memory', 'Your invoice', '', 'invoice.pdf'],
	['disk', 'Three\r\nlines\rمرحبا 👋', '../../pass"wd\r\nX-Evil: 1.pdf', 'pass_wdX-Evil_ 1.pdf'],
] as const)(
	'A file in %s arrives with the text %j and the File Name %j',
	async (place, text, fileName, sentName) => {
		const parameters = { text, options: { fileName } };
		const { items } = await sendFiles({ data: await fileIn(place, bytes, names) }, parameters);
		const [request] = holder.sandbox.requests;
		expectForm(request, text, sentName);
		const { files } = request.body as MultipartBody;
		expect(files).toMatchObject([{ mimetype: 'application/pdf' }]);
		expect(items[0].json).toMatchObject({ success: true, recipient: PHONE });
	},
);

test('A file from an expression is sent to a contact, without the footer of another form', async () => {
	const hidden = { footer: 'Bye', buttons: '[1]' };
	const parameters = { recipientType: 'contact', binaryPropertyName: '={{ $binary.data }}' };
	await sendFiles({ data: await fileIn('disk', bytes, names) }, { ...parameters, ...hidden });
	expect(holder.sandbox.accepted).toMatchObject([{ recipient: PHONE, file: { size: 100_000 } }]);
	const { parts } = holder.sandbox.requests[0].body as MultipartBody;
	expect(parts).toEqual(['api_key', 'text', 'phone', 'file']);
});

/** What the user enters, the fields that contain a file, and the error; none if the file is sent. */
test.each<[string, string[], string]>([
	['data0 ', ['data0'], ''],
	['photo ', ['data0'], '"photo" contains no file: enter "data0"'],
	['={{ $json.none }}', ['data', 'image'], 'is empty: enter "data" or "image"'],
	['={{ ({}) }}', ['data'], 'is an object, not a file: enter "data"'],
	// n8n leaves out the content of a file in memory.
	['={{ $binary.data }}', ['data', 'copy'], ''],
	['data', [], '"data" contains no file, and this item has no file: add a node that returns one, '],
])(
	'Input Data Field Name %j is checked against the fields of the item: %j',
	async (binaryPropertyName, fields, problem) => {
		const file = await fileIn('memory', bytes, names);
		const binary = Object.fromEntries(fields.map((field) => [field, file]));
		const { error } = await sendFiles(binary, { binaryPropertyName });
		const message = problem && `Input Data Field Name ${problem}`;
		expect(error?.message.slice(0, message.length) ?? '').toBe(message);
	},
);

test('Of two files in memory that differ only in their content, an expression names none', async () => {
	const data = await fileIn('memory', bytes, names);
	const binary = { data, other: await fileIn('memory', randomBytes(9), names) };
	const { error } = await sendFiles(binary, { binaryPropertyName: '={{ $binary.data }}' });
	expect(error?.message).toMatch(/ is an object, not a file: enter "data" or "other"$/);
});

test.each(['memory', 'disk'] as const)('An empty file in %s is refused', async (place) => {
	const { error } = await sendFiles({ data: await fileIn(place, Buffer.alloc(0), names) });
	expect(error?.message).toMatch(/^The file "invoice\.pdf" is empty: /);
	expect(holder.sandbox.requests).toEqual([]);
});

test('A file that n8n loses between the check and the request was not sent', async () => {
	const data = await fileIn('disk', bytes, names);
	const store = await useBinaryStore();
	const open = store.getAsStream.bind(store);
	const reading = jest.spyOn(store, 'getAsStream').mockImplementationOnce(open);
	reading.mockRejectedValueOnce(new Error('ENOENT'));
	const { error } = await sendFiles({ data });
	reading.mockRestore();
	expect(error?.message).toBe(
		`The file "invoice.pdf" could not be read, so nothing was sent to ${PHONE}`,
	);
	expect(holder.sandbox.accepted).toEqual([]);
});
