import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../rig/n8n/folders';

const IMAGES = path.join(projectFolder, 'docs', 'images');
const KILOBYTE = 1024;

const pages = ['README.md', 'CONTRIBUTING.md'].concat(
	readdirSync(path.join(projectFolder, 'docs'))
		.filter((name) => name.endsWith('.md'))
		.map((name) => path.join('docs', name)),
);

interface Mention {
	page: string;
	/** As the page has it, which is relative to the page. */
	source: string;
	alt: string;
	/** Of the picture for a dark page, where there is one. */
	dark?: string;
}

const attribute = (tag: string, name: string) =>
	new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

/** Every picture of the pages, written as HTML or as Markdown. */
const mentions: Mention[] = pages.flatMap((page) => {
	const text = readFileSync(path.join(projectFolder, page), 'utf8').replace(/```[\s\S]*?```/g, '');
	const tags = [...text.matchAll(/(<source[^>]*>)?\s*(<img[^>]*>)/g)].map(([, dark, img]) => ({
		page,
		source: attribute(img, 'src'),
		alt: attribute(img, 'alt'),
		dark: dark && attribute(dark, 'srcset'),
	}));
	const marks = [...text.matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g)].map(([, alt, source]) => ({
		page,
		source,
		alt,
	}));
	return [...tags, ...marks];
});

const fileOf = (page: string, source: string) =>
	path.join(projectFolder, path.dirname(page), source);
const files = readdirSync(IMAGES);

describe('The pictures of the documentation', () => {
	test('are all shown by README or a guide', () => {
		expect(mentions.filter(({ page }) => page === 'README.md').length).toBeGreaterThan(2);
		const shown = new Set(mentions.map(({ page, source }) => path.basename(fileOf(page, source))));
		const light = files.filter((name) => name.endsWith('.light.png'));
		expect(light.filter((name) => !shown.has(name))).toEqual([]);
	});

	test('come in light and dark, and a page offers both of the same picture', () => {
		const light = files.filter((name) => name.endsWith('.light.png'));
		expect(files.sort()).toEqual(
			light.flatMap((name) => [name, name.replace('.light.', '.dark.')]).sort(),
		);
		const single = mentions.filter(
			({ source, dark }) => dark !== source.replace('.light.png', '.dark.png'),
		);
		expect(single).toEqual([]);
	});

	test('are described for those who cannot see them', () => {
		expect(mentions.filter(({ alt }) => alt.length < 20)).toEqual([]);
	});

	test('are small: 100 kB each, 1.5 MB in all', () => {
		const sizes = files.map((name) => statSync(path.join(IMAGES, name)).size);
		expect(files.filter((_, index) => sizes[index] > 100 * KILOBYTE)).toEqual([]);
		expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1536 * KILOBYTE);
	});

	test('are real pictures of the same size in both themes', () => {
		const size = (name: string) =>
			readFileSync(path.join(IMAGES, name)).subarray(16, 24).toString('hex');
		const light = files.filter((name) => name.endsWith('.light.png'));
		for (const name of light) expect(size(name.replace('.light.', '.dark.'))).toBe(size(name));
	});
});
