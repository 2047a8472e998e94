import type { BrowserContextOptions, Page } from 'playwright-core';
import { expectAccessible, usePages } from '../../rig/browser/browser';
import { shows } from '../../rig/browser/editor';
import { startSandbox, type Sandbox } from '../../sandbox';

const newPage = usePages();
let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.close());

async function open(options?: BrowserContextOptions): Promise<Page> {
	const page = await newPage(options);
	await page.goto(`${sandbox.url}/`);
	await shows(page.locator('#live'), 'Live');
	return page;
}

async function send(fields: Record<string, unknown>): Promise<void> {
	const body = JSON.stringify({ api_key: sandbox.apiKey, text: 'Hello', ...fields });
	const headers = { 'content-type': 'application/json' };
	await fetch(`${sandbox.url}/send`, { method: 'POST', headers, body });
}

/** Two messages to one person, one with everything to a group, and a rejected one. */
async function sendSome(): Promise<void> {
	await send({ phone: '6281234567890', text: 'Your order has been shipped' });
	const buttons = [{ title: 'I will come' }];
	const group = { group_id: '1203630@g.us', isInteractive: true, footer: 'See you', buttons };
	await send({ ...group, text: 'Market day: https://example.com', send_at: '2111709600' });
	await send({ phone: '0812', text: 'To nobody' });
	await send({ phone: '6281234567890', text: 'Thank you for your order' });
}

test('What arrives is shown and counted at once, with its recipient', async () => {
	const page = await open();
	await page.getByText('No messages yet').waitFor();
	await sendSome();
	await shows(page.locator('header'), 'Accepted 3 · Rejected 1');
	expect(await page.locator('.message > b:first-child').allInnerTexts()).toEqual([
		...['+6281234567890', '1203630@g.us', '0812', '+6281234567890'],
	]);
	await shows(page.locator('.problem'), 'HTTP 400', 'must be a number in international format');
});

test('A page that stays open shows what arrives after the sandbox has forgotten all', async () => {
	await sendSome();
	const page = await open();
	await shows(page.locator('#messages'), 'Market day');
	sandbox.reset();
	await page.getByText('No messages yet').waitFor();
	await send({ phone: '62811' });
	await shows(page.locator('header'), 'Accepted 1 · Rejected 0');
	expect(await page.locator('.message').count()).toBe(1);
});

test('Links in a text open in a new tab, and everything else stays text', async () => {
	const link = 'http://127.0.0.1:5678/webhook-waiting/7?approved=true&signature=a%20b_';
	const text = `<b>Approve</b>: ${link}. Or (HTTPS://example.com/no) javascript:no`;
	await send({ phone: '62811', text });
	const page = await open();
	await shows(page.locator('#messages .text'), text);
	const links = page.locator('#messages .text a');
	expect(await links.allInnerTexts()).toEqual([link, 'HTTPS://example.com/no']);
	const html = await links.first().evaluate((element) => element.outerHTML);
	expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
	expect(html).toMatch(/target="_blank" rel="[^"]*noopener/);
});

describe.each(['light', 'dark'] as const)('In the %s theme', (colorScheme) => {
	test.each([360, 1280])('nothing is inaccessible or cut, %i pixels wide', async (width) => {
		const page = await open({ colorScheme, viewport: { width, height: 740 } });
		await expectAccessible(page);
		await sendSome();
		await shows(page.locator('header'), 'Rejected 1');
		await page.getByText('Request', { exact: true }).nth(1).click();
		await shows(page.locator('pre').nth(1), 'POST /send', '"api_key": "••••••"');
		await expectAccessible(page);
		await page.getByText('Setup').click();
		await shows(page.locator('#setup'), sandbox.url, sandbox.apiKey, '6200000000500');
		await expectAccessible(page);
	});
});
