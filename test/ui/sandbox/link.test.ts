import { send } from './harness/arriving';
import { desk, useSandboxPage } from './harness/sandboxPage';

const { holder, open } = useSandboxPage();

test('a web address in a message is a link, and the rest of the text is not', async () => {
	const link = 'http://127.0.0.1:5678/webhook-waiting/7/abc?run=0&signature=0f';
	const text = `May it go out? See (https://example.com/a), <b>or</b>:\n\n${link}`;
	await send(holder.sandbox, { phone: '6281234567890', text });
	const page = await open(desk);
	const message = page.locator('#messages .text');
	await message.waitFor();
	const links = message.getByRole('link');
	expect(await links.allInnerTexts()).toEqual(['https://example.com/a', link]);
	expect(await links.last().getAttribute('href')).toBe(link);
	expect(await links.last().getAttribute('rel')).toBe('noopener noreferrer');
	expect(await message.innerText()).toBe(text);
});
