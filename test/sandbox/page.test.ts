import { request } from 'node:http';
import type { viewMessage } from '../../sandbox/page/routes';
import { getLists, message, sendForm, sendJson, useSandbox } from './client';

const holder = useSandbox({ basePath: '/api' });

interface Shown {
	era: string;
	counts: object;
	messages: Array<ReturnType<typeof viewMessage>>;
}

const getPage = async (path: string) => await fetch(new URL(path, holder.sandbox.url));
const shown = async (query = '') => (await (await getPage(`/messages${query}`)).json()) as Shown;

it('The page and its files are served and load nothing from other hosts', async () => {
	for (const path of ['/', '/page.css', '/page.js']) {
		const response = await getPage(path);
		expect(response.status).toBe(200);
		expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
		expect(await response.text()).not.toMatch(/(src|href)="https?:|@import|innerHTML/);
	}
});

it('The page gets what it has not got yet, and its own requests are not recorded', async () => {
	const { sandbox } = holder;
	await sendJson(sandbox, message);
	await sendJson(sandbox, { ...message, phone: '0812' });
	const { era, counts, messages } = await shown();
	const rejected = { accepted: false, to: '0812', status: 400 };
	expect(counts).toEqual({ accepted: 1, rejected: 1 });
	expect(messages).toMatchObject([
		{ accepted: true, to: '+6281234567890', text: 'Hello' },
		{ problem: expect.stringContaining('"phone"'), ...rejected },
	]);
	const after = `after=${messages[0].seq}`;
	expect((await shown(`?era=${era}&${after}`)).messages).toEqual([messages[1]]);
	expect((await shown(`?era=another&${after}`)).messages).toHaveLength(2);
	expect(sandbox.requests).toHaveLength(2);
});

const file = new File(['12345'], 'a.pdf', { type: 'application/pdf' });
const mask = '••••••';

it.each<[string, () => Promise<unknown>, string]>([
	[
		'JSON',
		() => sendJson(holder.sandbox, message, { cookie: 'session=private' }),
		`POST /api/send
content-type: application/json
content-length: 64

{
  "api_key": "${mask}",
  "text": "Hello",
  "phone": "6281234567890"
}`,
	],
	[
		'a form',
		() => sendForm(holder.sandbox, [...Object.entries(message), ['file', file]]),
		`api_key: ${mask}\ntext: Hello\nphone: 6281234567890\nfile: a.pdf (application/pdf, 5 bytes)`,
	],
	['a key in the header', () => getLists(holder.sandbox, '', 'wrong'), `\napi-key: ${mask}\n`],
	['a key in the query', () => getLists(holder.sandbox, '?api_key=wrong'), `?api_key=${mask}\n`],
])('A request is shown with the key masked, and without other headers: %s', async (...row) => {
	const [, send, expected] = row;
	await send();
	const [{ request }] = (await shown()).messages;
	expect(request).toContain(expected);
	expect(request).not.toMatch(/sandbox-key|wrong|private/);
});

it.each([
	['localhost:8089', '/messages', 200],
	['elsewhere.example:8089', '/messages', 421],
	['127.0.0.1.elsewhere.example', '/nowhere', 421],
])('A request for the host "%s" to %s gets HTTP %d', async (host, path, expected) => {
	const { sandbox } = holder;
	const status = await new Promise((resolve) => {
		const headers = { host, 'api-key': sandbox.apiKey };
		request(new URL(path, sandbox.url), { headers }, (response) => {
			response.resume();
			resolve(response.statusCode);
		}).end();
	});
	expect(status).toBe(expected);
	expect(sandbox.requests).toEqual([]);
});
