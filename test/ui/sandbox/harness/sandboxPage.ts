import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../../../sandbox/service';
import { requireBrowser, startBrowser } from '../../../../rig/browser/browser';
import { becomes } from './becomes';

export const desk = { viewport: { width: 1280, height: 800 } };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A sandbox and a browser for the tests of one file; the sandbox is empty before each. */
export function useSandboxPage() {
	requireBrowser();
	const holder = {} as { sandbox: Sandbox; browser: Browser };
	const opened: Page[] = [];
	beforeAll(async () => {
		holder.sandbox = await startSandbox();
		holder.browser = await startBrowser();
	});
	beforeEach(() => holder.sandbox.reset());
	afterEach(async () => {
		for (const page of opened.splice(0)) await page.context().close();
	});
	afterAll(async () => {
		await holder.browser?.close();
		await holder.sandbox?.close();
	});
	/** Opens the page in a window of its own and waits until it follows. */
	async function open(options: BrowserContextOptions = desk, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
		const window = await holder.browser.newContext(options);
		window.setDefaultTimeout(15_000);
		const page = await window.newPage();
		opened.push(page);
		await prepare?.(page);
		await page.goto(`${holder.sandbox.url}/`);
		await page.locator('#live[data-state="live"]').waitFor();
		return page;
	}
	return { holder, open };
}

/** Texts of all elements that fit, once there are so many. */
export async function texts(page: Page, selector: string, number: number): Promise<string[]> {
	const found = page.locator(selector);
	await becomes(async () => await found.count(), number);
	return await found.allInnerTexts();
}
