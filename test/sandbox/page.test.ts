import type { viewMessage, viewRequest } from '../../sandbox/page/view';
import { getLists, message, sendForm, sendJson, useSandbox } from './client';

const holder = useSandbox({ basePath: '/api' });

interface Shown {
	era: string;
	counts: object;
	messages: Array<ReturnType<typeof viewMessage>>;
}

const getPage = async (path: string, init?: RequestInit) =>
	await fetch(new URL(path, holder.sandbox.url), init);
const send = async (fields: object, headers?: Record<string, string>) =>
	await sendJson(holder.sandbox, { ...message, ...fields }, headers);
const sendFile = async (name: string, fields: object = {}) =>
	await sendForm(holder.sandbox, [
		...Object.entries({ ...message, ...fields }),
		['file', new File(['12345'], name, { type: 'application/pdf' })],
	]);

const shown = async (query = '') => (await (await getPage(`/messages${query}`)).json()) as Shown;
/** The request behind the latest message. */
async function sent(): Promise<ReturnType<typeof viewRequest>> {
	const { seq } = (await shown()).messages.at(-1)!;
	const response = await getPage(`/messages/${seq}/request`);
	return (await response.json()) as ReturnType<typeof viewRequest>;
}

it('The page and its files are served and load nothing from other hosts', async () => {
	for (const path of ['/', '/page.css', '/messages.css', '/page.js']) {
		const response = await getPage(path);
		expect(response.status).toBe(200);
		expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
		expect(await response.text()).not.toMatch(/(src|href)="https?:|@import|innerHTML/);
	}
});

it('The page gets what it has not got yet, and its own requests are not recorded', async () => {
	await send({});
	await send({ phone: '0812' });
	const { era, counts, messages } = await shown();
	const rejected = { accepted: false, recipient: '0812', status: 400 };
	expect(counts).toEqual({ accepted: 1, rejected: 1 });
	expect(messages).toMatchObject([
		{ accepted: true, recipient: '+6281234567890', text: 'Hello' },
		{ problem: expect.stringContaining('"phone"'), ...rejected },
	]);
	const after = `after=${messages[0].seq}`;
	expect((await shown(`?era=${era}&${after}`)).messages).toEqual([messages[1]]);
	expect((await shown(`?era=another&${after}`)).messages).toHaveLength(2);
	expect(holder.sandbox.requests).toHaveLength(2);
});

it('A rejected request for lists is shown, and is not counted as a message', async () => {
	await getLists(holder.sandbox, '', 'wrong-key');
	await sendJson(holder.sandbox, '{ broken');
	const { counts, messages } = await shown();
	expect(counts).toEqual({ accepted: 0, rejected: 1 });
	expect(messages).toMatchObject([
		{ request: 'GET /api/lists/', problem: 'The API key is not valid' },
		{ recipient: 'No recipient' },
	]);
	expect(messages[0]).not.toHaveProperty('recipient');
	expect(messages[1]).not.toHaveProperty('request');
});

it('A JSON request is shown with its path, some headers, its body and the status of its response', async () => {
	await send({}, { cookie: 'session=private', 'user-agent': 'n8n' });
	const request = await sent();
	const body = JSON.stringify({ ...message, api_key: '••••••' }, null, 2);
	expect(request).toMatchObject({ method: 'POST', path: '/api/send', status: 200, body });
	expect(request.headers).toContainEqual({ name: 'content-type', value: 'application/json' });
	expect(request.headers).toContainEqual({ name: 'user-agent', value: 'n8n' });
	expect(JSON.stringify(request)).not.toContain('private');
});

it('A form is shown part by part, its file by name, type and size', async () => {
	await sendFile('a.pdf');
	expect((await sent()).parts).toEqual([
		{ name: 'api_key', value: '••••••' },
		{ name: 'text', value: 'Hello' },
		{ name: 'phone', value: '6281234567890' },
		{ name: 'file', file: { name: 'a.pdf', type: 'application/pdf', size: 5 } },
	]);
});

const other = 'the key of another account';
const encoded = encodeURIComponent(other);
const wrong = { api_key: other };

it.each<[string, () => Promise<unknown>]>([
	['in the body and the text', () => send({ ...wrong, text: `it is ${other}` })],
	['in the name of a property', () => send({ ...wrong, buttons: [{ [other]: { [other]: 1 } }] })],
	['in a form', () => sendFile(`${other}.txt`, wrong)],
	['in the header', () => getLists(holder.sandbox, '', other)],
	['in a header that is not the right one', () => send({ text: other }, { 'api-key': other })],
	['in the query', () => fetch(`${holder.sandbox.url}/lists/?api_key=${encoded}`)],
	['in the query, with plus signs', () => getLists(holder.sandbox, '?api_key=the+key', 'the key')],
	['in the path', () => getLists(holder.sandbox, encoded, other)],
	[
		'beside another',
		() => send({ ...wrong, text: 'sandbox-key', buttons: [{ 'sandbox-key': 1 }] }),
	],
])('No key reaches the page that was sent %s', async (_where, request) => {
	await request();
	const texts = JSON.stringify([await shown(), await sent()]);
	expect(texts).toContain('••••••');
	for (const key of [other, encoded, 'the+key', 'sandbox-key']) expect(texts).not.toContain(key);
});

it('A very long body is cut, and has no command; nor has one that could not be read', async () => {
	await send({ text: 'x'.repeat(300_000) });
	const { body, curl } = await sent();
	expect(body?.length).toBeLessThan(110_000);
	expect(curl).toBeUndefined();
	await sendJson(holder.sandbox, '{ broken');
	expect(await sent()).not.toHaveProperty('curl');
});

it('A cleared sandbox has forgotten messages and requests, and goes on as before', async () => {
	const { sandbox } = holder;
	await send({});
	const before = await shown();
	sandbox.latency = 1;
	expect((await getPage('/messages', { method: 'DELETE' })).status).toBe(204);
	const after = await shown();
	expect(after).toMatchObject({ messages: [], counts: { accepted: 0, rejected: 0 } });
	expect(after.era).not.toBe(before.era);
	expect([sandbox.requests, sandbox.latency]).toEqual([[], 1]);
	const { seq } = before.messages[0];
	expect((await getPage(`/messages/${seq}/request`)).status).toBe(404);
	await send({});
	expect((await shown()).messages).toMatchObject([{ seq: seq! + 1 }]);
});

it('A website cannot have a browser clear the sandbox', async () => {
	const headers = {
		origin: 'https://elsewhere.example',
		'access-control-request-method': 'DELETE',
	};
	const response = await getPage('/messages', { method: 'OPTIONS', headers });
	expect(response.headers.get('access-control-allow-origin')).toBeNull();
});
