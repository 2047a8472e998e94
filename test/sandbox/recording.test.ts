import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startSandbox, type MultipartBody } from '../../sandbox';
import { message, sendJson, useSandbox } from './client';

const holder = useSandbox();

it('A large upload passes through without being kept in memory', async () => {
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
	const headers = { 'content-type': 'multipart/form-data; boundary=b' };
	const request = httpRequest(`${holder.sandbox.url}/send`, { method: 'POST', headers });
	const status = new Promise((resolve) =>
		request.on('response', (response) => resolve(response.resume().statusCode)),
	);
	await pipeline(Readable.from(body()), request);

	expect(await status).toBe(200);
	const [file] = (holder.sandbox.requests[0].body as MultipartBody).files;
	expect(file).toMatchObject({ size: pieces * piece.length, sha256: hash.digest('hex') });
	expect(peak - before).toBeLessThan((pieces * piece.length) / 2);
}, 60_000);

it('Sends handled at the same time are counted, until their connection is cut', async () => {
	const { sandbox } = holder;
	sandbox.latency = 100;
	await Promise.all([1, 2, 3].map(() => sendJson(sandbox, message)));
	sandbox.latency = 0;
	sandbox.onSend = () => 'cut-after';
	for (let count = 0; count < 2; count++) await sendJson(sandbox, message).catch(() => undefined);
	expect(sandbox.requests.map(({ inFlight }) => inFlight)).toEqual([1, 2, 3, 1, 1]);
});

it('A reset forgets everything and puts the settings back', async () => {
	const { sandbox } = holder;
	await sendJson(sandbox, message);
	Object.assign(sandbox, { form: 'bare', latency: 5, onSend: () => 'cut-before' });
	sandbox.lists.pop();
	sandbox.reset();
	const first = { requests: [], accepted: [], form: 'envelope', latency: 0, onSend: undefined };
	expect(sandbox).toMatchObject(first);
	expect(sandbox.lists).toHaveLength(10);
	expect((await sendJson(sandbox, message)).status).toBe(200);
});

it('A caller that waits does not keep the sandbox from closing', async () => {
	const sandbox = await startSandbox();
	const waiting = sendJson(sandbox, { ...message, phone: '6200000000408' }).catch(() => 'cut');
	while (sandbox.accepted.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
	await sandbox.close();
	expect(await waiting).toBe('cut');
});
