import { startSandbox, type Sandbox } from '../../sandbox';
import type { viewMessage, viewRequest } from '../../sandbox/views/view';
import { getLists, message, sendForm, sendJson } from './client';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ basePath: '/api' });
});
afterEach(() => sandbox.close());

interface Shown {
	era: string;
	counts: object;
	messages: Array<ReturnType<typeof viewMessage> & { seq: number }>;
}

const getPage = async (path: string, init?: RequestInit) =>
	await fetch(new URL(path, sandbox.url), init);
const shown = async (query = '') => (await (await getPage(`/messages${query}`)).json()) as Shown;

/** The request behind a message. */
async function sent(seq: number): Promise<ReturnType<typeof viewRequest>> {
	const response = await getPage(`/messages/${seq}/request`);
	return (await response.json()) as ReturnType<typeof viewRequest>;
}

async function sendFile(name: string, type: string, fields = message): Promise<void> {
	await sendForm(sandbox, [
		...Object.entries(fields),
		['file', new File(['12345'], name, { type })],
	]);
}

it('The page and its files are served and load nothing from other hosts', async () => {
	for (const path of ['/', '/base.css', '/page.js']) {
		const response = await getPage(path);
		expect(response.status).toBe(200);
		expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
		expect(await response.text()).not.toMatch(/(src|href)="https?:|@import|innerHTML/);
	}
});

it('The page gets what it has not got yet, and its own requests are not recorded', async () => {
	await sendJson(sandbox, message);
	await sendJson(sandbox, { ...message, phone: '0812' });
	const all = await shown();
	const rejected = { accepted: false, recipient: '0812', status: 400 };
	expect(all.counts).toEqual({ accepted: 1, rejected: 1 });
	expect(all.messages).toMatchObject([
		{ seq: 1, accepted: true, recipient: '+6281234567890', text: 'Hello' },
		{ seq: 2, problem: expect.stringContaining('"phone"'), ...rejected },
	]);
	expect((await shown(`?era=${all.era}&after=1`)).messages).toMatchObject([{ seq: 2 }]);
	expect((await shown('?era=another&after=1')).messages).toHaveLength(2);
	expect(sandbox.requests).toHaveLength(2);
});

it('An uploaded image is shown, any other file is only offered for download', async () => {
	await sendFile('a.png', 'image/png');
	await sendFile('a.svg', 'image/svg+xml');
	const files = (await shown()).messages.map(({ file }) => getPage(file?.url as string));
	const [image, drawing] = await Promise.all(files);
	expect(image.headers.get('content-type')).toBe('image/png');
	expect(drawing.headers.get('content-type')).toBe('application/octet-stream');
	expect(drawing.headers.get('content-disposition')).toMatch(/^attachment/);
	expect(await drawing.text()).toBe('12345');
});

it('A JSON request is shown with its path, some headers, its body and the status of its response', async () => {
	await sendJson(sandbox, message, { cookie: 'session=private', 'user-agent': 'n8n' });
	const request = await sent(1);
	const body = JSON.stringify({ ...message, api_key: '••••••' }, null, 2);
	expect(request).toMatchObject({ method: 'POST', path: '/api/send', status: 200, body });
	expect(request.headers).toContainEqual({ name: 'content-type', value: 'application/json' });
	expect(request.headers).toContainEqual({ name: 'user-agent', value: 'n8n' });
	expect(JSON.stringify(request)).not.toContain('private');
});

it('A form is shown part by part, its file by name, type and size', async () => {
	await sendFile('a.pdf', 'application/pdf');
	expect((await sent(1)).parts).toEqual([
		{ name: 'api_key', value: '••••••' },
		{ name: 'text', value: 'Hello' },
		{ name: 'phone', value: '6281234567890' },
		{ name: 'file', file: { name: 'a.pdf', type: 'application/pdf', size: 5 } },
	]);
});

describe('No key reaches the page', () => {
	const other = 'the key of another account';
	const encoded = encodeURIComponent(other);
	const wrong = { ...message, api_key: other };

	it.each<[string, () => Promise<unknown>]>([
		['in the body and the text', () => sendJson(sandbox, { ...wrong, text: `it is ${other}` })],
		[
			'in the name of a property',
			() => sendJson(sandbox, { ...wrong, buttons: [{ [other]: { [other]: 1 } }] }),
		],
		['in a form', () => sendFile(`${other}.txt`, 'text/plain', wrong)],
		['in the header', () => getLists(sandbox, '', other)],
		[
			'in a header that is not the right one',
			() => sendJson(sandbox, { ...message, text: other }, { 'api-key': other }),
		],
		['in the query', () => fetch(`${sandbox.url}/lists/?api_key=${encoded}`)],
		['in the query, with plus signs', () => getLists(sandbox, '?api_key=the+key', 'the key')],
		['in the path', () => getLists(sandbox, encoded, other)],
	])('that was sent %s', async (_where, request) => {
		await request();
		const texts = JSON.stringify([await shown(), await sent(1)]);
		for (const key of [other, encoded, 'the+key']) expect(texts).not.toContain(key);
	});

	it("that is the sandbox's own, if another was sent", async () => {
		await sendJson(sandbox, { ...wrong, text: 'sandbox-key', buttons: [{ 'sandbox-key': 1 }] });
		expect(JSON.stringify([await shown(), await sent(1)])).not.toContain('sandbox-key');
	});

	it('in the name under which a file is downloaded', async () => {
		await sendFile('sandbox-key.txt', 'text/plain');
		const [{ file }] = (await shown()).messages;
		const download = await getPage(file?.url as string);
		expect(download.headers.get('content-disposition')).not.toContain('sandbox-key');
	});
});

it('A very long body is cut, and has no command; nor has one that could not be read', async () => {
	await sendJson(sandbox, { ...message, text: 'x'.repeat(300_000) });
	const { body, curl } = await sent(1);
	expect(body?.length).toBeLessThan(110_000);
	expect(curl).toBeUndefined();
	await sendJson(sandbox, '{ broken');
	expect(await sent(2)).not.toHaveProperty('curl');
});

it('A cleared sandbox has forgotten messages, requests and files, and goes on as before', async () => {
	await sendFile('a.png', 'image/png');
	const before = await shown();
	sandbox.latency = 1;
	expect((await getPage('/messages', { method: 'DELETE' })).status).toBe(204);
	const after = await shown();
	expect(after).toMatchObject({ messages: [], counts: { accepted: 0, rejected: 0 } });
	expect(after.era).not.toBe(before.era);
	expect([sandbox.requests, sandbox.latency]).toEqual([[], 1]);
	expect((await getPage('/messages/1/request')).status).toBe(404);
	expect((await getPage(before.messages[0].file?.url as string)).status).toBe(404);
	await sendJson(sandbox, message);
	expect((await sent(2)).method).toBe('POST');
});

it('A website cannot have a browser clear the sandbox', async () => {
	const response = await getPage('/messages', {
		method: 'OPTIONS',
		headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'DELETE' },
	});
	expect(response.headers.get('access-control-allow-origin')).toBeNull();
});
