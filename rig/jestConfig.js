const path = require('node:path');

/** Settings of jest for the tests of a folder, which start a real n8n. */
module.exports = (folder) => ({
	rootDir: path.resolve(__dirname, '..'),
	// Named one by one, so that jest does not walk through the n8n installed under rig/n8n.
	roots: [`<rootDir>/${folder}`, '<rootDir>/sandbox'],
	testMatch: [`<rootDir>/${folder}/**/*.test.ts`],
	transform: { '^.+\\.[jt]s$': '@swc/jest' },
	// Two packages under the sandbox are ES modules only.
	transformIgnorePatterns: ['/node_modules/(?!(@apidevtools|content-disposition)/)'],
	// One n8n at a time: a second one would slow both down, and spoil the memory figures.
	maxWorkers: 1,
	testTimeout: 120_000,
	globalSetup: '<rootDir>/rig/temporaryFolder/setup.js',
	globalTeardown: '<rootDir>/rig/temporaryFolder/teardown.js',
	forceExit: true,
});
