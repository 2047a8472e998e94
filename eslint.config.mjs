import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { defineConfig, globalIgnores } from 'eslint/config';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

/** The published code. `n8n-node lint` applies the same rules to it. */
const published = ['nodes/**/*.ts', 'credentials/**/*.ts'];

/** The folders from which a folder may import, so that imports go one way. */
const HOUSE = {
	nodes: [],
	credentials: ['nodes'],
	sandbox: ['nodes', 'credentials'],
	rig: ['nodes', 'credentials', 'sandbox'],
	test: ['nodes', 'credentials', 'sandbox', 'rig'],
	bench: ['nodes', 'credentials', 'sandbox', 'rig'],
	tools: ['nodes', 'credentials', 'sandbox', 'rig'],
};
/** The same in the node. Webhook List must not use the service. */
const NODE = {
	errors: [],
	values: ['errors'],
	http: ['errors', 'values'],
	service: ['errors', 'values', 'http'],
	broadcast: ['errors', 'values', 'http', 'service'],
	message: ['errors', 'values', 'http', 'service', 'broadcast'],
	list: ['errors', 'values', 'http', 'service'],
	webhook: ['errors', 'values', 'http', 'broadcast'],
};
/** n8n's verified programme allows more modules, but n8n itself contains only these. */
const MODULES_OF_N8N = ['n8n-workflow', 'luxon', 'lodash', 'zod', 'crypto'];
const only = (...packages) => ({
	regex: `^(?!\\.{1,2}/|(${packages.join('|')})$)`,
	message: 'A node imports only its own files and modules that n8n contains.',
});
const modulesOfN8n = only(...MODULES_OF_N8N);
const foldersIn = (place) =>
	readdirSync(join(import.meta.dirname, place), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name);
const outsideOf = (place, mayImport, folder) => {
	const allowed = [folder, ...(mayImport[folder] ?? [])];
	const forbidden = foldersIn(place).filter((name) => !allowed.includes(name));
	return {
		regex: `^(\\.\\./)+(${forbidden.join('|')})(/|$)`,
		message: `${folder} may import from ${allowed.join(', ')}: see eslint.config.mjs.`,
	};
};
const restricted = (folder, ...patterns) => ({
	files: [`${folder}/**/*.ts`],
	rules: { 'no-restricted-imports': ['error', { patterns }] },
});
const patternsOf = (folder) => [
	outsideOf('.', HOUSE, folder),
	...(['nodes', 'credentials'].includes(folder) ? [modulesOfN8n] : []),
];
const NODE_FOLDER = 'nodes/WhatsAppSender';
const imports = [
	...foldersIn('.').map((folder) => restricted(folder, ...patternsOf(folder))),
	// The later entry replaces the earlier one, so it repeats it.
	...foldersIn(NODE_FOLDER).map((folder) =>
		restricted(
			`${NODE_FOLDER}/${folder}`,
			...patternsOf('nodes'),
			outsideOf(NODE_FOLDER, NODE, folder),
		),
	),
	{
		// The build replaces this file with the bundled library.
		files: [`${NODE_FOLDER}/values/phoneLibrary.ts`],
		rules: { 'no-restricted-imports': ['error', { patterns: [only('libphonenumber-js/.+')] }] },
	},
];

const LETTERS = '/[^\\P{L}\\p{Script=Latin}]/u';
const english = [
	{
		selector: `:matches(Literal[value=${LETTERS}], TemplateElement[value.cooked=${LETTERS}])`,
		message: 'Write texts in Latin letters.',
	},
	{ selector: 'ImportExpression', message: 'Import at the beginning of the file.' },
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
		// It compares the columns of spreadsheets in any language.
		files: ['nodes/WhatsAppSender/values/columns.ts'],
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
			// Both know only n8n's own links and fields. The programme's plugin checks ours.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// These require `main` as a text, and a maximum for each limit. The programme's config turns them off, too.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
