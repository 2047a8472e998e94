import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { loggedIn, screenshotOnFailure, startBrowser } from '../../rig/browser/browser';
import { Editor } from '../../rig/browser/editor';
import { projectFolder } from '../../rig/n8n/folders';
import { startInstance } from '../../rig/startRig';
import { prepareDemo } from '../../rig/workflows/examples';
import { shoot, THEMES } from './frames';
import { pictures } from './pictures';

/** Two device pixels for each of the page: sharp on every screen. */
const WINDOW = { viewport: { width: 1500, height: 1040 }, deviceScaleFactor: 2 };
/** As `npm start` has them. */
const KNOWN = { apiKey: 'sandbox-key', sandboxPort: 8089 };
/** Bytes of one file: a page that shows several still loads at once. */
const ENOUGH = 95_000;

/**
 * `npm run docs:screenshots`: takes every screenshot of the documentation, light and dark;
 * `-- error-panel` takes those that are named.
 */
async function takeAll(named: string[]): Promise<void> {
	await using browser = await startBrowser();
	await using instance = await startInstance('2.x', { known: KNOWN });
	const { api, sandbox, n8n } = instance;
	await prepareDemo(api, sandbox);
	const window = await loggedIn(browser, instance, WINDOW);
	const editor = new Editor(await window.newPage(), n8n.url);
	const chat = await window.newPage();
	await chat.goto(`${sandbox.url}/`);

	const wanted = Object.keys(pictures).filter((name) => !named.length || named.includes(name));
	for (const name of wanted) {
		console.log(`  ${name}`);
		const take = async () => {
			await editor.page.bringToFront();
			await editor.page.setViewportSize(WINDOW.viewport);
			const frame = await pictures[name]({ instance, editor, chat });
			await frame.page.bringToFront();
			const shots = await shoot(frame);
			for (const theme of THEMES) {
				const file = path.join(projectFolder, 'docs/images', `${name}.${theme}.png`);
				await writeFile(file, await compressed(shots[theme]));
			}
		};
		await screenshotOnFailure(() => editor.page, name, take);
	}
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

takeAll(process.argv.slice(2)).then(
	() => process.exit(),
	(error: Error) => {
		console.error(error.stack);
		process.exit(1);
	},
);
