import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { defineConfig, globalIgnores } from 'eslint/config';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

/** What n8n's own `n8n-node lint` applies to a node, over the code that is published. */
const published = ['nodes/**/*.ts', 'credentials/**/*.ts'];

/** What a folder may import from beside itself, so that imports go one way. A new folder may import nothing until it is named here. */
const HOUSE = {
	nodes: [],
	credentials: ['nodes'],
	sandbox: ['nodes', 'credentials'],
	rig: ['nodes', 'credentials', 'sandbox'],
	test: ['nodes', 'credentials', 'sandbox', 'rig'],
	bench: ['nodes', 'credentials', 'sandbox', 'rig'],
	tools: ['nodes', 'credentials', 'sandbox', 'rig'],
};
/** The same inside the node. Webhook List is someone else's server: no service. */
const NODE = {
	errors: [],
	values: ['errors'],
	service: ['errors', 'values'],
	broadcast: ['errors', 'values', 'service'],
	message: ['errors', 'values', 'service', 'broadcast'],
	list: ['errors', 'values', 'service'],
	webhook: ['errors', 'values', 'broadcast'],
};
/** Of the modules that the programme allows, n8n itself brings only these. */
const BROUGHT = ['n8n-workflow', 'luxon', 'lodash', 'zod', 'crypto'];
const only = (...packages) => ({
	regex: `^(?!\\.{1,2}/|(${packages.join('|')})$)`,
	message: 'A node imports only its own files and what n8n brings.',
});
const brought = only(...BROUGHT);
const foldersIn = (place) =>
	readdirSync(join(import.meta.dirname, place), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name);
const outside = (place, mayImport, folder) => {
	const allowed = [folder, ...(mayImport[folder] ?? [])];
	const closed = foldersIn(place).filter((name) => !allowed.includes(name));
	return {
		regex: `^(\\.\\./)+(${closed.join('|')})(/|$)`,
		message: `${folder} may import from ${allowed.join(', ')}: see eslint.config.mjs.`,
	};
};
const restricted = (folder, ...patterns) => ({
	files: [`${folder}/**/*.ts`],
	rules: { 'no-restricted-imports': ['error', { patterns }] },
});
const inHouse = (folder) => [
	outside('.', HOUSE, folder),
	...(['nodes', 'credentials'].includes(folder) ? [brought] : []),
];
const NODE_FOLDER = 'nodes/WhatsAppSender';
const imports = [
	...foldersIn('.').map((folder) => restricted(folder, ...inHouse(folder))),
	// The later entry replaces the earlier one, so it repeats it.
	...foldersIn(NODE_FOLDER).map((folder) =>
		restricted(`${NODE_FOLDER}/${folder}`, ...inHouse('nodes'), outside(NODE_FOLDER, NODE, folder)),
	),
	{
		// The build puts the library in place of this one file, so that nothing has to be installed.
		files: [`${NODE_FOLDER}/values/phoneLibrary.ts`],
		rules: { 'no-restricted-imports': ['error', { patterns: [only('libphonenumber-js/.+')] }] },
	},
];

const LETTERS = '/[^\\P{L}\\p{Script=Latin}]/u';
const english = [
	{
		selector: `:matches(Literal[value=${LETTERS}], TemplateElement[value.cooked=${LETTERS}])`,
		message: 'Texts are in English letters.',
	},
	{ selector: 'ImportExpression', message: 'Imports stand at the beginning of a file.' },
];

export default defineConfig(
	globalIgnores(['dist', 'coverage', '**/node_modules', '**/.data']),
	...imports,
	{
		files: ['**/*.ts'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
	},
	{
		files: ['**/*.{js,mjs}'],
		extends: [js.configs.recommended],
		languageOptions: {
			globals: {
				require: 'readonly',
				module: 'writable',
				exports: 'writable',
				process: 'readonly',
				__dirname: 'readonly',
			},
		},
	},
	{
		files: published,
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			'no-console': 'error',
			'no-restricted-globals': ['error', 'fetch', 'XMLHttpRequest'],
			'no-restricted-syntax': ['error', ...english],
		},
	},
	{
		// Sentences in the languages of those who are asked.
		files: ['nodes/WhatsAppSender/message/wait/languages.ts'],
		rules: { 'no-restricted-syntax': 'off' },
	},
	{
		files: ['package.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: n8nNodesBase.configs.community.rules,
		languageOptions: {
			parser: tseslint.parser,
			parserOptions: { extraFileExtensions: ['.json'] },
		},
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// Both know only n8n's own short links and fields; the programme's plugin checks ours.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// These three want the texts `main` and a maximum of every limit; the programme's config has them off too.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
