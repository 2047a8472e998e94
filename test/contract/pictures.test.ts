import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../rig/n8n/folders';
import { documents, read } from './documents';

const IMAGES = path.join(projectFolder, 'docs', 'images');
const KILOBYTE = 1024;
const files = readdirSync(IMAGES).sort();
const light = files.filter((name) => name.endsWith('.light.png'));
const darkOf = (source: string) => source.replace('.light.png', '.dark.png');
const picture = (name: string) => readFileSync(path.join(IMAGES, name));

/** Every picture of the pages, which are HTML: Markdown has no pair of light and dark. */
const shown = documents.flatMap((page) =>
	[...read(page).matchAll(/(<source[^>]*>\s*)?<img[^>]*>|!\[.*?\]\(.+?\)/g)].map(([tags]) => {
		const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tags)?.[1] ?? '';
		return { page, source: attribute('src'), alt: attribute('alt'), dark: attribute('srcset') };
	}),
);

// That each is there, documents.test.ts checks.
describe('The pictures of the documentation', () => {
	test('are all shown by README or a guide', () => {
		expect(shown.filter(({ page }) => page === 'README.md').length).toBeGreaterThan(2);
		const names = shown.map(({ source }) => path.basename(source));
		expect(light.filter((name) => !names.includes(name))).toEqual([]);
	});

	test('come in light and dark, and a page offers both of the same picture', () => {
		expect(files).toEqual(light.flatMap((name) => [name, darkOf(name)]).sort());
		expect(shown.filter(({ source, dark }) => !dark || dark !== darkOf(source))).toEqual([]);
	});

	test('are described for those who cannot see them', () => {
		expect(shown.filter(({ alt }) => alt.length < 20)).toEqual([]);
	});

	test('are small: 100 kB each, 1.75 MB in all', () => {
		const sizes = files.map((name) => picture(name).length);
		expect(Math.max(...sizes)).toBeLessThanOrEqual(100 * KILOBYTE);
		expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1792 * KILOBYTE);
	});

	test.each(light)('are of the same size in both themes: %s', (name) => {
		const size = (file: string) => picture(file).subarray(16, 24).toString('hex');
		expect(size(darkOf(name))).toBe(size(name));
	});
});
