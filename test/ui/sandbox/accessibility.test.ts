import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { sendSome } from './harness/arriving';
import { becomes } from './harness/becomes';
import { desk, phone, texts, useSandboxPage } from './harness/sandboxPage';

const { holder, open } = useSandboxPage();

/** What axe finds wrong by WCAG 2.2 AA and its own good practices, one line a finding. */
async function findings(page: Page): Promise<string[]> {
	await page.evaluate(axe.source);
	const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
	return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

const views: Record<string, (page: Page) => Promise<void>> = {
	'with messages': async (page) => void (await texts(page, '#messages > li', 5)),
	'with a request': async (page) => {
		await page.locator('.request-button').last().click();
		await page.getByText('Request as sent').waitFor();
	},
	'asking whether to clear': async (page) => {
		await page.getByRole('button', { name: 'Clear…' }).click();
		await page.getByRole('dialog').waitFor();
	},
	'with nothing found': async (page) => {
		await page.getByRole('searchbox').fill('nothing like that');
		await page.getByText('No message fits').waitFor();
	},
};

describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
	test.each(Object.entries(views))('the page %s has no accessibility problem', async (_name, show) => {
		await sendSome(holder.sandbox);
		const page = await open({ ...desk, colorScheme });
		await show(page);
		expect(await findings(page)).toEqual([]);
	});

	test('the page on a phone has no accessibility problem in either of its views', async () => {
		await sendSome(holder.sandbox);
		const page = await open({ ...phone, colorScheme });
		await texts(page, '#chats button', 5);
		expect(await findings(page)).toEqual([]);
		await page.locator('#chats button').first().tap();
		expect(await findings(page)).toEqual([]);
		await page.getByRole('button', { name: 'Set up' }).tap();
		expect(await findings(page)).toEqual([]);
	});

	test('an empty page has no accessibility problem', async () => {
		const page = await open({ ...desk, colorScheme });
		await page.getByText('Nothing has arrived yet').waitFor();
		expect(await findings(page)).toEqual([]);
	});
});

test('a screen reader hears what arrives, several messages as one sentence', async () => {
	const page = await open();
	await sendSome(holder.sandbox);
	const status = page.locator('#spoken');
	await becomes(async () => await status.innerText(), '5 new messages, 4 accepted, 1 refused in all');
});
