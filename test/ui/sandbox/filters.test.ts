import { sendSome } from './harness/arriving';
import { becomes } from './harness/becomes';
import { texts, useSandboxPage } from './harness/sandboxPage';

const { holder, open } = useSandboxPage();

test('the counts say how many were accepted and refused', async () => {
	await sendSome(holder.sandbox);
	const page = await open();
	await becomes(async () => await texts(page, '#outcomes b', 3), ['5', '4', '1']);
});

test('only refused messages are shown, with the reason, and all again', async () => {
	await sendSome(holder.sandbox);
	const page = await open();
	await page.locator('[data-outcome="refused"]').click();
	const [refused] = await texts(page, '#messages > li', 1);
	expect(refused).toContain('Refused · HTTP 400');
	expect(refused).toContain('must be a number in international format');
	expect(await texts(page, '#chats bdi', 2)).toEqual(['Everything', '0812']);
	await page.locator('[data-outcome="accepted"]').click();
	await texts(page, '#messages > li', 4);
	await page.locator('[data-outcome="all"]').click();
	await texts(page, '#messages > li', 5);
});

test('a recipient shows only their own messages', async () => {
	await sendSome(holder.sandbox);
	const page = await open();
	await page.locator('#chats button', { hasText: '+6281234567890' }).click();
	const shown = await texts(page, '#messages > li', 2);
	expect(shown[0]).toContain('Your order has been shipped');
	expect(await page.getByRole('heading', { level: 2, name: '+6281234567890' }).count()).toBe(1);
});

test.each([
	['a word of the text', 'parcel', ['Everything', '+6281234567891']],
	['words in any order', 'order your', ['Everything', '+6281234567890']],
	['a number as people write it', '+62 812-3456-7891', ['Everything', '+6281234567891']],
	['a button', 'will come', ['Everything', '1203630@g.us']],
])('the search finds %s', async (_what, words, chats) => {
	await sendSome(holder.sandbox);
	const page = await open();
	await page.getByRole('searchbox').fill(words);
	expect(await texts(page, '#chats bdi', chats.length)).toEqual(chats);
});

test('a search without a match says so and leads back', async () => {
	await sendSome(holder.sandbox);
	const page = await open();
	await page.getByRole('searchbox').fill('nothing like that');
	await page.getByText('No message fits').waitFor();
	await page.getByRole('button', { name: 'Show all messages' }).click();
	await texts(page, '#messages > li', 5);
});

test('what arrives while a filter is on is shown only where it fits', async () => {
	const page = await open();
	await page.getByRole('searchbox').fill('order');
	await sendSome(holder.sandbox);
	await texts(page, '#messages > li', 2);
	await becomes(async () => await texts(page, '#outcomes b', 3), ['5', '4', '1']);
});
