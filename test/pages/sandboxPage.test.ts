import type { Page } from 'playwright-core';
import { becomes, desktop, expectAccessible, phone, texts, useSandboxPage } from './browserPages';

const { session, open, send, sendSome } = useSandboxPage();

const counts = (page: Page) => texts(page, '#outcomes b', 3);
const button = (page: Page, name: string, exact = false) =>
	page.getByRole('button', { name, exact });
const chatOf = (page: Page, name: string) => page.locator('#chats button', { hasText: name });

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
	expect(rejected).toMatch(/Rejected · HTTP 400[^]*must be a number in international format/);
	const color = 'getComputedStyle(document.querySelector("#messages .problem")).color';
	expect(await page.evaluate(color)).toBe('rgb(163, 38, 42)');
	expect(await texts(page, '#chats bdi', 2)).toEqual(['All messages', '0812']);
});

test('What is no message is shown apart, and not counted with them', async () => {
	const page = await open();
	await send({ phone: '62811' });
	await fetch(`${session.sandbox.url}/lists/`, { headers: { 'api-key': 'wrong' } });
	await texts(page, '#chats bdi', 3);
	expect(await counts(page)).toEqual(['1', '1', '0']);
	expect(await page.locator('#chat-count').innerText()).toBe('1 message');
	await chatOf(page, 'Other requests').click();
	expect((await texts(page, '#messages > li', 1))[0]).toContain('GET /lists/');
	expect(await page.locator('#chat-count').innerText()).toBe('1 request');
});

test('Links in a text open in a new tab, and everything else stays text', async () => {
	const link = 'http://127.0.0.1:5678/webhook-waiting/7?approved=true&signature=a%20b_';
	const text = `<b>Approve</b>: ${link}. Or (HTTPS://example.com/no) javascript:no`;
	await send({ phone: '62811', text });
	const page = await open();
	expect(await texts(page, '#messages .text', 1)).toEqual([text]);
	expect(await texts(page, '#messages .text a', 2)).toEqual([link, 'HTTPS://example.com/no']);
	const html = await page
		.locator('#messages .text a')
		.first()
		.evaluate((element) => element.outerHTML);
	expect(html).toMatch(/target="_blank"/);
	expect(html).toMatch(/rel="[^"]*noopener/);
	expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
});

test('The search finds words in any order, numbers as people write them, and buttons', async () => {
	const page = await open();
	await page.getByRole('searchbox').fill('nothing like that');
	await page.getByText('No results').waitFor();
	// The search also applies to what arrives.
	await sendSome();
	for (const [words, chat] of [
		['parcel', '+6281234567891'],
		['order your', '+6281234567890'],
		['+62 812-3456-7891', '+6281234567891'],
		['will come', '1203630@g.us'],
	]) {
		await page.getByRole('searchbox').fill(words);
		await becomes(() => page.locator('#chats bdi').allInnerTexts(), ['All messages', chat]);
	}
	await page.getByRole('searchbox').fill('nothing like that');
	await button(page, 'Show all messages').click();
	await texts(page, '#messages > li', 5);
});

test('The request is shown with its key masked, and copied as curl', async () => {
	await send({ phone: '62811', api_key: 'another-key' });
	const page = await open({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] });
	await page.locator('summary').press('Enter');
	await page.getByText('Response: HTTP 500').waitFor();
	const shown = await page.locator('details').innerText();
	for (const text of ['POST /send', 'application/json', '"api_key": "••••••"', '"$API_KEY"']) {
		expect(shown).toContain(text);
	}
	await button(page, 'Copy as curl').click();
	await page.locator('.copied').waitFor();
	const copied = await page.evaluate('navigator.clipboard.readText()');
	expect(copied).toContain(`curl ${session.sandbox.url}/send`);
});

