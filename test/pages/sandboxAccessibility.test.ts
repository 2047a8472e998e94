import { desktop, findings, phone, texts, useSandboxPage } from './browserPages';

const { open, send, sendSome } = useSandboxPage();

describe.each(['light', 'dark'] as const)(
	'In the %s theme no accessibility problem has',
	(theme) => {
		test('the page with messages, a request, the question whether to clear, and no results', async () => {
			await sendSome();
			await send({ phone: '62811', text: 'See https://example.com', send_at: '2111709600' });
			const page = await open({ ...desktop, colorScheme: theme });
			await texts(page, '#messages > li', 6);
			await page.locator('summary').last().click();
			await page.getByRole('heading', { name: 'Body' }).waitFor();
			expect(await findings(page)).toEqual([]);
			await page.getByRole('button', { name: 'Clear…' }).click();
			await page.getByRole('dialog').waitFor();
			expect(await findings(page)).toEqual([]);
			await page.keyboard.press('Escape');
			await page.getByRole('searchbox').fill('nothing like that');
			await page.getByText('No results').waitFor();
			expect(await findings(page)).toEqual([]);
		});

		test('the page on a phone, with chats, a chat, and the setup', async () => {
			await sendSome();
			const page = await open({ ...phone, colorScheme: theme });
			await texts(page, '#chats button', 5);
			expect(await findings(page)).toEqual([]);
			await page.locator('#chats button').first().tap();
			expect(await findings(page)).toEqual([]);
			await page.getByRole('button', { name: 'Setup' }).tap();
			expect(await findings(page)).toEqual([]);
		});

		test('the empty page', async () => {
			const page = await open({ ...desktop, colorScheme: theme });
			await page.getByText('No messages yet').waitFor();
			expect(await findings(page)).toEqual([]);
		});
	},
);
