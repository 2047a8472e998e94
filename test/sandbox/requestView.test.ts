import { startSandbox, type Sandbox } from '../../sandbox';
import type { RequestView } from '../../sandbox/views/requestView';
import { getLists, message, sendForm, sendJson } from './client';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ basePath: '/api' });
});
afterEach(() => sandbox.close());

/** The request behind a message, as the page gets it; the text too, to look for keys in. */
async function sent(seq: number): Promise<RequestView & { text: string }> {
	const text = await (await fetch(new URL(`/messages/${seq}/request`, sandbox.url))).text();
	return { ...(JSON.parse(text) as RequestView), text };
}

it('A JSON request is shown with path, the relevant headers, body and the status of its response', async () => {
	await sendJson(sandbox, message, { cookie: 'session=private', 'user-agent': 'n8n' });
	const { text, ...request } = await sent(1);
	expect(request).toMatchObject({
		method: 'POST',
		path: '/api/send',
		status: 200,
		body: JSON.stringify({ ...message, api_key: '••••••' }, null, 2),
	});
	expect(request.headers).toContainEqual({ name: 'content-type', value: 'application/json' });
	expect(request.headers).toContainEqual({ name: 'user-agent', value: 'n8n' });
	expect(text).not.toContain('private');
});

it('A form is shown part by part, its file by name, type and size', async () => {
	await sendForm(sandbox, [
		...Object.entries(message),
		['file', new File(['12345'], 'a.pdf', { type: 'application/pdf' })],
	]);
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
	const file = new File(['x'], `${other}.txt`);

	it.each<[string, () => Promise<unknown>]>([
		['in the body', () => sendJson(sandbox, { ...message, api_key: other })],
		[
			'in the body and the text',
			() => sendJson(sandbox, { ...message, api_key: other, text: `it is ${other}` }),
		],
		[
			'in the name of a property',
			() =>
				sendJson(sandbox, { ...message, api_key: other, buttons: [{ [other]: { [other]: 1 } }] }),
		],
		[
			'in a form',
			() => sendForm(sandbox, [...Object.entries({ ...message, api_key: other }), ['file', file]]),
		],
		['in the header', () => getLists(sandbox, '', other)],
		[
			'in a header that is not the right one',
			() => sendJson(sandbox, { ...message, text: other }, { 'api-key': other }),
		],
		['in the query', () => fetch(`${sandbox.url}/lists/?api_key=${encoded}`)],
		['in the path', () => getLists(sandbox, encoded, other)],
	])('that was sent %s', async (_where, request) => {
		await request();
		const feed = await (await fetch(new URL('/messages', sandbox.url))).text();
		const { text } = await sent(1);
		for (const shown of [feed, text]) {
			expect(shown).not.toContain(other);
			expect(shown).not.toContain(encoded);
		}
	});

	it("that is the sandbox's own, if another was sent", async () => {
		await sendJson(sandbox, {
			...message,
			api_key: other,
			text: 'sandbox-key',
			buttons: [{ 'sandbox-key': 1 }],
		});
		const feed = await (await fetch(new URL('/messages', sandbox.url))).text();
		expect(feed + (await sent(1)).text).not.toContain('sandbox-key');
	});

	it('in the name under which a file is downloaded', async () => {
		await sendForm(sandbox, [
			...Object.entries(message),
			['file', new File(['x'], 'sandbox-key.txt')],
		]);
		const { messages } = (await (await fetch(new URL('/messages', sandbox.url))).json()) as {
			messages: Array<{ file: { url: string } }>;
		};
		const download = await fetch(new URL(messages[0].file.url, sandbox.url));
		expect(download.headers.get('content-disposition')).not.toContain('sandbox-key');
	});
});

it('A very long body is cut, and has no command', async () => {
	await sendJson(sandbox, { ...message, text: 'x'.repeat(300_000) });
	const { body, curl } = await sent(1);
	expect(body?.length).toBeLessThan(110_000);
	expect(curl).toBeUndefined();
});

it('A body that could not be read has no command', async () => {
	await sendJson(sandbox, '{ broken');
	await fetch(`${sandbox.url}/send`, { method: 'POST', body: 'text' });
	expect(await sent(1)).not.toHaveProperty('curl');
	expect(await sent(2)).not.toHaveProperty('curl');
});

it('The request of an unknown message responds with 404', async () => {
	await sendJson(sandbox, message);
	for (const seq of ['2', '0', '-1', 'x']) {
		expect((await fetch(new URL(`/messages/${seq}/request`, sandbox.url))).status).toBe(404);
	}
});

it('A cleared sandbox has forgotten messages, requests and files, and goes on as before', async () => {
	await sendForm(sandbox, [
		...Object.entries(message),
		['file', new File(['x'], 'a.png', { type: 'image/png' })],
	]);
	const all = async () => await (await fetch(new URL('/messages', sandbox.url))).json();
	const before = (await all()) as { era: string; messages: Array<{ file: { url: string } }> };
	sandbox.latency = 1;
	expect((await fetch(new URL('/messages', sandbox.url), { method: 'DELETE' })).status).toBe(204);
	expect(await all()).toMatchObject({
		messages: [],
		counts: { accepted: 0, rejected: 0 },
		era: expect.not.stringContaining(before.era),
	});
	expect(sandbox.requests).toEqual([]);
	expect(sandbox.latency).toBe(1);
	expect((await fetch(new URL('/messages/1/request', sandbox.url))).status).toBe(404);
	expect((await fetch(new URL(before.messages[0].file.url, sandbox.url))).status).toBe(404);
	await sendJson(sandbox, message);
	expect((await sent(2)).method).toBe('POST');
});

it('A website cannot have a browser clear the sandbox', async () => {
	const response = await fetch(new URL('/messages', sandbox.url), {
		method: 'OPTIONS',
		headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'DELETE' },
	});
	expect(response.headers.get('access-control-allow-origin')).toBeNull();
});
