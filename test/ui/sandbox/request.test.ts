import { send } from './harness/arriving';
import { desk, phone, texts, useSandboxPage } from './harness/sandboxPage';

const { holder, open } = useSandboxPage();

const secret = 'a-key-nobody-may-see';

test('the request is shown as it was sent, with the key masked and nowhere on the page', async () => {
	await send(holder.sandbox, { phone: '6281234567890', text: `Hello ${secret}`, api_key: secret });
	const page = await open();
	await page.getByRole('button', { name: 'Request to +6281234567890' }).click();
	const panel = page.locator('#request');
	await panel.getByRole('heading', { name: 'Request as sent' }).waitFor();
	const shown = await panel.innerText();
	expect(shown).toContain('POST /send');
	expect(shown).toContain('Answered with HTTP 500');
	expect(shown).toContain('application/json');
	expect(shown).toContain('"api_key": "••••••"');
	expect(shown).toContain('"$API_KEY"');
	expect(await page.content()).not.toContain(secret);
});

test('the command for curl is copied', async () => {
	await send(holder.sandbox, { phone: '6281234567890', text: "It's here" });
	const page = await open({ ...desk, permissions: ['clipboard-read', 'clipboard-write'] });
	await page.getByRole('button', { name: 'Request to +6281234567890' }).click();
	await page.getByRole('button', { name: 'Copy as curl' }).click();
	await page.locator('.copied').waitFor();
	const copied = await page.evaluate('navigator.clipboard.readText()');
	expect(copied).toContain(`curl ${holder.sandbox.url}/send`);
	expect(copied).toContain(String.raw`It'\''s here`);
});

test('on a phone the request covers the page, and closing it leads back to its message', async () => {
	await send(holder.sandbox, { phone: '6281234567890' });
	const page = await open(phone);
	await page.locator('#chats button').first().tap();
	await page.getByRole('button', { name: 'Request to +6281234567890' }).tap();
	const width = (await page.locator('#side').boundingBox())?.width;
	expect(width).toBe(phone.viewport.width);
	await page.getByRole('button', { name: 'Close the request' }).tap();
	await page.locator('#side').waitFor({ state: 'hidden' });
	await texts(page, '#messages > li', 1);
});

test('a request that is no longer kept says so', async () => {
	await send(holder.sandbox, { phone: '6281234567890' });
	const page = await open();
	await page.route('**/request', (route) => route.fulfill({ status: 404, body: '{}' }));
	await page.getByRole('button', { name: 'Request to +6281234567890' }).click();
	await page.getByText('no longer keeps this request').waitFor();
});
