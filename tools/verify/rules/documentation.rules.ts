import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { projectFolder } from '../../../rig/n8n/folders';
import { classesOf } from '../candidate';
import { type RuleGroup, unless } from '../rule';

const SECTIONS = ['Installation', 'Credential', 'Operations', 'Recipes', 'Errors', 'Compatibility'];
const MOST_WORDS = 900;
const FOREIGN_LETTERS = /[^\P{L}\p{Script=Latin}]+/gu;

const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');
const lacks = (text: string, wanted: string[]) =>
	wanted.filter((part) => !text.includes(part)).map((part) => `no "${part}"`);

interface Workflow {
	on: { push?: { tags?: string[] } };
	jobs: Record<string, { permissions?: Record<string, string>; steps: Array<{ run?: string }> }>;
}

export const documentationRules: RuleGroup = {
	title: 'Documentation and publishing (verification guidelines, submission)',
	rules: [
		{
			says: 'README: installation, credential, operations, examples, errors, compatibility',
			broken: () => {
				const headings = SECTIONS.map((section) => `\n## ${section}`);
				return lacks(read('README.md'), headings);
			},
		},
		{
			// That the links lead to a heading, test/contract/documents.test.ts checks.
			says: 'README leads to each operation, under the name that the editor shows',
			broken: (candidate) => {
				const { properties } = classesOf(candidate).node.description;
				const operations = properties.filter(({ name }) => name === 'operation');
				const names = operations.flatMap(({ options = [] }) => options.map(({ name }) => name));
				const anchor = (name: string) => name.toLowerCase().replaceAll(' ', '-');
				const links = names.map((name) => `[${name}](docs/operations.md#${anchor(name)})`);
				return lacks(read('README.md'), links);
			},
		},
		{
			says: `README can be read in one go: under ${MOST_WORDS} words`,
			broken: () => {
				const words = read('README.md').split(/\s+/).filter(Boolean).length;
				return unless(words < MOST_WORDS, `${words} words`);
			},
		},
		{
			says: 'README and CHANGELOG are in English letters',
			broken: () => (read('README.md') + read('CHANGELOG.md')).match(FOREIGN_LETTERS) ?? [],
		},
		{
			says: 'LICENSE.md is the MIT licence',
			broken: () => lacks(read('LICENSE.md'), ['MIT License', 'Permission is hereby granted']),
		},
		{
			says: 'CHANGELOG has this version, or what is unreleased',
			broken: ({ manifest: { version } }) =>
				unless(
					new RegExp(`^## \\[(${version}|Unreleased)\\]`, 'm').test(read('CHANGELOG.md')),
					version,
				),
		},
		{
			says: 'A tag publishes from GitHub with provenance, by trusted publishing, after verify',
			broken: () => {
				const text = read('.github/workflows/publish.yml');
				const { on, jobs } = parse(text) as Workflow;
				const [{ permissions, steps }] = Object.values(jobs);
				const runs = steps.map(({ run = '' }) => run).join('\n');
				return [
					...unless(!!on.push?.tags?.length, 'no tag starts it'),
					...unless(permissions?.['id-token'] === 'write', 'no permission id-token: write'),
					...unless(!/\$\{\{ *secrets\./.test(text), 'it uses a secret'),
					...lacks(runs, ['npm run lint', 'npm run verify', 'npm publish --provenance']),
				];
			},
		},
	],
};
