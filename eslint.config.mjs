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
	examples: [],
	test: ['nodes', 'credentials', 'sandbox', 'rig', 'examples'],
	bench: ['nodes', 'credentials', 'sandbox', 'rig', 'test'],
	tools: ['nodes', 'credentials', 'sandbox', 'rig'],
};
/** The same in the node, for its folders and for the files beside them. Webhook List must not use the service. */
const NODE = {
	errors: [],
	values: ['errors'],
	http: ['errors', 'values'],
	service: ['errors', 'values', 'http'],
	operation: ['errors', 'values', 'http', 'service'],
	broadcast: ['errors', 'values', 'http', 'service'],
	message: ['errors', 'values', 'http', 'service', 'operation', 'broadcast'],
	list: ['errors', 'values', 'http', 'service', 'operation'],
	webhook: ['errors', 'values', 'http', 'operation', 'broadcast'],
	operations: ['operation', 'message', 'list', 'webhook'],
	editorHints: ['operation', 'message'],
	'WhatsAppSender.node': [
		'http',
		'service',
		'operation',
		'message',
		'list',
		'webhook',
		'operations',
		'editorHints',
	],
};
/** n8n's verified programme allows more modules, but n8n itself contains only these. */
const MODULES_OF_N8N = ['n8n-workflow', 'luxon', 'lodash', 'zod', 'crypto'];
const only = (...packages) => ({
	regex: `^(?!\\.{1,2}/|(${packages.join('|')})$)`,
	message: 'A node imports only its own files and modules that n8n contains.',
});
const modulesOfN8n = only(...MODULES_OF_N8N);
const entriesIn = (place) => readdirSync(join(import.meta.dirname, place), { withFileTypes: true });
const foldersIn = (place) =>
	entriesIn(place)
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name);
const codeIn = (place) =>
	entriesIn(place).flatMap(({ name }) => (name.endsWith('.ts') ? name.slice(0, -3) : []));
const outsideOf = (mayImport, room, rooms) => {
	const allowed = [room, ...(mayImport[room] ?? [])];
	const forbidden = rooms.filter((name) => !allowed.includes(name));
	return {
		regex: `^(\\.{1,2}/)+(${forbidden.join('|')})(/|$)`,
		message: `${room} may import from ${allowed.join(', ')}: see eslint.config.mjs.`,
	};
};
const restricted = (files, ...patterns) => ({
	files: [files],
	rules: { 'no-restricted-imports': ['error', { patterns }] },
});
const patternsOf = (folder) => [
	outsideOf(HOUSE, folder, foldersIn('.')),
	...(['nodes', 'credentials'].includes(folder) ? [modulesOfN8n] : []),
];
const NODE_FOLDER = 'nodes/WhatsAppSender';
const imports = [
	...foldersIn('.').map((folder) => restricted(`${folder}/**/*.ts`, ...patternsOf(folder))),
	// The later entry replaces the earlier one, so it repeats it.
	...[...foldersIn(NODE_FOLDER), ...codeIn(NODE_FOLDER)].map((room, _index, rooms) =>
		restricted(
			`${NODE_FOLDER}/{${room}/**/*,${room}}.ts`,
			...patternsOf('nodes'),
			outsideOf(NODE, room, rooms),
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
			complexity: ['error', 13],
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
