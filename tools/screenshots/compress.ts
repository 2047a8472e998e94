import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { projectFolder } from '../../rig/n8n/folders';
import type { Frame } from './frames';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

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
export async function takeBoth(name: string, frame: Frame): Promise<void> {
	await mkdir(FOLDER, { recursive: true });
	for (const theme of THEMES) {
		const file = path.join(FOLDER, `${name}.${theme}.png`);
		await writeFile(file, await compressed(await screenshotIn(theme, frame)));
	}
}

/** Takes a frame in one theme; the page is light afterwards. */
export async function screenshotIn(theme: Theme, { page, clip }: Frame): Promise<Buffer> {
	await page.emulateMedia({ colorScheme: theme });
	const screenshot = await page.screenshot({ clip, style: STYLE, animations: 'disabled' });
	await page.emulateMedia({ colorScheme: 'light' });
	return screenshot;
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
