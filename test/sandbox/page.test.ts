import { request } from 'node:http';
import { getLists, message, sendForm, sendJson, useSandbox } from './client';

const holder = useSandbox({ basePath: '/api' });
const getPage = async (path: string) => await fetch(new URL(path, holder.sandbox.url));
const messagesAfter = async (seq: number) =>
	(await (await getPage(`/messages?after=${seq}`)).json()) as { messages: Array<{ seq: number }> };

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
