import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { classesOf, codexOf } from '../candidate';
import { type RuleGroup, unless } from '../rule';

const CATEGORIES = [
	...['Analytics', 'Communication', 'Data & Storage', 'Development', 'Finance & Accounting'],
	...['Marketing & Content', 'Miscellaneous', 'Productivity', 'Sales', 'Utility'],
];
const LONGEST_HINT = 120;
/** What WCAG asks of graphics, on the editor's canvas. */
const LEAST_CONTRAST = 3;
const CANVAS = { light: '#ffffff', dark: '#2e2e2e' } as const;

/** All hints below fields, wherever they lie in a form. */
function hintsIn(form: unknown): string[] {
	if (typeof form !== 'object' || form === null) return [];
	return Object.entries(form).flatMap(([key, value]) =>
		key === 'hint' && typeof value === 'string' ? [value] : hintsIn(value),
	);
}

/** Relative luminance of a colour such as `#0f8a72`, as WCAG defines it. */
function luminance(colour: string): number {
	const [red, green, blue] = [1, 3, 5].map((at) => {
		const share = parseInt(colour.slice(at, at + 2), 16) / 255;
		return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
	const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

/** Rules of n8n's linter that no published version of its plugins has yet, in a row of our own each. */
export const newerRules: RuleGroup = {
	title: "Newer rules of n8n's linter, not in a published plugin yet",
	rules: [
		{
			says: 'valid-node-categories: the codex has only categories that n8n knows',
			broken: async (candidate) => {
				const { categories = [] } = await codexOf(candidate);
				return categories.filter((category) => !CATEGORIES.includes(category));
			},
		},
		{
			says: 'no-codex-subcategories: the codex has none',
			broken: async (candidate) =>
				unless((await codexOf(candidate)).subcategories === undefined, 'it has them'),
		},
		{
			says: `hint-max-length: a hint below a field has at most ${LONGEST_HINT} characters`,
			broken: (candidate) => {
				const { node, credential } = classesOf(candidate);
				const hints = hintsIn([node.description.properties, credential.properties]);
				return hints.filter(({ length }) => length > LONGEST_HINT);
			},
		},
		{
			says: `icon-contrast: the shape of each icon has a contrast of ${LEAST_CONTRAST} on its canvas`,
			broken: async ({ files, packageFolder }) => {
				const icons = files.map((file) => file.path).filter((file) => file.endsWith('.svg'));
				const problems: string[] = [];
				for (const icon of icons) {
					const text = await readFile(path.join(packageFolder, icon), 'utf8');
					const [, shape = ''] = /fill="(#[\da-f]{6})"/i.exec(text) ?? [];
					const canvas = CANVAS[icon.endsWith('.dark.svg') ? 'dark' : 'light'];
					const found = contrast(shape, canvas);
					problems.push(...unless(found >= LEAST_CONTRAST, `${icon}: ${found.toFixed(1)}`));
				}
				return problems;
			},
		},
		{
			// The rule itself wants one in all. That cannot hold: Webhook List sends to somebody else's
			// server, which must not get the service's key, so it offers n8n's generic credentials.
			says: "single-credential-per-node: one of the service; the others are n8n's own, for the receiver of Webhook List alone",
			broken: (candidate) => {
				const { node, credential } = classesOf(candidate);
				return (node.description.credentials ?? []).flatMap(({ name, displayOptions }) => {
					const resources = String(displayOptions?.show?.resource);
					const isReceivers = /^http[A-Z]\w+Auth$/.test(name) && resources === 'webhook';
					return unless(isReceivers || name === credential.name, name);
				});
			},
		},
	],
};
