import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import { documents, examples, read, relativeTargets, resolves } from './documents';
import { description } from './form';

/** Labels of n8n's own editor, as the guides name them. */
const OF_THE_EDITOR = [
	...['+', '⋯', '✨', 'D', 'Active', 'Publish', 'Settings', 'Timezone'],
	...['Import', 'From file', 'Import from File'],
	...['Execute step', 'Execute workflow', 'Error Workflow', 'Executions', 'Retry'],
	'Retry with original workflow (from node with error)',
	'Retry with currently saved workflow (from node with error)',
	...['On Error', 'Stop Workflow', 'Continue', 'Continue (using error output)'],
	...['Retry On Fail', 'Max. Tries', 'Wait Between Tries (ms)'],
	...['Workflows', 'Data tables', 'Create data table', 'Add Column', 'Type'],
	...['Data table', 'Fixed', 'From list', 'Batch Size', 'Name'],
	...['Production URL', 'Predefined Credential Type', 'Message Actions'],
];

/** Every text that the form shows as a label, wherever it lies in the description. */
function labelsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		/^(displayName|name|action)$/.test(key) && typeof inner === 'string' ? inner : labelsIn(inner),
	);
}

const labels = new Set([
	...OF_THE_EDITOR,
	...labelsIn([description, new WhatsAppSenderApi()]),
	...examples.map(({ name }) => name),
]);
/** The pages that the index lists, one for each job. */
const guides = [...read('docs/README.md').matchAll(/^\|[^|]+\| \[[^\]]+\]\(([^)]+)\)/gm)].map(
	([, page]) => `docs/${page}`,
);
const bold = (text: string) => [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, label]) => label);

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

test.each(guides)('%s names and links an example, and prints only labels in bold', (guide) => {
	const linked = examples.filter(({ file }) => relativeTargets(guide).includes(`../${file}`));
	expect(linked.length).toBeGreaterThan(0);
	for (const { name } of linked) expect(bold(read(guide))).toContain(name);
	expect(bold(read(guide)).filter((label) => !labels.has(label))).toEqual([]);
});

test.each(examples)(
	'The example $name is named where one looks, and explains itself',
	(example) => {
		const { name, file, nodes } = example;
		expect(guides.some((guide) => relativeTargets(guide).includes(`../${file}`))).toBe(true);
		for (const index of ['docs/README.md', 'README.md']) expect(read(index)).toContain(name);
		// In a note: what it does, where to look, and what to change.
		const { parameters } = nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote')!;
		for (const part of [`## ${name}\n`, '\n**Look:** ', '\n**Change:** '])
			expect(parameters.content).toContain(part);
	},
);
