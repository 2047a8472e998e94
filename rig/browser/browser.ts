import { existsSync } from 'node:fs';
import {
	chromium,
	selectors,
	type Browser,
	type BrowserContext,
	type BrowserContextOptions,
} from 'playwright-core';
import type { Instance } from '../startInstance';

const EXECUTABLE = '/usr/bin/chromium';

const ARGUMENTS = [
	'--headless',
	'--no-sandbox',
	'--disable-gpu',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

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
	return await chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS });
}

/** A window in which nobody is logged in. */
export async function newWindow(
	browser: Browser,
	options: BrowserContextOptions = {},
): Promise<BrowserContext> {
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
	const cookies = cookie.split('; ').map((pair) => ({
		name: pair.slice(0, pair.indexOf('=')),
		value: pair.slice(pair.indexOf('=') + 1),
		url: instance.n8n.url,
	}));
	await window.addCookies(cookies);
	await window.addInitScript(`localStorage.setItem('n8n-browserId', '${browserId}')`);
	return window;
}
