import { existsSync } from 'node:fs';
import path from 'node:path';
import axe from 'axe-core';
import {
	chromium,
	selectors,
	type Browser,
	type BrowserContext,
	type BrowserContextOptions,
	type Page,
} from 'playwright-core';
import { dataFolder, type N8nLine } from '../n8n/folders';
import { useInstance, type Instance } from '../startRig';
import { Editor, Parameters } from './editor';

const EXECUTABLE = '/usr/bin/chromium';

/** How long a page may take for anything: only a step that fails ever waits that long. */
const PATIENCE = 45_000;

/** @throws where there is no browser, before anything else is started */
export function requireBrowser(): void {
	if (existsSync(EXECUTABLE)) return;
	throw new Error(`There is no ${EXECUTABLE}, which these tests need: apt-get install chromium`);
}

/** Debian's own browser: nothing is downloaded for these tests. */
export async function startBrowser(): Promise<Browser> {
	// n8n's own name for what Playwright calls data-testid.
	selectors.setTestIdAttribute('data-test-id');
	// Playwright itself keeps the browser from calling home.
	return await chromium.launch({ executablePath: EXECUTABLE, args: ['--disable-gpu'] });
}

/** A browser for the tests of one file. @returns opens a page in a window of its own, which lasts as long as a test */
export function usePages(): (options?: BrowserContextOptions) => Promise<Page> {
	requireBrowser();
	let browser: Browser;
	beforeAll(async () => void (browser = await startBrowser()));
	afterEach(async () => {
		for (const window of browser.contexts()) await window.close();
	});
	afterAll(async () => await browser.close());
	return async (options) => await (await newWindow(browser, options)).newPage();
}

export async function newWindow(browser: Browser, options: BrowserContextOptions = {}) {
	const viewport = { width: 1400, height: 1000 };
	const window = await browser.newContext({ viewport, ...options });
	window.setDefaultTimeout(PATIENCE);
	return window;
}

/** A window with the login that the instance's API has. */
export async function loggedIn(
	browser: Browser,
	instance: Instance,
	options: BrowserContextOptions = {},
): Promise<BrowserContext> {
	const { cookie, browserId } = instance.api.client;
	const window = await newWindow(browser, options);
	const [name, value] = cookie.split('=');
	await window.addCookies([{ name, value, url: instance.n8n.url }]);
	await window.addInitScript(`localStorage.setItem('n8n-browserId', '${browserId}')`);
	return window;
}

/** Does something in a page; where that fails, the error names a screenshot of the page as it then was. */
export async function screenshotOnFailure(
	page: () => Page,
	name: string,
	act: () => Promise<void>,
): Promise<void> {
	await act().catch(async (error: Error) => {
		const file = `${name.replace(/\W+/g, '-').slice(0, 80)}.png`;
		const screenshot = path.join(dataFolder, 'failures', file);
		await page()
			.screenshot({ path: screenshot })
			.catch(() => undefined);
		error.message += `\nThe page then: ${screenshot}`;
		throw error;
	});
}

/** A running n8n of one line, and a page in which a user is logged in. */
export interface EditorSession {
	line: N8nLine;
	instance: Instance;
	browser: Browser;
	editor: Editor;
	parameters: Parameters;
}

/** Starts all of it for the tests of one `describe`, fills what it returned, and ends it after them. */
export function useEditor(line: N8nLine): EditorSession {
	requireBrowser();
	const session = { line } as EditorSession;
	session.instance = useInstance(line);
	beforeAll(async () => {
		session.browser = await startBrowser();
		const window = await loggedIn(session.browser, session.instance);
		session.editor = new Editor(await window.newPage(), session.instance.n8n.url);
		session.parameters = new Parameters(session.editor);
	});
	afterAll(async () => await session.browser?.close());
	return session;
}

/** A test whose failure leaves a screenshot of the editor. */
export function seen(session: EditorSession, name: string, act: () => Promise<void>): void {
	const title = `${session.line} ${name}`;
	test(name, async () => await screenshotOnFailure(() => session.editor.page, title, act));
}

/** Expects that axe finds nothing by WCAG 2.2 AA and its own good practices, and that nothing is wider than the page. */
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
