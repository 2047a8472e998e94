import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { faultNumbers, startSandbox } from '../../sandbox';
import { getLists, message, sendForm, sendJson, useSandbox } from './client';

type Entry = { seq: number; shop?: string };
const holder = useSandbox({ basePath: '/api' });
const getPage = async (path: string) => await fetch(new URL(path, holder.sandbox.url));
const messagesAfter = async (seq: number) =>
	(await (await getPage(`/messages?after=${seq}`)).json()) as { messages: Entry[] };

it('The page and its files load nothing from other hosts', async () => {
	for (const path of ['/', '/page.css', '/page.js']) {
		const response = await getPage(path);
		expect(response.status).toBe(200);
		expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
		expect(await response.text()).not.toMatch(/(src|href)="https?:|@import|innerHTML/);
	}
});

it('Messages outlive the sandbox in its file, without keys and private headers, until they are cleared', async () => {
	await using folder = await mkdtempDisposable(path.join(tmpdir(), 'sandbox-'));
	const file = path.join(folder.path, 'messages.jsonl');
	let sandbox = await startSandbox({ file });
	const restart = async () => {
		await sandbox.close();
		sandbox = await startSandbox({ file });
		return (await (await fetch(`${sandbox.url}/messages?after=0`)).json()) as object;
	};
	await sendJson(sandbox, message, { cookie: 'session=private' });
	await getLists(sandbox, '?api_key=wrong', 'wrong');
	const kept = { accepted: 1, messages: [{ text: 'Hello' }, { to: 'Other requests' }] };
	expect(await restart()).toMatchObject(kept);
	expect(await restart()).toMatchObject(kept);
	expect(sandbox.accepted).toMatchObject([{ recipient: message.phone }]);
	expect(await readFile(file, 'utf8')).not.toMatch(/sandbox-key|wrong|private/);
	await fetch(`${sandbox.url}/messages`, { method: 'DELETE' });
	expect(await restart()).toMatchObject({ accepted: 0, messages: [] });
	await sandbox.close();
});

it('The page gets the messages that it does not have, without keys and private headers', async () => {
	const { sandbox } = holder;
	const buttons = [{ title: 'Yes' }, { id: 1, text: 'No' }, { id: 2 }];
	const question = { ...message, phone: '6281200010001', footer: 'Shop', buttons };
	await sendJson(sandbox, { ...question, send_at: '1922320800' }, { cookie: 'session=private' });
	const file = new File(['12345'], 'a.png', { type: 'image/png' });
	await sendForm(sandbox, [...Object.entries({ ...message, phone: '0812' }), ['file', file]]);
	await getLists(sandbox, '?api_key=wrong', 'wrong');
	const received = await messagesAfter(0);
	const texts = [/"text": "Hello"/, /"phone"/, /\?api_key=••••••/].map((text) =>
		expect.stringMatching(text),
	);
	expect(received).toMatchObject({
		accepted: 1,
		rejected: 1,
		messages: [
			{
				...{ to: '6281200010001', title: 'Ayu Lestari', text: 'Hello', footer: 'Shop' },
				...{ buttons: ['Yes', 'No', '{"id":2}'], sendAt: 1922320800000, request: texts[0] },
			},
			{ attached: 'a.png (image/png, 5 bytes)', problem: texts[1] },
			{ to: 'Other requests', request: texts[2] },
		],
	});
	expect(JSON.stringify(received)).not.toMatch(/sandbox-key|wrong|private/);
	const [{ seq }, ...others] = received.messages;
	expect((await messagesAfter(seq)).messages).toEqual(others);
	expect(sandbox.requests).toHaveLength(3);
	await fetch(new URL('/messages', sandbox.url), { method: 'DELETE' });
	expect(await messagesAfter(0)).toEqual({ accepted: 0, rejected: 0, messages: [] });
});

it("The page says by which shop's key a message came", async () => {
	const { sandbox } = holder;
	const { north, south } = sandbox.shopKeys;
	for (const api_key of [sandbox.apiKey, north, south])
		await sendJson(sandbox, { ...message, api_key });
	await sendJson(sandbox, { ...message, phone: '62', api_key: south });
	const { messages } = await messagesAfter(0);
	expect(messages.map(({ shop }) => shop)).toEqual([undefined, 'north', 'south', 'south']);
	expect(JSON.stringify(messages)).not.toMatch(new RegExp(`${north}|${south}`));
});

it('The page lists the test numbers as rows to copy, and calls their chats by the same names', async () => {
	const { sandbox } = holder;
	const html = await (await getPage('/')).text();
	const rows = [...html.matchAll(/<tr><td>(.+)<\/td><td>(\d+)<\/td><\/tr>/g)];
	expect(rows.map(([, name, phone]) => ({ name, phone }))).toEqual(faultNumbers);
	// Some cut the connection.
	for (const { phone } of faultNumbers)
		await sendJson(sandbox, { ...message, phone }).catch(() => {});
	const { messages } = await messagesAfter(0);
	const titles = faultNumbers.map(({ name, phone }) => ({ title: name, to: phone }));
	expect(messages).toMatchObject(titles);
});

it.each([
	['localhost:8089', '/messages', 200],
	['elsewhere.example:8089', '/messages', 421],
	['127.0.0.1.elsewhere.example', '/nowhere', 421],
])('A request to host %s for %s gets HTTP %d', async (host, path, expected) => {
	const status = await new Promise((resolve) => {
		request(new URL(path, holder.sandbox.url), { headers: { host } }, (response) => {
			response.resume();
			resolve(response.statusCode);
		}).end();
	});
	expect(status).toBe(expected);
	expect(holder.sandbox.requests).toEqual([]);
});
