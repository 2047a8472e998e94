import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { defineConfig, globalIgnores } from 'eslint/config';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

/** What n8n's own `n8n-node lint` applies to a node, over the code that is published. */
const published = ['nodes/**/*.ts', 'credentials/**/*.ts'];

/** Imports go one way, to the left: nodes ← sandbox ← rig ← test | bench | tools. Those beside each other do not know each other. */
const HOUSE = [['{nodes,credentials}'], ['sandbox'], ['rig'], ['test', 'bench', 'tools']];
/** The same inside the node; `fields` imports no other folder. Webhook List is someone else's server: no service. */
const NODE = [
	['fields', 'errors'],
	['values'],
	['http'],
	['service', 'turns'],
	['message', 'list', 'webhook'],
];
const outside = (floors, folder) => {
	const above = floors.slice(floors.findIndex((floor) => floor.includes(folder))).flat();
	const folders = above.filter((other) => other !== folder);
	if (folder === 'webhook') folders.push('service');
	return {
		regex: `^(\\.\\./)+(${folders.join('|')})(/|$)`,
		message: `${folder} does not import from ${folders.join(', ')}: imports go one way.`,
	};
};
/** Of what the programme allows, only these are there on both lines of n8n. */
const brought = {
	regex: '^(?!\\.{1,2}/|(n8n-workflow|luxon|lodash|zod|crypto)$)',
	message: 'A node imports only its own files and what n8n brings.',
};
const restricted = (folder, ...patterns) => ({
	files: [`${folder}/**/*.ts`],
	rules: { 'no-restricted-imports': ['error', { patterns }] },
});
const beyondNode = [outside(HOUSE, '{nodes,credentials}'), brought];
const oneWay = [
	...HOUSE.slice(1)
		.flat()
		.map((folder) => restricted(folder, outside(HOUSE, folder))),
	restricted('{nodes,credentials}', ...beyondNode),
	// The later entry replaces the earlier one, so it repeats it.
	...NODE.flat().map((folder) =>
		restricted(`nodes/WhatsAppSender/${folder}`, ...beyondNode, outside(NODE, folder)),
	),
];

/** A text of the node, or a part of it, in which this is found. */
const text = (pattern, message) => ({
	selector: `:matches(Literal[value=${pattern}], TemplateElement[value.cooked=${pattern}])`,
	message,
});
/** The same in a sentence: no name, no code. */
const sentence = (words, flags, message) =>
	text(`/^(?=[^{}<=]*\\w [^{}<=]*$)[^]*\\b${words}/${flags}`, message);
const texts = [
	text('/[^\\P{L}\\p{Script=Latin}]/u', 'Texts are in English letters.'),
	// On Error is a setting, and the first failure is where a broadcast stops.
	sentence('(?<!On |first )(error|problem|failure|mistake)s?\\b', 'i', 'Say what to do instead.'),
	sentence('incoming item', 'i', 'Say "input item".'),
	sentence('pauses?\\b', 'i', 'Say "delay".'),
	sentence('gone out\\b', 'i', 'Say "been sent".'),
	sentence('binary (field|property|file)\\b', 'i', 'Say "input field".'),
	// The label and the description of one setting are n8n's own.
	sentence(
		'(payload|endpoint|boolean|TLS|SSL(?! Issues| certificate validation)|ISO|Unix|null|undefined)\\b',
		'',
		'Use words that anybody knows.',
	),
	{
		selector: `:matches(Property[key.name="hint"], CallExpression[callee.name="beforeRun"]) > Literal[value=/^(?!.*\\. [A-Z]).*\\.$|\\. [A-Z].*[^.]$/]`,
		message: 'Several sentences end with a period, one does not.',
	},
	{
		selector: 'Property[key.name="hint"] > Literal[value=/^.{121}/]',
		message: 'Keep hints short.',
	},
	{
		selector: 'Property[key.name="placeholder"] > Literal[value=/^(?!e\\.g\\. |Add |Select )/]',
		message: 'Begin an example with "e.g. ".',
	},
	{ selector: 'ImportExpression', message: 'Imports stand at the beginning of a file.' },
];

export default defineConfig(
	globalIgnores(['dist', 'coverage', '.stryker-tmp', '**/node_modules', '**/.data']),
	...oneWay,
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
			'no-restricted-syntax': ['error', ...texts],
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
