// Its temporary folder, which goes when this process ends.
import '../jest.config.js';

/**
 * `npm run mutate`: changes the node bit by bit, and lists the changes that no test in test/unit and
 * test/engine notices. A part: `npm run mutate -- --mutate 'nodes/WhatsAppSender/values/*.ts'`.
 */
export default {
	mutate: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	plugins: ['@stryker-mutator/vitest-runner'],
	testRunner: 'vitest',
	vitest: { configFile: 'test/mutation/vitest.config.mjs', related: false },
	coverageAnalysis: 'perTest',
	// What runs once on loading, such as the texts of fields, belongs to every test there is.
	ignoreStatic: true,
	concurrency: 2,
	// A request or a loop that a change lets hang.
	timeoutMS: 60_000,
	ignorePatterns: ['dist', 'coverage', 'docs/images', 'rig/n8n/*/node_modules', 'rig/.data'],
	reporters: ['clear-text', 'progress-append-only', 'json'],
	jsonReporter: { fileName: 'coverage/mutation.json' },
	clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
};
