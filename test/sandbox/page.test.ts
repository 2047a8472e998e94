import { request } from 'node:http';
import { startReceiver, type Receiver } from '../../rig/servers/answering';
import { getLists, message, sendForm, sendJson, useSandbox } from './client';

const holder = useSandbox({ basePath: '/api' });
const getPage = async (path: string) => await fetch(new URL(path, holder.sandbox.url));
const messagesAfter = async (seq: number) =>
	(await (await getPage(`/messages?after=${seq}`)).json()) as {
		messages: Array<{ seq: number; hasMedia: boolean }>;
	};

it('The page and its files load nothing from other hosts', async () => {
	for (const path of ['/', '/page.css', '/page.js']) {
		const response = await getPage(path);
		expect(response.status).toBe(200);
		expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
		expect(await response.text()).not.toMatch(/(src|href)="https?:|@import|innerHTML/);
	}
});

it('The page gets the messages that it does not have, without keys and private headers', async () => {
	const { sandbox } = holder;
	const buttons = [{ title: 'Yes' }, { id: 1, text: 'No' }, { id: 2 }];
	const question = { ...message, phone: '6281200010001', footer: 'Shop', buttons };
	await sendJson(sandbox, { ...question, send_at: '1922320800' }, { cookie: 'session=private' });
	const file = new File(['12345'], 'a.pdf', { type: 'application/pdf' });
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
			{ attached: 'a.pdf (application/pdf, 5 bytes)', to: '0812', problem: texts[1] },
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

describe('The file of the newest message', () => {
	const PNG = { headers: { 'content-type': 'image/png' }, body: 'A picture' };
	let server: Receiver;
	beforeAll(async () => void (server = await startReceiver()));
	afterAll(async () => await server.close());

	/** @returns whether the page requests the file, and the response */
	async function requestFile(site = 'same-origin') {
		const entry = (await messagesAfter(0)).messages.at(-1)!;
		const headers = { 'sec-fetch-site': site };
		const url = new URL(`/media/${entry.seq}`, holder.sandbox.url);
		const response = await fetch(url, { headers });
		return [entry.hasMedia, response.status, await response.text()];
	}

	it.each([
		['a picture', PNG, 200, 'A picture'],
		['a large one', { ...PNG, body: 'x'.repeat(5_000_001) }, 415, 'The file is image/png'],
		[
			'a page',
			{ headers: { 'content-type': 'text/html' }, body: '-' },
			415,
			'The file is text/html',
		],
		['nothing', { ...PNG, status: 404 }, 502, 'The file could not be fetched: HTTP 404'],
	])('at a Media URL may be %s', async (_what, answer, status, text) => {
		server.answer = () => answer;
		await sendJson(holder.sandbox, { ...message, media_url: server.url });
		expect(await requestFile()).toEqual([true, status, text]);
		expect((await requestFile('cross-site'))[1]).toBe(404);
	});

	it('is fetched for a limited time', async () => {
		server.answer = () => PNG;
		jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
		await sendJson(holder.sandbox, { ...message, media_url: server.url });
		expect(await requestFile()).toEqual([true, 502, expect.stringContaining('aborted')]);
	});

	it.each([
		['offer.png', 'image/png', message.phone, [true, 200, '12345']],
		['offer.pdf', 'application/pdf', message.phone, [false, 415, 'The file is application/pdf']],
		['offer.png', 'image/png', '0812', [false, 404, 'No such message']],
	])('may be uploaded: %s, %s, for %s', async (name, type, phone, expected) => {
		const file = new File(['12345'], name, { type });
		await sendForm(holder.sandbox, [...Object.entries({ ...message, phone }), ['file', file]]);
		expect(await requestFile()).toEqual(expected);
	});
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
