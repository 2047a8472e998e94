import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import type { Candidate } from '../candidate';
import { type RuleGroup, unless } from '../rule';
import { classesOf } from '../form';

const SECTIONS = ['Installation', 'Credential', 'Operations', 'Recipes', 'Errors', 'Compatibility'];
const MOST_WORDS = 900;
const FOREIGN_LETTERS = /[^\P{L}\p{Script=Latin}]+/gu;

const read = async ({ projectFolder }: Candidate, file: string) =>
	await readFile(path.join(projectFolder, file), 'utf8');
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
			broken: async (candidate) =>
				lacks(
					await read(candidate, 'README.md'),
					SECTIONS.map((section) => `\n## ${section}`),
				),
		},
		{
			says: 'README leads to each operation, under the name that the editor shows',
			broken: async (candidate) => {
				const { properties } = classesOf(candidate).node.description;
				const names = properties
					.filter(({ name }) => name === 'operation')
					.flatMap(({ options = [] }) => options.map(({ name }) => name));
				const links = names.map(
					(name) => `[${name}](docs/operations.md#${name.toLowerCase().replaceAll(' ', '-')})`,
				);
				const headings = names.map((name) => `\n## ${name}\n`);
				return [
					...lacks(await read(candidate, 'README.md'), links),
					...lacks(await read(candidate, 'docs/operations.md'), headings),
				];
			},
		},
		{
			says: `README can be read in one go: under ${MOST_WORDS} words`,
			broken: async (candidate) => {
				const words = (await read(candidate, 'README.md')).split(/\s+/).filter(Boolean).length;
				return unless(words < MOST_WORDS, `${words} words`);
			},
		},
		{
			says: 'README and CHANGELOG are in English letters',
			broken: async (candidate) => {
				const texts = [await read(candidate, 'README.md'), await read(candidate, 'CHANGELOG.md')];
				return texts.flatMap((text) => text.match(FOREIGN_LETTERS) ?? []);
			},
		},
		{
			says: 'LICENSE.md is the MIT licence',
			broken: async (candidate) =>
				lacks(await read(candidate, 'LICENSE.md'), ['MIT License', 'Permission is hereby granted']),
		},
		{
			says: 'CHANGELOG has this version, or what is unreleased',
			broken: async (candidate) => {
				const text = await read(candidate, 'CHANGELOG.md');
				const { version } = candidate.manifest;
				return unless(
					text.includes(`## [${version}]`) || text.includes('## [Unreleased]'),
					version,
				);
			},
		},
		{
			says: 'A tag publishes from GitHub with provenance, by trusted publishing, after verify',
			broken: async (candidate) => {
				const text = await read(candidate, '.github/workflows/publish.yml');
				const { on, jobs } = parse(text) as Workflow;
				const [{ permissions, steps }] = Object.values(jobs);
				const runs = steps.map(({ run = '' }) => run);
				return [
					...unless(!!on.push?.tags?.length, 'no tag starts it'),
					...unless(permissions?.['id-token'] === 'write', 'no permission id-token: write'),
					...unless(!/\$\{\{ *secrets\./.test(text), 'it uses a secret'),
					...lacks(runs.join('\n'), ['npm run lint', 'npm run verify', 'npm publish --provenance']),
				];
			},
		},
	],
};
