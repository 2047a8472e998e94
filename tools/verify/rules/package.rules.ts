import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { codexOf, type Candidate } from '../candidate';
import { type RuleGroup, unless } from '../rule';

const OTHER_DEPENDENCIES = ['bundledDependencies', 'bundleDependencies', 'optionalDependencies'];
const GITHUB = /^git\+(https:\/\/github\.com\/[\w.-]+\/[\w.-]+?)\.git$/;
const KILOBYTE = 1024;
/** Several times of what it has now; a forgotten folder or a bundled library is more. */
const MOST_PACKED = 100 * KILOBYTE;
const MOST_UNPACKED = 400 * KILOBYTE;

/** The only kinds of files that a user of the package has any use for. */
const EXPECTED = [
	/^(package\.json|README\.md|LICENSE\.md|index\.js)$/,
	/^dist\/credentials\/\w+\.credentials\.js$/,
	/^dist\/nodes\/WhatsAppSender\/([\w.]+\/)*[\w.]+\.js$/,
	/^dist\/nodes\/WhatsAppSender\/[\w.]+\.(svg|node\.json)$/,
	/^dist\/nodes\/WhatsAppSender\/__schema__\/v\d+\.\d+\.\d+\/\w+\/\w+\.json$/,
];

const paths = ({ files }: Candidate) => files.map((file) => file.path);

/** What lint does not say of package.json, and what it cannot see of the tarball. */
export const packageRules: RuleGroup = {
	title: 'Package (standards of community nodes, verification guidelines)',
	rules: [
		{
			says: 'The version is a plain semantic version',
			broken: ({ manifest: { version } }) => unless(/^\d+\.\d+\.\d+$/.test(version), version),
		},
		{
			says: 'Repository and homepage are the same place on GitHub, for provenance',
			broken: ({ manifest: { homepage, repository } }) => {
				const [, place] = GITHUB.exec(repository?.url ?? '') ?? [];
				return unless(!!place && !!homepage?.startsWith(`${place}#`), `${homepage}, ${place}`);
			},
		},
		{
			says: 'No dependencies are bundled or optional, and it installs no command',
			broken: ({ manifest }) => [...OTHER_DEPENDENCIES, 'bin'].filter((field) => field in manifest),
		},
		{
			says: 'Installed by hand, as queue mode needs it, it brings no n8n',
			broken: ({ manifest: { peerDependenciesMeta } }) => {
				const meta = JSON.stringify(peerDependenciesMeta);
				return unless(meta === '{"n8n-workflow":{"optional":true}}', meta);
			},
		},
		{
			says: 'Nothing is in it that n8n or its user does not read',
			broken: (candidate) =>
				paths(candidate).filter((file) => !EXPECTED.some((kind) => kind.test(file))),
		},
		{
			says: 'README, licence, and every file that package.json names are in it',
			broken: (candidate) => {
				const { main, n8n } = candidate.manifest;
				const named = ['README.md', 'LICENSE.md', main, ...n8n.nodes, ...n8n.credentials];
				return named.filter((file) => !paths(candidate).includes(file));
			},
		},
		{
			says: 'The codex names the node, lets it be found, and links its documentation',
			broken: async (candidate) => {
				const { node, nodeVersion, codexVersion, ...codex } = await codexOf(candidate);
				return [
					...unless(node === candidate.manifest.name, `node is "${node}"`),
					...unless(nodeVersion === '1.0' && codexVersion === '1.0', 'a version is not 1.0'),
					...unless(!!codex.categories?.includes('Communication'), 'not in Communication'),
					...unless(!!codex.alias?.includes('whatsapp'), 'not found as "whatsapp"'),
					...unless(!!codex.resources?.primaryDocumentation?.[0]?.url, 'no documentation'),
				];
			},
		},
		{
			says: 'Icons are square SVG files, for light and for dark',
			async broken(candidate) {
				const icons = paths(candidate).filter((file) => file.endsWith('.svg'));
				const problems = unless(icons.length >= 2, `only ${icons.length}`);
				for (const icon of icons) {
					const svg = await readFile(path.join(candidate.packageFolder, icon), 'utf8');
					problems.push(...unless(/viewBox="0 0 ([\d.]+) \1"/.test(svg), icon));
				}
				return problems;
			},
		},
		{
			says: `It is small: at most ${MOST_PACKED / KILOBYTE} kB packed and ${MOST_UNPACKED / KILOBYTE} kB unpacked`,
			broken: ({ size, files }) => {
				const unpacked = files.reduce((sum, file) => sum + file.size, 0);
				return [
					...unless(size <= MOST_PACKED, `${size} bytes packed`),
					...unless(unpacked <= MOST_UNPACKED, `${unpacked} bytes unpacked`),
				];
			},
		},
	],
};
