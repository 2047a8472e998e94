import { existsSync } from 'node:fs';
import axe from 'axe-core';
import {
	chromium,
	selectors,
	type Browser,
	type BrowserContextOptions,
	type Page,
} from 'playwright-core';
import type { Instance } from '../../rig/startRig';

/** Debian's browser: these tests download nothing. */
const EXECUTABLE = '/usr/bin/chromium';

/** The time limit of each step on a page. */
const PATIENCE = 45_000;

/** Opens a page in a new window, which the test closes when it ends. */
export type NewPage = (options?: BrowserContextOptions) => Promise<Page>;

/** Starts a browser for the tests of one file. */
export function usePages(): NewPage {
	if (!existsSync(EXECUTABLE)) {
		throw new Error(`These tests need ${EXECUTABLE}: apt-get install chromium`);
	}
	let browser: Browser;
	beforeAll(async () => {
		// n8n's name for Playwright's data-testid.
		selectors.setTestIdAttribute('data-test-id');
		const args = ['--disable-gpu'];
		browser = await chromium.launch({ executablePath: EXECUTABLE, args });
	});
	afterEach(async () => {
		for (const window of browser.contexts()) await window.close();
	});
	afterAll(async () => await browser?.close());
	return async (options) => {
		const window = await browser.newContext(options);
		window.setDefaultTimeout(PATIENCE);
		return await window.newPage();
	};
}

/** Gives a page the login of the instance's API. */
export async function logIn(page: Page, { api, n8n }: Instance): Promise<void> {
	const [name, value] = api.client.cookie.split('=');
	await page.context().addCookies([{ name, value, url: n8n.url }]);
	await page.addInitScript(`localStorage.setItem('n8n-browserId', '${api.client.browserId}')`);
}

/** Expects that axe finds nothing by WCAG 2.2 AA and its own rules, and that nothing is wider than the window. */
export async function expectAccessible(page: Page): Promise<void> {
	await page.evaluate(axe.source);
	const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
	const findings = violations.flatMap(({ id, nodes }) =>
		nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
	);
	expect(findings).toEqual([]);
	const sizes = '[document.documentElement.scrollWidth, innerWidth]';
	const [content, window] = (await page.evaluate(sizes)) as number[];
	expect(content).toBeLessThanOrEqual(window);
}
