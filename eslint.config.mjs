import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { defineConfig, globalIgnores } from 'eslint/config';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

/** What n8n's own `n8n-node lint` applies to a node, over the code that is published. */
const published = ['nodes/**/*.ts', 'credentials/**/*.ts'];

/** Imports go one way: nodes ← sandbox ← rig ← test | bench | tools, which do not know each other. */
const ABOVE = {
	'{nodes,credentials}': 'sandbox|rig|test|bench|tools',
	sandbox: 'rig|test|bench|tools',
	rig: 'test|bench|tools',
	test: 'bench|tools',
	bench: 'test|tools',
	tools: 'test|bench',
};
const oneWay = Object.entries(ABOVE).map(([folder, above]) => ({
	files: [`${folder}/**/*.ts`],
	rules: {
		'no-restricted-imports': [
			'error',
			{
				patterns: [
					{
						regex: `^(\\.\\./)+(${above})(/|$)`,
						message: 'Imports go one way: nodes ← sandbox ← rig ← test | bench | tools.',
					},
				],
			},
		],
	},
}));

export default defineConfig(
	globalIgnores(['dist', 'coverage', '**/node_modules', '**/.data']),
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
		rules: { 'no-console': 'error' },
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