test('Clear asks first, then empties the sandbox and every open page, unless it does not respond', async () => {
	await sendSome();
	const [page, other] = [await open(), await open()];
	await button(page, 'Clear…').click();
	await page.getByRole('dialog', { name: 'Clear all messages?' }).waitFor();
	await button(page, 'Cancel').click();
	await page.route('**/messages*', (route) => route.abort());
	await page.getByText('Reconnecting…').waitFor();
	await button(page, 'Clear…').click();
	await button(page, 'Clear', true).click();
	await page.unroute('**/messages*');
	await page.locator('#live[data-state="live"]').waitFor();
	expect(session.sandbox.requests).toHaveLength(5);
	await button(page, 'Clear', true).click();
	for (const each of [page, other]) await becomes(() => counts(each), ['0', '0', '0']);
	expect(session.sandbox.requests).toHaveLength(0);
	await send({ phone: '62811', text: 'After that' });
	expect((await texts(other, '#messages > li', 1))[0]).toContain('After that');
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
	const messages = page.locator('#messages > li');
	const placeOf = async (seq: string | null) =>
		(await page.locator(`[data-seq="${seq}"]`).boundingBox())!.y;
	await texts(page, '#messages > li', 500);
	const last = (await messages.last().boundingBox())!;
	expect(last.y + last.height).toBeLessThan(desktop.viewport.height);

	await log.evaluate((element) => (element.scrollTop = -element.scrollHeight));
	const first = await messages.first().getAttribute('data-seq');
	const place = await placeOf(first);
	await button(page, 'Show earlier messages (701)').click();
	await texts(page, '#messages > li', 1000);
	await send({ phone: '62811', text: 'Another' });
	await texts(page, '#messages > li', 1001);
	expect(Math.abs((await placeOf(first)) - place)).toBeLessThan(2);

	await button(page, 'Newest messages').click();
	await texts(page, '#messages > li', 500);
	await send({ phone: '62811', text: 'One more' });
	await messages.last().getByText('One more').waitFor();
	expect(await log.evaluate((element) => element.scrollTop)).toBe(0);
});

test('A chat keeps its place under the mouse, and the focus of the keyboard', async () => {
	await sendSome();
	const page = await open();
	await chatOf(page, '0812').hover();
	await chatOf(page, '0812').focus();
	await send({ phone: '62811' });
	const chats = ['All messages', '1203630@g.us', '0812', '+6281234567890', '+6281234567891'];
	expect(await texts(page, '#chats bdi', 6)).toEqual([...chats, '+62811']);
	await page.mouse.move(700, 400);
	await becomes(async () => (await page.locator('#chats bdi').allInnerTexts())[1], '+62811');
	expect(await page.locator(':focus').innerText()).toContain('0812');
});

describe.each(['light', 'dark'] as const)('In the %s theme nothing is inaccessible', (theme) => {
	test('on the page, empty, with messages, a request, a question, and no results', async () => {
		const page = await open({ ...desktop, colorScheme: theme });
		await page.getByText('No messages yet').waitFor();
		await expectAccessible(page);
		await sendSome();
		await send({ phone: '62811', text: 'See https://example.com', send_at: '2111709600' });
		await texts(page, '#messages > li', 6);
		await page.locator('summary').last().click();
		await page.getByRole('heading', { name: 'Body' }).waitFor();
		await expectAccessible(page);
		await button(page, 'Clear…').click();
		await page.getByRole('dialog').waitFor();
		await expectAccessible(page);
		await page.keyboard.press('Escape');
		await page.getByRole('searchbox').fill('nothing like that');
		await page.getByText('No results').waitFor();
		await expectAccessible(page);
	});

	test('on a phone, where a chat and the setup cover the page, and lead back', async () => {
		await sendSome();
		const page = await open({ ...phone, colorScheme: theme });
		await texts(page, '#chats button', 5);
		await expectAccessible(page);
		await chatOf(page, '+6281234567890').tap();
		await page.getByRole('heading', { name: '+6281234567890' }).waitFor();
		const [first] = await texts(page, '#messages > li', 2);
		expect(first).toContain('Your order has been shipped');
		await expectAccessible(page);
		await button(page, 'Setup', true).tap();
		const setup = page.locator('#setup');
		expect((await setup.boundingBox())?.width).toBe(phone.viewport.width);
		const { url, apiKey } = session.sandbox;
		for (const text of [url, apiKey, '6200000000500']) {
			expect(await setup.innerText()).toContain(text);
		}
		await expectAccessible(page);
		await button(page, 'Close setup').tap();
		await setup.waitFor({ state: 'hidden' });
		await button(page, 'Back to chats').tap();
		await texts(page, '#chats button', 5);
	});
});
