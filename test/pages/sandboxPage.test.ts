import type { Page } from 'playwright-core';
import { becomes, desktop, phone, texts, useSandboxPage } from './browserPages';

const { session, open, send, sendSome } = useSandboxPage();

const counts = (page: Page) => texts(page, '#outcomes b', 3);

test('What arrives is counted, and a screen reader hears it as one sentence', async () => {
	const page = await open();
	await sendSome();
	await becomes(() => counts(page), ['5', '4', '1']);
	await becomes(() => page.locator('#announcement').innerText(), 'Accepted: 4. Rejected: 1.');
});

test('Rejected messages are red, give the reason, and can be shown alone', async () => {
	await sendSome();
	const page = await open();
	await page.locator('[data-outcome="rejected"]').click();
	const [rejected] = await texts(page, '#messages > li', 1);
	expect(rejected).toContain('Rejected · HTTP 400');
	expect(rejected).toContain('must be a number in international format');
	const color = 'getComputedStyle(document.querySelector("#messages .problem")).color';
	expect(await page.evaluate(color)).toBe('rgb(163, 38, 42)');
	expect(await texts(page, '#chats bdi', 2)).toEqual(['All messages', '0812']);
	await page.locator('[data-outcome="accepted"]').click();
	await texts(page, '#messages > li', 4);
});

test('A chat shows the messages of one recipient', async () => {
	await sendSome();
	const page = await open();
	await page.locator('#chats button', { hasText: '+6281234567890' }).click();
	const [first] = await texts(page, '#messages > li', 2);
	expect(first).toContain('Your order has been shipped');
	await page.getByRole('heading', { name: '+6281234567890' }).waitFor();
});

test('Links in a text open in a new tab, and everything else stays text', async () => {
	const link = 'http://127.0.0.1:5678/webhook-waiting/7?approved=true&signature=a%20b_';
	const text = `<b>Approve</b>: ${link}. Or (HTTPS://example.com/no) javascript:no`;
	await send({ phone: '62811', text });
	const page = await open();
	expect(await texts(page, '#messages .text', 1)).toEqual([text]);
	expect(await texts(page, '#messages .text a', 2)).toEqual([link, 'HTTPS://example.com/no']);
	const approve = page.getByRole('link', { name: link });
	expect(await approve.getAttribute('href')).toBe(link);
	expect(await approve.getAttribute('target')).toBe('_blank');
	expect(await approve.getAttribute('rel')).toContain('noopener');
});

test('The search finds words in any order, numbers as people write them, and buttons', async () => {
	await sendSome();
	const page = await open();
	for (const [words, chat] of [
		['parcel', '+6281234567891'],
		['order your', '+6281234567890'],
		['+62 812-3456-7891', '+6281234567891'],
		['will come', '1203630@g.us'],
	]) {
		await page.getByRole('searchbox').fill(words);
		expect(await texts(page, '#chats bdi', 2)).toEqual(['All messages', chat]);
	}
});

test('A search without results says so, also applies to what arrives, and can be removed', async () => {
	const page = await open();
	await page.getByRole('searchbox').fill('order');
	await page.getByText('No results').waitFor();
	await sendSome();
	await texts(page, '#messages > li', 2);
	await page.getByRole('searchbox').fill('nothing like that');
	await page.getByRole('button', { name: 'Show all messages' }).click();
	await texts(page, '#messages > li', 5);
});

test('The request is shown with its key masked, and copied as curl', async () => {
	const secret = 'a-key-nobody-may-see';
	await send({ phone: '62811', text: `It's ${secret}`, api_key: secret });
	const page = await open({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] });
	await page.locator('summary').press('Enter');
	await page.getByText('Response: HTTP 500').waitFor();
	const shown = await page.locator('details').innerText();
	for (const text of ['POST /send', 'application/json', '"api_key": "••••••"', '"$API_KEY"']) {
		expect(shown).toContain(text);
	}
	expect(await page.content()).not.toContain(secret);
	await page.getByRole('button', { name: 'Copy as curl' }).click();
	await page.locator('.copied').waitFor();
	const copied = await page.evaluate('navigator.clipboard.readText()');
	expect(copied).toContain(`curl ${session.sandbox.url}/send`);
	expect(copied).toContain(String.raw`It'\''s`);
});

test('A request that is no longer kept says so', async () => {
	await send({ phone: '62811' });
	const page = await open();
	await page.route('**/request', (route) => route.fulfill({ status: 404, body: '{}' }));
	await page.locator('summary').click();
	await page.getByText('no longer keeps this request').waitFor();
});

test('The setup has the credential and the test numbers', async () => {
	const page = await open();
	await page.locator('#setup', { hasText: session.sandbox.url }).waitFor();
	expect(await page.locator('#credential').innerText()).toContain(session.sandbox.apiKey);
	expect(await page.locator('#test-numbers').innerText()).toContain('6200000000500');
});

