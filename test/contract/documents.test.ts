import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { parse } from 'yaml';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import { WhatsAppSenderWebhookApi } from '../../credentials/WhatsAppSenderWebhookApi.credentials';
import { resources } from '../../nodes/WhatsAppSender/WhatsAppSender.node.json';
import { normalizeCountryCode } from '../../nodes/WhatsAppSender/values/numberingPlan';
import { normalizePhone } from '../../nodes/WhatsAppSender/values/phone';
import { homepage, name as packageName, scripts, version } from '../../package.json';
import { description, FORMS, isStored, shown, shownOptions } from './form';
import { guides, inProject, pages, read, targetsOf } from './pages';

type Schema = { properties: object };
const DECISIONS = 'docs/decisions.md';

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

test.each(pages)('Every link and picture of %s leads somewhere', (file) => {
	expect(targetsOf(file).filter((target) => !resolves(file, target))).toEqual([]);
});

test('README lists every guide, and CONTRIBUTING the page for developers', () => {
	const listed = [...guides, ...targetsOf('CONTRIBUTING.md').filter((page) => page === DECISIONS)];
	expect(listed.sort()).toEqual(pages.filter((page) => page.startsWith('docs/')).sort());
});

test('The links of the node lead to the project, or a page of it', () => {
	const [project] = homepage.split('#');
	const { credentialDocumentation, primaryDocumentation } = resources;
	for (const { url } of [...credentialDocumentation, ...primaryDocumentation]) {
		const [before, page] = url.split(project);
		expect(before).toBe('');
		expect(['', ...pages]).toContain(page.replace('/blob/main/', ''));
	}
});

test.each([new WhatsAppSenderApi(), new WhatsAppSenderWebhookApi()])(
	'The link in the form of $displayName leads to a page of n8n that README names, too',
	({ documentationUrl }) => {
		expect(documentationUrl).toMatch(/^https:\/\/docs\.n8n\.io\//);
		expect(read('README.md')).toContain(`(${documentationUrl})`);
	},
);

test.each(pages)('Every command of %s is one of package.json', (file) => {
	const commands = readFileSync(inProject(file), 'utf8').matchAll(/npm run ([\w:-]+)/g);
	expect(Object.keys(scripts)).toEqual(
		expect.arrayContaining([...commands].map(([, name]) => name)),
	);
});

test.each(readdirSync(inProject('examples')))('A guide links the example %s', (file) => {
	expect(guides.flatMap(targetsOf)).toContain(`../examples/${file}`);
});

test('Every command that installs the package names the file of this version', () => {
	const named = pages.flatMap((page) => readFileSync(inProject(page), 'utf8').match(/\S+\.tgz/g));
	const files = named.filter((name) => name?.includes(packageName));
	expect(files.map((file) => path.basename(file!))).toEqual(
		Array(files.length).fill(`${packageName}-${version}.tgz`),
	);
	expect(files).not.toEqual([]);
});

test('The pages show every picture, in light and dark', () => {
	const shown = pages.flatMap(targetsOf).map((target) => path.basename(target));
	const pictures = readdirSync(inProject('docs/images'));
	expect(shown).toEqual(expect.arrayContaining(pictures));
	const darkOf = (light: string) => light.replace('.light.png', '.dark.png');
	const light = pictures.filter((name) => name.endsWith('.light.png'));
	expect(pictures).toEqual([...light, ...light.map(darkOf)].sort());
});

const codesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
const broadcast = read('docs/broadcast.md');
/** Phone numbers as docs/broadcast.md has them: with each country, and as they are sent. */
const writings = [...broadcast.matchAll(/^\| (`.+) \| (`\d+`(?:; `\d+`)*) \|$/gm)].flatMap(
	([, written, sent]) =>
		written.split('; ').flatMap((part, index) => {
			const [numbers, countries = '`62`'] = part.split(', with ');
			return codesIn(numbers).flatMap((number) =>
				codesIn(countries).map((country) => [number, country, codesIn(sent)[index]]),
			);
		}),
);

test.each(writings)('docs/broadcast.md is right: %s, with %s, is sent to %s', (number, ...rest) => {
	const [country, sent] = rest;
	expect(normalizePhone(number, normalizeCountryCode(country))).toBe(sent);
});

const [, refused] = /^\| Refused .*\n.*\n((?:\|.*\n)+)/m.exec(broadcast)!;
const refusals = [...refused.matchAll(/^\| (`.+?): (.+?) \|/gm)].flatMap(([, written, problem]) => {
	const [numbers, country = ''] = written.split(', with ');
	return codesIn(numbers).map((number) => [number, codesIn(country).join(), problem]);
});

test.each(refusals)(
	'docs/broadcast.md is right: %s, with "%s", is refused: %s',
	(number, ...rest) => {
		const [country, problem] = rest;
		expect(() => normalizePhone(number, country)).toThrow(problem);
	},
);

const [, ...sections] = read('docs/operations.md').split(/^## /m);
/** The first cells of the tables under each heading: fields and options, some of them side by side. */
const rows = new Map(
	sections.map((section) => {
		const cells = [...section.matchAll(/^\| (.*?) \|/gm)].map(([, cell]) => cell);
		return [section.split('\n')[0], cells.flatMap((cell) => cell.split(', '))];
	}),
);
// As the page says: "It has the fields and options of Send Text, and these".
rows.get('Send Media')?.push(...(rows.get('Send Text') ?? []));

const isNoField = ({ name }: INodeProperties) =>
	['resource', 'operation', 'options'].includes(name);
const labelOf = ({ displayName }: INodeProperties) => displayName;

/** The name of a form's operation, and the labels of the fields and options that the form shows. */
function labelsOf(set: (typeof FORMS)[number][1]) {
	const all = shown(set);
	const { options: operations } = all.find(({ name }) => name === 'operation')!;
	const { name: operation } = (operations as INodePropertyOptions[]).find(
		({ value }) => value === set.operation,
	)!;
	const options = all.some((field) => field.name === 'options') ? shownOptions(set) : [];
	const own = [...all.filter((field) => !isNoField(field)), ...options].filter(isStored);
	return { operation, labels: own.map(labelOf) };
}

test.each(FORMS)(
	'docs/operations.md has every field and option of %s, in its tables',
	(_form, set) => {
		const { operation, labels } = labelsOf(set);
		expect(labels).not.toEqual([]);
		expect(rows.get(operation)).toEqual(expect.arrayContaining(labels));
	},
);

test('docs/operations.md has no field or option that is in no form', () => {
	const forms = FORMS.map(([, set]) => labelsOf(set));
	const labels = forms.flatMap((form) => form.labels);
	const named = forms.flatMap(({ operation }) => rows.get(operation) ?? []);
	const isHead = (cell: string) => /^(Field|Option|-+)$/.test(cell);
	expect(named.filter((cell) => !isHead(cell) && !labels.includes(cell))).toEqual([]);
});

test('docs/operations.md has every setting', () => {
	const settings = description.properties.filter(({ isNodeSetting }) => isNodeSetting);
	expect(rows.get('Settings')).toEqual(expect.arrayContaining(settings.map(labelOf)));
});

test('sandbox/service.md names every field that the rules of the interface have', () => {
	const rules = readFileSync(inProject('sandbox/service.openapi.yaml'), 'utf8');
	const { components } = parse(rules) as { components: { schemas: Record<string, Schema> } };
	const { Message, Upload } = components.schemas;
	const words = read('sandbox/service.md');
	const fields = [Message, Upload].flatMap(({ properties }) => Object.keys(properties));
	expect(fields.filter((field) => !words.includes(`\`${field}\``))).toEqual([]);
});
