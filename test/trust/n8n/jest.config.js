/** The node's promises under faults, in a real n8n of each line: `npm run test:trust`. */
module.exports = {
	rootDir: '../../..',
	// Named one by one, so that jest does not walk through the n8n installed under sandbox/n8n.
	roots: ['<rootDir>/test/trust/n8n', '<rootDir>/sandbox/service'],
	testMatch: ['<rootDir>/test/trust/n8n/**/*.test.ts'],
	transform: { '^.+\\.[jt]s$': '@swc/jest' },
	// Two packages under the sandbox are ES modules only.
	transformIgnorePatterns: ['/node_modules/(?!(@apidevtools|content-disposition)/)'],
	// One n8n at a time: a second one would slow both down, and spoil the memory figures.
	maxWorkers: 1,
	testTimeout: 120_000,
	globalSetup: '<rootDir>/test/temporaryFolder/setup.js',
	globalTeardown: '<rootDir>/test/temporaryFolder/teardown.js',
	forceExit: true,
};
