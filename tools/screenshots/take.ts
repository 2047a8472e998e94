import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { loggedIn, screenshotOnFailure, startBrowser } from '../../rig/browser/browser';
import { Editor } from '../../rig/browser/editor';
import { projectFolder } from '../../rig/n8n/folders';
import { startInstance } from '../../rig/startInstance';
import { Stops } from '../../rig/stops';
import { prepareDemo } from '../../rig/workflows/examples';
import type { Frame } from './frames';
import { createScenes } from './scenes';
import { screenshots } from './screenshots';

const CHAT = { width: 1000, height: 560 };
/** Two device pixels for each of the page: sharp on every screen. */
const WINDOW = { viewport: { width: 1500, height: 1040 }, deviceScaleFactor: 2 };
/** As `npm start` has them. */
const KNOWN = { apiKey: 'sandbox-key', sandboxPort: 8089, receiverPort: 8090 };

/** `npm run docs:screenshots`: takes every screenshot of the documentation anew, light and dark. */
async function takeAll(stops: Stops): Promise<void> {
	const browser = await startBrowser();
	await stops.add(async () => await browser.close());
	const instance = await startInstance('2.x', { known: KNOWN });
	await stops.add(async () => await instance.stop());

	const { api, sandbox, n8n } = instance;
	await prepareDemo(api, { baseUrl: sandbox.url, apiKey: sandbox.apiKey });
	const workflow = await createScenes(instance);
	const window = await loggedIn(browser, instance, WINDOW);
	const editor = new Editor(await window.newPage(), n8n.url);
	const chat: Page = await window.newPage();
	await chat.setViewportSize(CHAT);
	await chat.goto(`${sandbox.url}/`);

	for (const [name, screenshot] of Object.entries(screenshots)) {
		console.log(`  ${name}`);
		await screenshotOnFailure(
			() => editor.page,
			name,
			async () => {
				await editor.page.bringToFront();
				await editor.openWorkflowById(workflow);
				await takeBoth(name, await screenshot({ instance, editor, chat }));
			},
		);
	}
}

const THEMES = ['light', 'dark'] as const;

const FOLDER = path.join(projectFolder, 'docs', 'images');

/** Bytes of one file: a page that shows several still loads at once. */
const ENOUGH = 95_000;

/** Nothing that passes by, or that only a mouse is for. */
const HIDDEN = [
	'.el-notification',
	'[data-test-id="panel-drag-button"]',
	'[data-test-id="node-feature-request"]',
	'.n8n-tooltip',
];
const STYLE = `${HIDDEN.join()} { visibility: hidden !important } * { caret-color: transparent !important }`;

/** Takes a frame in both themes, each into its file. */
async function takeBoth(name: string, { page, clip }: Frame): Promise<void> {
	await mkdir(FOLDER, { recursive: true });
	for (const theme of THEMES) {
		await page.emulateMedia({ colorScheme: theme });
		const screenshot = await page.screenshot({ clip, style: STYLE, animations: 'disabled' });
		const file = path.join(FOLDER, `${name}.${theme}.png`);
		await writeFile(file, await compressed(screenshot));
	}
	await page.emulateMedia({ colorScheme: 'light' });
}

/** Text and flat areas: a few colours are enough, and make a file a third as big. */
async function compressed(screenshot: Buffer): Promise<Buffer> {
	const encoded = async (colours: number) =>
		await sharp(screenshot)
			.png({ palette: true, colours, effort: 10, compressionLevel: 9 })
			.toBuffer();
	const usual = await encoded(64);
	return usual.length < ENOUGH ? usual : await encoded(16);
}

const stops = new Stops();
takeAll(stops)
	.then(
		() => 0,
		(error: Error) => (console.error(error.stack), 1),
	)
	.then(async (code) => {
		await stops.run();
		process.exit(code);
	});
