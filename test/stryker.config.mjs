import { createRequire } from 'node:module';

const base = createRequire(import.meta.url)('./jest.config.js');

/**
 * `npm run mutate`: changes the node bit by bit, and lists the changes that no test in test/unit notices.
 * A part: `npm run mutate -- --mutate 'nodes/WhatsAppSender/values/*.ts'`. Only what test/unit covers is
 * changed: for each change jest loads all tests that could notice it, and with n8n's engine that takes days.
 */
export default {
	mutate: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		config: { ...base, rootDir: undefined, testMatch: ['<rootDir>/test/unit/**/*.test.ts'] },
	},
	coverageAnalysis: 'perTest',
	// What runs once on loading, such as the texts of fields, belongs to every test there is.
	ignoreStatic: true,
	concurrency: 2,
	// A request or a loop that a change lets hang.
	timeoutMS: 10_000,
	ignorePatterns: ['dist', 'coverage', 'docs/images', 'rig/n8n/*/node_modules', 'rig/.data'],
	reporters: ['clear-text', 'progress-append-only', 'json'],
	jsonReporter: { fileName: 'coverage/mutation.json' },
	clearTextReporter: { logTests: false, allowColor: false },
};
