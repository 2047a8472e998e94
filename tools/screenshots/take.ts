import type { Page } from 'playwright-core';
import { loggedIn, screenshotOnFailure, startBrowser } from '../../rig/browser/browser';
import { Editor } from '../../rig/browser/editor';
import { startInstance } from '../../rig/startInstance';
import { prepareDemo } from '../../rig/workflows/examples';
import { takeBoth } from './compress';
import { createScenes } from './scenes';
import { screenshots } from './screenshots';

const CHAT = { width: 1000, height: 560 };
/** Two device pixels for each of the page: sharp on every screen. */
const WINDOW = { viewport: { width: 1500, height: 1040 }, deviceScaleFactor: 2 };
/** As `npm start` has them. */
const KNOWN = { apiKey: 'sandbox-key', sandboxPort: 8089, receiverPort: 8090 };

/**
 * `npm run docs:screenshots`: takes every screenshot of the documentation, light and dark;
 * `-- error-panel` takes those that are named.
 */
async function takeAll(stops: AsyncDisposableStack, named: string[]): Promise<void> {
	const browser = await startBrowser();
	stops.defer(async () => await browser.close());
	const instance = await startInstance('2.x', { known: KNOWN });
	stops.defer(async () => await instance.stop());

	const { api, sandbox, n8n } = instance;
	await prepareDemo(api, sandbox);
	const workflow = await createScenes(instance);
	const window = await loggedIn(browser, instance, WINDOW);
	const editor = new Editor(await window.newPage(), n8n.url);
	const chat: Page = await window.newPage();
	await chat.goto(`${sandbox.url}/`);

	for (const [name, screenshot] of Object.entries(screenshots)) {
		if (named.length > 0 && !named.includes(name)) continue;
		console.log(`  ${name}`);
		await screenshotOnFailure(
			() => editor.page,
			name,
			async () => {
				await editor.page.bringToFront();
				await chat.setViewportSize(CHAT);
				await editor.openWorkflowById(workflow);
				await takeBoth(name, await screenshot({ instance, editor, chat }));
			},
		);
	}
}

const stops = new AsyncDisposableStack();
takeAll(stops, process.argv.slice(2))
	.then(
		() => 0,
		(error: Error) => (console.error(error.stack), 1),
	)
	.then(async (code) => {
		await stops.disposeAsync();
		process.exit(code);
	});
