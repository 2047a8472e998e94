import { startSandbox, type Sandbox } from '../../sandbox';
import type { MessageView } from '../../sandbox/views/messageView';
import { message, sendForm, sendJson } from './client';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

async function shown(): Promise<{ counts: object; messages: MessageView[] }> {
	const response = await fetch(`${sandbox.url}/messages`);
	return (await response.json()) as { counts: object; messages: MessageView[] };
}

/** Reads events until the text has come. */
async function readUntil(events: Response, wanted: string): Promise<string> {
	let text = '';
	for await (const piece of events.body as unknown as AsyncIterable<Uint8Array>) {
		text += Buffer.from(piece).toString();
		if (text.includes(wanted)) break;
	}
	return text;
}

it('The page and its files are served and load nothing from other hosts', async () => {
	for (const path of ['/', '/base.css', '/page.js']) {
		const response = await fetch(sandbox.url + path);
		expect(response.status).toBe(200);
		expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
		expect(await response.text()).not.toMatch(/(src|href)="https?:|@import|innerHTML/);
	}
});

it('The page gets accepted and rejected messages, and its own requests are not recorded', async () => {
	await sendJson(sandbox, message);
	await sendJson(sandbox, { ...message, phone: '0812' });
	const { counts, messages } = await shown();
	expect(counts).toEqual({ accepted: 1, rejected: 1 });
	expect(messages).toMatchObject([
		{ accepted: true, recipient: '+6281234567890', text: 'Hello' },
		{
			accepted: false,
			recipient: '0812',
			status: 400,
			problem: expect.stringContaining('"phone"'),
		},
	]);
	expect(sandbox.requests).toHaveLength(2);
});

it('An uploaded image is shown, any other file is only offered for download', async () => {
	await sendForm(sandbox, [
		...Object.entries(message),
		['file', new File(['x'], 'a.png', { type: 'image/png' })],
	]);
	await sendForm(sandbox, [
		...Object.entries(message),
		['file', new File(['<script>'], 'a.svg', { type: 'image/svg+xml' })],
	]);
	const [image, drawing] = await Promise.all(
		(await shown()).messages.map(({ file }) => fetch(`${sandbox.url}/${file?.url}`)),
	);
	expect(image.headers.get('content-type')).toBe('image/png');
	expect(drawing.headers.get('content-type')).toBe('application/octet-stream');
	expect(drawing.headers.get('content-disposition')).toMatch(/^attachment/);
	expect(await drawing.text()).toBe('<script>');
});

it('What arrives is pushed to an open page, and so is a reset', async () => {
	const events = await fetch(`${sandbox.url}/events`);
	expect(events.headers.get('content-type')).toContain('text/event-stream');
	await sendJson(sandbox, { ...message, text: 'pushed' });
	setTimeout(() => sandbox.reset(), 250);
	const text = await readUntil(events, 'event: reset');
	expect(text).toMatch(/event: messages\ndata: .*"pushed".*"counts":\{"accepted":1,"rejected":0\}/);
});

it('Open pages and waiting callers do not keep the sandbox from closing', async () => {
	await fetch(`${sandbox.url}/events`);
	const waiting = sendJson(sandbox, { ...message, phone: '6200000000408' }).catch(() => 'cut');
	await new Promise((resolve) => setTimeout(resolve, 100));
	const began = Date.now();
	await sandbox.close();
	expect(Date.now() - began).toBeLessThan(1000);
	expect(await waiting).toBe('cut');
});
