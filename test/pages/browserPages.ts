import { isDeepStrictEqual } from 'node:util';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox';
import { requireBrowser, startBrowser } from '../../rig/browser/browser';
import { until } from '../../rig/until';

export const desktop = { viewport: { width: 1280, height: 800 } };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const TIMEOUT = 15_000;

/** A sandbox and a browser for the tests of one file; the sandbox is empty before each. */
export function useSandboxPage() {
	requireBrowser();
	const session = {} as { sandbox: Sandbox; browser: Browser };
	beforeAll(async () => {
		session.sandbox = await startSandbox();
		session.browser = await startBrowser();
	});
	beforeEach(() => session.sandbox.reset());
	afterEach(async () => {
		for (const window of session.browser.contexts()) await window.close();
	});
	afterAll(async () => {
		await session.browser?.close();
		await session.sandbox?.close();
	});
	/** Opens the page in its own window and waits until it is live. */
	async function open(options: BrowserContextOptions = desktop): Promise<Page> {
		const window = await session.browser.newContext(options);
		window.setDefaultTimeout(TIMEOUT);
		const page = await window.newPage();
		await page.goto(`${session.sandbox.url}/`);
		await page.locator('#live[data-state="live"]').waitFor();
		return page;
	}
	async function send(fields: Record<string, unknown>): Promise<void> {
		const { url, apiKey: api_key } = session.sandbox;
		await fetch(`${url}/send`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ api_key, text: 'Hello', ...fields }),
		});
	}
	/** Sends four accepted messages to three recipients, one of them a group, and a rejected one. */
	async function sendSome(): Promise<void> {
		await send({ phone: '6281234567890', text: 'Your order has been shipped' });
		await send({ phone: '6281234567891', text: 'Your parcel is ready' });
		await send({ phone: '6281234567890', text: 'Thank you for your order' });
		await send({ phone: '0812', text: 'To nobody' });
		const buttons = [{ title: 'I will come' }];
		const group = { group_id: '1203630@g.us', isInteractive: true, footer: 'See you', buttons };
		await send({ ...group, text: 'Market day' });
	}
	return { session, open, send, sendSome };
}

/** Waits until a page has a value. @throws the error of `expect` with the last value */
export async function becomes<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
	await until(async () => isDeepStrictEqual(await read(), expected), TIMEOUT);
	expect(await read()).toEqual(expected);
}

/** Texts of all elements of a selector, once there are this many. */
export async function texts(page: Page, selector: string, count: number): Promise<string[]> {
	const found = page.locator(selector);
	await becomes(async () => await found.count(), count);
	return await found.allInnerTexts();
}

/** Expects that axe finds nothing by WCAG 2.2 AA and its own good practices; one line per finding. */
export async function expectAccessible(page: Page): Promise<void> {
	await page.evaluate(axe.source);
	const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
	const findings = violations.flatMap(({ id, nodes }) =>
		nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
	);
	expect(findings).toEqual([]);
}
