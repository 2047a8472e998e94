import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startSandbox, type MultipartBody, type Sandbox } from '../../sandbox';
import { message, sendForm, sendJson } from './client';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ rawBodies: true });
});
afterEach(() => sandbox.close());

it('Requests are recorded in order of arrival with what was sent', async () => {
	await sendJson(sandbox, message);
	await fetch(`${sandbox.url}/lists/abc?all=true`, { headers: { 'api-key': 'sandbox-key' } });
	expect(sandbox.requests).toMatchObject([
		{
			method: 'POST',
			path: '/send',
			contentType: 'application/json',
			body: message,
			valid: true,
			accepted: true,
			status: 200,
		},
		{
			method: 'GET',
			path: '/lists/abc',
			query: { all: 'true' },
			headers: { 'api-key': 'sandbox-key' },
			accepted: false,
		},
	]);
	expect(sandbox.requests[0].rawBody?.toString()).toBe(JSON.stringify(message));
});

it('An upload is recorded with the order, names, types and hashes of its parts, and byte by byte on request', async () => {
	const bytes = randomBytes(100_000);
	await sendForm(sandbox, [
		...Object.entries(message),
		['file', new File([bytes], 'résumé 履歴書.pdf', { type: 'application/pdf' })],
	]);
	const [{ body, rawBody, headers }] = sandbox.requests;
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	expect(body).toMatchObject({
		fields: message,
		files: [
			{
				field: 'file',
				filename: 'résumé 履歴書.pdf',
				mimetype: 'application/pdf',
				size: 100_000,
				sha256,
			},
		],
		parts: ['api_key', 'text', 'phone', 'file'],
	});
	expect(String(rawBody?.length)).toBe(headers['content-length']);
	expect(rawBody?.includes(bytes)).toBe(true);
});

it('A large upload passes through without being kept in memory', async () => {
	// With the raw bodies kept it would be.
	await sandbox.close();
	sandbox = await startSandbox();
	const piece = randomBytes(1_000_000);
	const pieces = 300;
	const hash = createHash('sha256');
	let peak = 0;
	function* body() {
		for (const [name, value] of Object.entries(message)) {
			yield `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
		}
		yield '--b\r\ncontent-disposition: form-data; name="file"; filename="film.mp4"\r\ncontent-type: video/mp4\r\n\r\n';
		for (let count = 0; count < pieces; count++) {
			hash.update(piece);
			peak = Math.max(peak, process.memoryUsage().arrayBuffers);
			yield piece;
		}
		yield '\r\n--b--\r\n';
	}
	const before = process.memoryUsage().arrayBuffers;
	const request = httpRequest(`${sandbox.url}/send`, {
		method: 'POST',
		headers: { 'content-type': 'multipart/form-data; boundary=b' },
	});
	const status = new Promise((resolve) =>
		request.on('response', (response) => resolve(response.resume().statusCode)),
	);
	await pipeline(Readable.from(body()), request);

	expect(await status).toBe(200);
	const [file] = (sandbox.requests[0].body as MultipartBody).files;
	expect(file).toMatchObject({ size: pieces * piece.length, sha256: hash.digest('hex') });
	expect(file.previewId).toBeUndefined();
	expect(peak - before).toBeLessThan((pieces * piece.length) / 2);
}, 60_000);

it('Sends handled at the same time are counted', async () => {
	sandbox.latency = 100;
	await Promise.all([1, 2, 3].map(() => sendJson(sandbox, message)));
	sandbox.latency = 0;
	await sendJson(sandbox, message);
	await sendJson(sandbox, message);
	expect(sandbox.requests.map(({ inFlight }) => inFlight)).toEqual([1, 2, 3, 1, 1]);
});

it('A cut connection is no longer counted as being handled', async () => {
	sandbox.onSend = () => 'cut-after';
	await sendJson(sandbox, message).catch(() => undefined);
	await sendJson(sandbox, message).catch(() => undefined);
	expect(sandbox.requests.map(({ inFlight }) => inFlight)).toEqual([1, 1]);
});

it('A reset forgets everything and puts the settings back', async () => {
	await sendJson(sandbox, message);
	sandbox.form = 'bare';
	sandbox.latency = 5;
	sandbox.lists.pop();
	sandbox.onSend = () => 'cut-before';
	sandbox.reset();
	expect(sandbox).toMatchObject({
		requests: [],
		accepted: [],
		form: 'envelope',
		latency: 0,
		onSend: undefined,
	});
	expect(sandbox.lists).toHaveLength(8);
	expect((await sendJson(sandbox, message)).status).toBe(200);
});
