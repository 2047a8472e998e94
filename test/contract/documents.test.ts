import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import { WhatsAppSenderWebhookApi } from '../../credentials/WhatsAppSenderWebhookApi.credentials';
import { projectFolder } from '../../rig/n8n/folders';
import { description } from './form';

/** Labels of n8n's own editor, as the guides name them. */
const OF_THE_EDITOR = [
	'+',
	'⋯',
	'✨',
	'D',
	'Active',
	'Publish',
	'Settings',
	'Timezone',
	'Import',
	'From file',
	'Import from File',
	'Execute step',
	'Execute workflow',
	'Error Workflow',
	'Executions',
	'Retry',
	'Retry with original workflow (from node with error)',
	'Retry with currently saved workflow (from node with error)',
	'On Error',
	'Stop Workflow',
	'Continue',
	'Continue (using error output)',
	'Retry On Fail',
	'Max. Tries',
	'Wait Between Tries (ms)',
	'Workflows',
	'Data tables',
	'Create data table',
	'Add Column',
	'Type',
	'Data table',
	'Fixed',
	'From list',
	'Batch Size',
	'Name',
	'Production URL',
	'Predefined Credential Type',
	'Message Actions',
];

const inProject = (...names: string[]) => path.join(projectFolder, ...names);
/** A text that people read, without its code blocks. */
const read = (file: string) =>
	readFileSync(inProject(file), 'utf8').replace(/^ *```[^]*?^ *```$/gm, '');

/** README and its neighbours, and the guides. */
const documents = ['.', 'docs'].flatMap((folder) =>
	readdirSync(inProject(folder))
		.filter((name) => name.endsWith('.md'))
		.map((name) => path.posix.join(folder, name)),
);
const examples = readdirSync(inProject('examples')).map((name) => {
	type Note = { type: string; parameters: { content?: string } };
	const file = `examples/${name}`;
	const workflow = JSON.parse(readFileSync(inProject(file), 'utf8')) as object;
	return { file, ...(workflow as { name: string; nodes: Note[] }) };
});
/** The pages that the index lists, one for each job. */
const guides = [...read('docs/README.md').matchAll(/^\|[^|]+\| \[[^\]]+\]\(([^)]+)\)/gm)].map(
	([, page]) => `docs/${page}`,
);

/** What a document links to and shows: everything that is no web address. */
function targetsOf(file: string): string[] {
	const text = read(file).replace(/`[^`\n]*`/g, '');
	const links = text.matchAll(/(?:\]\(|(?:src|srcset|href)=")([^)"\s]+)[)"]/g);
	return [...links].map(([, target]) => target).filter((target) => !/^[a-z]+:/.test(target));
}

/** Whether a target is there: a file, and in it the heading that is meant. */
function resolves(file: string, target: string): boolean {
	const [to, anchor] = target.split('#');
	const found = to ? path.posix.join(path.posix.dirname(file), to) : file;
	if (!existsSync(inProject(found))) return false;
	const headings = anchor ? [...read(found).matchAll(/^#+ (.+)$/gm)] : [];
	// As GitHub makes them of headings.
	const anchors = headings.map(([, heading]) =>
		heading
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replaceAll(' ', '-')
			.toLowerCase(),
	);
	return !anchor || anchors.includes(anchor);
}

/** Every text that the form shows as a label, wherever it lies in the description. */
const credentials = [new WhatsAppSenderApi(), new WhatsAppSenderWebhookApi()];
const form = JSON.stringify([description, ...credentials]);
const formLabels = [...form.matchAll(/"(?:displayName|name|action)":"([^"]*)"/g)];
const labels = new Set([
	...OF_THE_EDITOR,
	...formLabels.map(([, label]) => label),
	...examples.map(({ name }) => name),
]);
const bold = (text: string) => [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, label]) => label);

test('The index lists a guide for each job, and README each operation by its name', () => {
	expect(guides).toHaveLength(12);
	const operations = description.properties.filter(({ name }) => name === 'operation');
	for (const { name } of operations.flatMap((operation) => operation.options ?? []))
		expect(read('README.md')).toContain(`[${name}](docs/operations.md#`);
});

test.each(documents)('Every link and picture of %s leads somewhere', (file) => {
	expect(targetsOf(file).filter((target) => !resolves(file, target))).toEqual([]);
});

test('A link to a heading or a page that is not there is noticed', () => {
	expect(resolves('README.md', 'docs/README.md#no-such-heading')).toBe(false);
	expect(resolves('README.md', 'docs/no-such-page.md')).toBe(false);
});

test.each(guides)('%s names and links an example, and prints only labels in bold', (guide) => {
	const linked = examples.filter(({ file }) => targetsOf(guide).includes(`../${file}`));
	expect(linked.length).toBeGreaterThan(0);
	expect(bold(read(guide))).toEqual(expect.arrayContaining(linked.map(({ name }) => name)));
	expect(bold(read(guide)).filter((label) => !labels.has(label))).toEqual([]);
});

test.each(examples)(
	'The example $name is named where one looks, and explains itself',
	({ name, file, nodes }) => {
		expect(guides.some((guide) => targetsOf(guide).includes(`../${file}`))).toBe(true);
		for (const index of ['docs/README.md', 'README.md']) expect(read(index)).toContain(name);
		// In a note: what it does, where to look, and what to change.
		const { parameters } = nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote')!;
		for (const part of [`## ${name}\n`, '\n**Look:** ', '\n**Change:** '])
			expect(parameters.content).toContain(part);
	},
);

/** The pictures of the pages: HTML, because Markdown has no pair of light and dark. */
const pictures = documents.flatMap((page) =>
	[...read(page).matchAll(/(<source[^>]*>\s*)?<img[^>]*>|!\[.*?\]\(.+?\)/g)].map(([tags]) => {
		const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tags)?.[1] ?? '';
		return { source: attribute('src'), alt: attribute('alt'), dark: attribute('srcset') };
	}),
);
const darkOf = (light: string) => light.replace('.light.png', '.dark.png');

test('The pictures are in light and dark, described, and all shown', () => {
	for (const { source, dark, alt } of pictures) {
		expect([dark, alt.length >= 20]).toEqual([darkOf(source), true]);
		expect(dark).not.toBe(source);
	}
	const shown = pictures.flatMap(({ source, dark }) => [source, dark]);
	const names = new Set(shown.map((file) => path.basename(file)));
	expect([...names].sort()).toEqual(readdirSync(inProject('docs/images')).sort());
});

test('The pictures are of the same size in both themes, and small: 100 kB each, 1.75 MB in all', () => {
	const images = readdirSync(inProject('docs/images')).map((name) => {
		const bytes = readFileSync(inProject('docs/images', name));
		return { name, bytes: bytes.length, size: bytes.subarray(16, 24).toString('hex') };
	});
	const sizes = new Map(images.map(({ name, size }) => [name, size]));
	for (const { name, size } of images)
		expect([name, sizes.get(darkOf(name))]).toEqual([name, size]);
	expect(Math.max(...images.map(({ bytes }) => bytes))).toBeLessThanOrEqual(100 * 1024);
	expect(images.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(1792 * 1024);
});