test('Clear asks first, then empties the sandbox and every open page', async () => {
	await sendSome();
	const [page, other] = [await open(), await open()];
	await page.getByRole('button', { name: 'Clear…' }).click();
	await page.getByRole('dialog', { name: 'Clear all messages?' }).waitFor();
	await page.getByRole('button', { name: 'Cancel' }).click();
	expect(session.sandbox.requests).toHaveLength(5);
	await page.getByRole('button', { name: 'Clear…' }).click();
	await page.getByRole('button', { name: 'Clear', exact: true }).click();
	for (const each of [page, other]) {
		await each.getByText('No messages yet').waitFor();
		await becomes(() => counts(each), ['0', '0', '0']);
	}
	expect(session.sandbox.requests).toHaveLength(0);
	await send({ phone: '62811', text: 'After that' });
	expect((await texts(other, '#messages > li', 1))[0]).toContain('After that');
});

test('Where the sandbox does not respond, the page says so and nothing is cleared', async () => {
	await sendSome();
	const page = await open();
	await page.route('**/messages*', (route) => route.abort());
	await page.getByText('Reconnecting…').waitFor();
	await page.getByRole('button', { name: 'Clear…' }).click();
	await page.getByRole('button', { name: 'Clear', exact: true }).click();
	await page.unroute('**/messages*');
	await page.locator('#live[data-state="live"]').waitFor();
	await page.getByRole('dialog').waitFor();
	await texts(page, '#messages > li', 5);
});

test('A long chat shows its last 500 messages; earlier ones come with a button', async () => {
	for (let sent = 0; sent < 1200; sent += 50) {
		const batch = Array.from({ length: 50 }, (_, index) =>
			send({ phone: `62${10_000 + sent + index}` }),
		);
		await Promise.all(batch);
	}
	await send({ phone: '62811', text: 'The last one' });
	const page = await open();
	const log = page.locator('#log');
	const isAtEnd = async () => await log.evaluate((element) => element.scrollTop === 0);
	const placeOf = async (seq: string) =>
		(await page.locator(`[data-seq="${seq}"]`).boundingBox())!.y;
	await texts(page, '#messages > li', 500);
	expect(await isAtEnd()).toBe(true);
	const last = (await page.locator('#messages > li').last().boundingBox())!;
	expect(last.y + last.height).toBeLessThan(desktop.viewport.height);

	await log.evaluate((element) => (element.scrollTop = -element.scrollHeight));
	const first = (await page.locator('#messages > li').first().getAttribute('data-seq')) as string;
	const place = await placeOf(first);
	await page.getByRole('button', { name: 'Show earlier messages (701)' }).click();
	await texts(page, '#messages > li', 1000);
	expect(Math.abs((await placeOf(first)) - place)).toBeLessThan(2);
	await send({ phone: '62811', text: 'Another' });
	await texts(page, '#messages > li', 1001);
	expect(Math.abs((await placeOf(first)) - place)).toBeLessThan(2);

	await page.getByRole('button', { name: 'Newest messages' }).click();
	await texts(page, '#messages > li', 500);
	await page.locator('#messages > li').last().getByText('Another').waitFor();
	await send({ phone: '62811', text: 'One more' });
	await page.locator('#messages > li').last().getByText('One more').waitFor();
	expect(await isAtEnd()).toBe(true);
});

test('A chat keeps its place under the mouse, and the focus of the keyboard', async () => {
	await sendSome();
	const page = await open();
	const chat = page.locator('#chats button', { hasText: '0812' });
	await chat.hover();
	await chat.focus();
	await send({ phone: '62811' });
	const chats = ['All messages', '1203630@g.us', '0812', '+6281234567890', '+6281234567891'];
	expect(await texts(page, '#chats bdi', 6)).toEqual([...chats, '+62811']);
	await page.mouse.move(700, 400);
	await becomes(async () => (await page.locator('#chats bdi').allInnerTexts())[1], '+62811');
	expect(await page.locator(':focus').innerText()).toContain('0812');
});

test('On a phone a chat and the setup cover the page, and lead back', async () => {
	await send({ phone: '62811' });
	const page = await open(phone);
	await page.locator('#chats button').first().tap();
	await page.getByText('Hello').last().waitFor();
	await page.getByRole('button', { name: 'Setup', exact: true }).tap();
	expect((await page.locator('#setup').boundingBox())?.width).toBe(phone.viewport.width);
	await page.getByRole('button', { name: 'Close setup' }).tap();
	await page.locator('#setup').waitFor({ state: 'hidden' });
	await page.getByRole('button', { name: 'Back to chats' }).tap();
	await texts(page, '#chats button', 2);
});
