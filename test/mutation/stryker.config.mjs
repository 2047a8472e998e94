import { createRequire } from 'node:module';

const base = createRequire(import.meta.url)('../jest.config.js');

/**
 * `npm run mutate`: changes the node line by line, and says which changes no test notices. Parts of it:
 * `npm run mutate -- --mutate 'nodes/WhatsAppSender/values/*.ts'`.
 */
export default {
	mutate: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		config: {
			...base,
			rootDir: undefined,
			// The fast suites; the random ones would only repeat them for each change.
			testMatch: ['<rootDir>/test/{unit,contract}/**/*.test.ts', '<rootDir>/test/engine/*.test.ts'],
			testPathIgnorePatterns: ['isolation', 'storedExecution', 'documents', 'pictures'],
			testSequencer: '<rootDir>/test/mutation/unitFirst.js',
		},
	},
	coverageAnalysis: 'perTest',
	// What runs once on loading, such as the texts of fields, belongs to every test there is.
	ignoreStatic: true,
	concurrency: 2,
	// The first run of all tests in one process, and a request that a change lets hang.
	dryRunTimeoutMinutes: 20,
	timeoutMS: 20_000,
	ignorePatterns: ['dist', 'coverage', 'docs/images', 'rig/n8n/*/node_modules', 'rig/.data'],
	reporters: ['clear-text', 'progress-append-only', 'json'],
	jsonReporter: { fileName: 'coverage/mutation.json' },
	clearTextReporter: { logTests: false, allowColor: false },
};
