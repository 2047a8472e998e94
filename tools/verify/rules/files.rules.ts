import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Candidate } from '../candidate';
import { type Rule, type RuleGroup, unless } from '../rule';

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
const missing = (candidate: Candidate, wanted: string[]) =>
	wanted.filter((file) => !paths(candidate).includes(file)).map((file) => `${file} is missing`);
const read = async ({ packageFolder }: Candidate, file: string) =>
	await readFile(path.join(packageFolder, file), 'utf8');

const squareIcons: Rule = {
	says: 'Icons are square SVG files, for light and for dark',
	async broken(candidate) {
		const icons = paths(candidate).filter((file) => file.endsWith('.svg'));
		const problems = unless(icons.length >= 2, `only ${icons.length}`);
		for (const icon of icons) {
			const [, width, height] =
				/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(await read(candidate, icon)) ?? [];
			problems.push(...unless(!!width && width === height, `${icon} is ${width} × ${height}`));
		}
		return problems;
	},
};

const codex: Rule = {
	says: 'The codex of the node is there, names it, lets it be found, and links its documentation',
	async broken(candidate) {
		const { name, n8n } = candidate.manifest;
		const file = String(n8n?.nodes?.[0]).replace(/\.js$/, '.json');
		const codex = JSON.parse(await read(candidate, file));
		const { node, nodeVersion, codexVersion, categories, alias, resources } = codex;
		return [
			...unless(node === name, `node is "${node}"`),
			...unless(nodeVersion === '1.0' && codexVersion === '1.0', 'a version is not 1.0'),
			...unless(!!categories?.includes('Communication'), 'not in Communication'),
			...unless(!!alias?.includes('whatsapp'), 'not found as "whatsapp"'),
			...unless(!!resources?.primaryDocumentation?.[0]?.url, 'no documentation'),
		];
	},
};

export const fileRules: RuleGroup = {
	title: 'Files of the tarball',
	rules: [
		{
			says: 'Nothing is in it that n8n or its user does not read',
			broken: (candidate) =>
				paths(candidate).filter((file) => !EXPECTED.some((kind) => kind.test(file))),
		},
		{
			says: 'README, licence, and every file that package.json names are in it',
			broken: (candidate) => {
				const { main, n8n } = candidate.manifest;
				const named = [main ?? '', ...(n8n?.nodes ?? []), ...(n8n?.credentials ?? [])];
				return missing(candidate, ['README.md', 'LICENSE.md', ...named]);
			},
		},
		codex,
		squareIcons,
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
