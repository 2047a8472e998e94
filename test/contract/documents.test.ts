import { documentsIn, examples, read, relativeTargets, resolves } from './documents';
import { labels } from './labels';

const documents = [...documentsIn('.'), ...documentsIn('docs')];
/** The pages that the index lists, one for each job. */
const guides = [...read('docs/README.md').matchAll(/^\|[^|]+\| \[[^\]]+\]\(([^)]+)\)/gm)].map(
	([, page]) => `docs/${page}`,
);
const bold = (text: string) => [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, label]) => label);
const exampleNames = examples.map(({ name }) => name);

test('The index lists a guide for each job', () => {
	expect(guides).toHaveLength(12);
});

test.each(documents)('Every link and picture of %s leads somewhere', (file) => {
	expect(relativeTargets(file).filter((target) => !resolves(file, target))).toEqual([]);
});

test('A link to a heading that is not there is noticed', () => {
	expect(resolves('README.md', 'docs/README.md#no-such-heading')).toBe(false);
	expect(resolves('README.md', 'docs/no-such-page.md')).toBe(false);
});

test.each(guides)('%s names an example, and links it', (guide) => {
	const linked = examples.filter(({ file }) => relativeTargets(guide).includes(`../${file}`));
	expect(linked.length).toBeGreaterThan(0);
	for (const { name } of linked) expect(bold(read(guide))).toContain(name);
});

test.each(guides)('%s prints in bold only labels of the editor and names of examples', (guide) => {
	const unknown = bold(read(guide)).filter(
		(label) => !labels.has(label) && !exampleNames.includes(label),
	);
	expect(unknown).toEqual([]);
});

describe.each(examples)('The example $name', ({ name, file, nodes }) => {
	test('is named in a guide, in the index and in README', () => {
		expect(guides.some((guide) => relativeTargets(guide).includes(`../${file}`))).toBe(true);
		for (const index of ['docs/README.md', 'README.md']) expect(read(index)).toContain(name);
	});

	test('says in a note what it does, where to look, and what to change', () => {
		const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		const [content] = notes.map(({ parameters }) => parameters.content);
		expect(content).toContain(`## ${name}\n`);
		expect(content).toContain('\n**Look:** ');
		expect(content).toContain('\n**Change:** ');
	});
});
