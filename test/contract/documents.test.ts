import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import { WhatsAppSenderWebhookApi } from '../../credentials/WhatsAppSenderWebhookApi.credentials';
import { resources } from '../../nodes/WhatsAppSender/WhatsAppSender.node.json';
import { normalizeCountryCode, normalizePhone } from '../../nodes/WhatsAppSender/values/phone';
import { homepage, name as packageName, scripts, version } from '../../package.json';
import { description, fieldsOf, FORMS, isStored, optionsOf } from './form';
import { guides, inProject, pages, read, targetsOf } from './pages';

const DECISIONS = 'docs/decisions.md';

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string) =>
	heading
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.replaceAll(' ', '-')
		.toLowerCase();

/** Whether the file of a link exists and contains the heading of its anchor. */
function resolves(file: string, target: string): boolean {
	const [to, anchor] = target.split('#');
	const found = to ? path.posix.join(path.posix.dirname(file), to) : file;
	if (!anchor) return existsSync(inProject(found));
	const headings = [...read(found).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
	return headings.map(anchorOf).includes(anchor);
}

test.each(pages)('The files and headings that %s links exist', (file) => {
	expect(targetsOf(file).filter((target) => !resolves(file, target))).toEqual([]);
});

test('README lists every guide, and CONTRIBUTING the page for developers', () => {
	const listed = [...guides, ...targetsOf('CONTRIBUTING.md').filter((page) => page === DECISIONS)];
	expect(listed.sort()).toEqual(pages.filter((page) => page.startsWith('docs/')).sort());
});

test('The node links the project, or a page of the project', () => {
	const [project] = homepage.split('#');
	const { credentialDocumentation, primaryDocumentation } = resources;
	for (const { url } of [...credentialDocumentation, ...primaryDocumentation]) {
		const [before, page] = url.split(project);
		expect(before).toBe('');
		expect(['', ...pages]).toContain(page.replace('/blob/main/', ''));
	}
});

test.each([new WhatsAppSenderApi(), new WhatsAppSenderWebhookApi()])(
	'README links the same page as the form of $displayName',
	({ documentationUrl }) => {
		expect(documentationUrl).toMatch(/^https:\/\/docs\.n8n\.io\//);
		expect(read('README.md')).toContain(`(${documentationUrl})`);
	},
);

test.each(pages)('package.json has every command of %s', (file) => {
	const commands = readFileSync(inProject(file), 'utf8').matchAll(/npm run ([\w:-]+)/g);
	expect(Object.keys(scripts)).toEqual(
		expect.arrayContaining([...commands].map(([, name]) => name)),
	);
});

const examples = readdirSync(inProject('examples')).filter((name) => name.endsWith('.json'));

test.each(examples)('A guide links the example %s', (file) => {
	expect(guides.flatMap(targetsOf)).toContain(`../examples/${file}`);
});

test('Commands that install the package name this version', () => {
	const command = new RegExp(`(?:npm install|COPY) .*${packageName}[@-](\\d+\\.\\d+\\.\\d+)`, 'g');
	const named = pages.flatMap((page) => [
		...readFileSync(inProject(page), 'utf8').matchAll(command),
	]);
	expect(new Set(named.map(([, one]) => one))).toEqual(new Set([version]));
});

test('The pages show every picture, and each has a light and a dark version', () => {
	const linked = pages.flatMap(targetsOf).map((target) => path.basename(target));
	const pictures = readdirSync(inProject('docs/images'));
	expect(linked).toEqual(expect.arrayContaining(pictures));
	const darkOf = (light: string) => light.replace('.light.png', '.dark.png');
	const light = pictures.filter((name) => name.endsWith('.light.png'));
	expect(pictures).toEqual([...light, ...light.map(darkOf)].sort());
});

const codesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
const workflows = read('docs/workflows.md');
/** The phone numbers of docs/workflows.md, each with its country and the number that is sent. */
const writings = [...workflows.matchAll(/^\| (`.+) \| (`\d+`(?:; `\d+`)*) \|$/gm)].flatMap(
	([, written, sent]) =>
		written.split('; ').flatMap((part, index) => {
			const [numbers, countries = '`62`'] = part.split(', with ');
			return codesIn(numbers).flatMap((number) =>
				codesIn(countries).map((country) => [number, country, codesIn(sent)[index]]),
			);
		}),
);

test.each(writings)(
	'The node reads %s with %s as %s, as docs/workflows.md says',
	(number, ...rest) => {
		const [country, sent] = rest;
		expect(normalizePhone(number, normalizeCountryCode(country))).toBe(sent);
	},
);

const [, refused] = /^\| Refused .*\n.*\n((?:\|.*\n)+)/m.exec(workflows)!;
const refusals = [...refused.matchAll(/^\| (`.+?): (.+?) \|/gm)].flatMap(([, written, problem]) => {
	const [numbers, country = ''] = written.split(', with ');
	return codesIn(numbers).map((number) => [number, codesIn(country).join(), problem]);
});

test.each(refusals)(
	'The node refuses %s with "%s": %s, as docs/workflows.md says',
	(number, ...rest) => {
		const [country, problem] = rest;
		expect(() => normalizePhone(number, country)).toThrow(problem);
	},
);

const [, ...sections] = read('docs/operations.md').split(/^## /m);
/** The fields and options under each heading: the first cells of its tables; a cell can name several. */
const namesUnder = new Map(
	sections.map((section) => {
		const cells = [...section.matchAll(/^\| (.*?) \|/gm)].map(([, cell]) => cell);
		return [section.split('\n')[0], cells.flatMap((cell) => cell.split(', '))];
	}),
);
// The page says of Send Media: "It has the fields and options of Send Text, and these".
namesUnder.get('Send Media')?.push(...(namesUnder.get('Send Text') ?? []));

const isNoField = ({ name }: INodeProperties) =>
	['resource', 'operation', 'options'].includes(name);
const labelOf = ({ displayName }: INodeProperties) => displayName;

/** The name of a form's operation, and the labels of the fields and options that the form shows. */
function labelsOf(set: (typeof FORMS)[number][1]) {
	const fields = fieldsOf(set);
	const { options: operations } = fields.find(({ name }) => name === 'operation')!;
	const { name: operation } = (operations as INodePropertyOptions[]).find(
		({ value }) => value === set.operation,
	)!;
	const own = [...fields.filter((field) => !isNoField(field)), ...optionsOf(set)];
	return { operation, labels: own.filter(isStored).map(labelOf) };
}

test.each(FORMS)('docs/operations.md lists every field of %s', (_form, set) => {
	const { operation, labels } = labelsOf(set);
	expect(labels).not.toEqual([]);
	expect(namesUnder.get(operation)).toEqual(expect.arrayContaining(labels));
});

test('docs/operations.md lists no field or option that no form has', () => {
	const forms = FORMS.map(([, set]) => labelsOf(set));
	const labels = forms.flatMap((form) => form.labels);
	const named = forms.flatMap(({ operation }) => namesUnder.get(operation) ?? []);
	const isHeader = (cell: string) => /^(Field|Option|-+)$/.test(cell);
	expect(named.filter((cell) => !isHeader(cell) && !labels.includes(cell))).toEqual([]);
});

test('docs/operations.md lists every setting', () => {
	const settings = description.properties.filter(({ isNodeSetting }) => isNodeSetting);
	expect(namesUnder.get('Settings')).toEqual(expect.arrayContaining(settings.map(labelOf)));
});
