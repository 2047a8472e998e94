import type { Page } from 'playwright-core';
import { sendSome } from './harness/arriving';
import { becomes } from './harness/becomes';
import { texts, useSandboxPage } from './harness/sandboxPage';

const { holder, open } = useSandboxPage();

const focused = (page: Page) => page.locator(':focus');

async function press(page: Page, ...keys: string[]): Promise<void> {
	for (const key of keys) await page.keyboard.press(key);
}

test('the slash leads to the search, Escape empties it', async () => {
	await sendSome(holder.sandbox);
	const page = await open();
	await press(page, '/', 'p', 'a', 'r', 'c', 'e', 'l');
	await texts(page, '#messages > li', 1);
	await press(page, 'Escape');
	await texts(page, '#messages > li', 5);
	expect(await page.getByRole('searchbox').inputValue()).toBe('');
	await press(page, 'a', '/');
	expect(await page.getByRole('searchbox').inputValue()).toBe('a/');
});

test('the arrow keys, Home and End move through the chats, Enter opens one', async () => {
	await sendSome(holder.sandbox);
	const page = await open();
	await texts(page, '#chats button', 5);
	await press(page, '/', 'Tab');
	expect(await focused(page).innerText()).toContain('Everything');
	await press(page, 'ArrowDown', 'ArrowDown');
	expect(await focused(page).innerText()).toContain('0812');
	await press(page, 'End', 'ArrowDown');
	expect(await focused(page).innerText()).toContain('+6281234567891');
	await press(page, 'Enter');
	await texts(page, '#messages > li', 1);
	await press(page, 'Home', 'ArrowUp', 'Enter');
	await texts(page, '#messages > li', 5);
});

test('the chat list is one stop of the Tab key, and so are the messages', async () => {
	await sendSome(holder.sandbox);
	const page = await open();
	await texts(page, '#messages > li', 5);
	await press(page, '/', 'Tab', 'Tab');
	expect(await focused(page).getAttribute('id')).toBe('log');
	await press(page, 'Tab');
	expect(await focused(page).getAttribute('aria-label')).toContain('1203630@g.us');
	await press(page, 'ArrowUp', 'ArrowUp');
	expect(await focused(page).getAttribute('aria-label')).toContain('+6281234567890');
	await press(page, 'Tab');
	expect(await focused(page).evaluate((element) => element.closest('.bubble'))).toBeNull();
});

test('a request opens with Enter, takes the focus, and Escape gives it back', async () => {
	await sendSome(holder.sandbox);
	const page = await open();
	await texts(page, '#messages > li', 5);
	await press(page, '/', 'Tab', 'Tab', 'Tab', 'Enter');
	await page.getByText('Request as sent').waitFor();
	await becomes(async () => await focused(page).innerText(), 'Request as sent');
	await press(page, 'Escape');
	expect(await focused(page).innerText()).toBe('Request');
	await page.getByText('Enter in n8n').waitFor();
});

test('everything that can have the focus shows it', async () => {
	await sendSome(holder.sandbox);
	const page = await open({ viewport: { width: 1000, height: 800 } });
	await texts(page, '#messages > li', 5);
	const visited = new Set<string>();
	for (let count = 0; count < 14; count++) {
		await press(page, 'Tab');
		const [name, outline] = (await page.evaluate(
			'[document.activeElement.id || document.activeElement.className || document.activeElement.tagName, getComputedStyle(document.activeElement).outlineStyle]',
		)) as [string, string];
		if (name === 'BODY') break;
		visited.add(name);
		expect([name, outline]).toEqual([name, 'solid']);
	}
	expect([...visited]).toEqual(expect.arrayContaining(['skip', 'clear-button', 'setup-button', 'search', 'log', 'request-button']));
});

test('the keyboard stays on a chat while others arrive', async () => {
	await sendSome(holder.sandbox);
	const page = await open();
	await texts(page, '#chats button', 5);
	await press(page, '/', 'Tab', 'ArrowDown', 'ArrowDown');
	const before = await focused(page).getAttribute('data-key');
	await sendSome(holder.sandbox);
	await texts(page, '#messages > li', 10);
	expect(await focused(page).getAttribute('data-key')).toBe(before);
});
