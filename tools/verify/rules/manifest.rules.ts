import type { Manifest } from '../candidate';
import { type RuleGroup, unless } from '../rule';

const FORBIDDEN_FIELDS = [
	'dependencies',
	'bundledDependencies',
	'bundleDependencies',
	'optionalDependencies',
	'overrides',
	'resolutions',
	'bin',
];
const FORBIDDEN_SCRIPT = /^(pre|post)?(prepare|install)$|^prepublish$|^(pre|post)?pack$/;
const GITHUB = /^git\+https:\/\/github\.com\/([\w.-]+\/[\w.-]+?)\.git$/;
const PLACEHOLDER = /<\.\.\.>|example\.com|todo|lorem|starter/i;

const says = (what: string, broken: (manifest: Manifest) => string[]) => ({ says: what, broken });

export const manifestRules: RuleGroup<Manifest> = {
	title: 'package.json of the tarball (standards of community nodes, verification guidelines)',
	rules: [
		says('The name begins with n8n-nodes-', ({ name }) =>
			unless(/^(@[\w-]+\/)?n8n-nodes-[a-z\d-]+$/.test(name), name),
		),
		says('The version is a plain semantic version', ({ version }) =>
			unless(/^\d+\.\d+\.\d+$/.test(version), version),
		),
		says('The licence is MIT', ({ license }) => unless(license === 'MIT', String(license))),
		says('The keyword n8n-community-node-package is there', ({ keywords }) =>
			unless(!!keywords?.includes('n8n-community-node-package'), String(keywords)),
		),
		says('A description says what it is for', ({ description }) =>
			unless(!!description && description.length > 20, String(description)),
		),
		says('The author has a name and an address', ({ author }) =>
			unless(!!author?.name && /^\S+@\S+$/.test(author.email ?? ''), JSON.stringify(author)),
		),
		says('The repository is on GitHub, for provenance', ({ repository }) =>
			unless(GITHUB.test(repository?.url ?? ''), JSON.stringify(repository)),
		),
		says('Homepage and repository are the same place', ({ homepage, repository }) => {
			const place = GITHUB.exec(repository?.url ?? '')?.[1];
			return unless(!!homepage?.startsWith(`https://github.com/${place}#`), String(homepage));
		}),
		says('Nothing is needed at run time but n8n-workflow, as a peer of any version', (manifest) => [
			...FORBIDDEN_FIELDS.filter((field) => field in manifest),
			...unless(
				JSON.stringify(manifest.peerDependencies) === '{"n8n-workflow":"*"}',
				JSON.stringify(manifest.peerDependencies),
			),
		]),
		says(
			'Installed by hand, as queue mode needs it, it brings no n8n',
			({ peerDependenciesMeta }) =>
				unless(
					JSON.stringify(peerDependenciesMeta) === '{"n8n-workflow":{"optional":true}}',
					JSON.stringify(peerDependenciesMeta),
				),
		),
		says('No script runs on installing or packing', ({ scripts = {} }) =>
			Object.keys(scripts).filter((name) => FORBIDDEN_SCRIPT.test(name)),
		),
		says('Only dist is published', ({ files }) =>
			unless(JSON.stringify(files) === '["dist"]', JSON.stringify(files)),
		),
		says('The n8n section has API version 1, and nodes and credentials in dist', ({ n8n }) => [
			...unless(n8n?.n8nNodesApiVersion === 1, `n8nNodesApiVersion ${n8n?.n8nNodesApiVersion}`),
			...unless(!!n8n?.nodes?.length && !!n8n.credentials?.length, JSON.stringify(n8n)),
			...[...(n8n?.nodes ?? []), ...(n8n?.credentials ?? [])].filter(
				(entry) => !/^dist\/(nodes|credentials)\/.+\.(node|credentials)\.js$/.test(entry),
			),
		]),
		says('No placeholder of a template is left', (manifest) =>
			[manifest.name, manifest.description, manifest.homepage, JSON.stringify(manifest.author)]
				.map(String)
				.filter((text) => PLACEHOLDER.test(text)),
		),
	],
};
