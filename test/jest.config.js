/** Tests in n8n's own engine, against the sandbox service; `npm run test:n8n` has its own. */
module.exports = {
	rootDir: '..',
	// Named one by one, so that jest does not walk through the n8n installed under rig/n8n.
	roots: [
		'<rootDir>/nodes',
		'<rootDir>/credentials',
		'<rootDir>/test',
		'<rootDir>/tools/texts',
		'<rootDir>/sandbox',
	],
	testMatch: ['<rootDir>/{test,tools}/**/*.test.ts'],
	// These have a configuration, and an n8n, of their own.
	testPathIgnorePatterns: [
		'<rootDir>/test/n8n/',
		'<rootDir>/test/editor/',
		'<rootDir>/test/pages/',
		'<rootDir>/test/queue/',
		'<rootDir>/test/crash/',
	],
	transform: { '^.+\\.[jt]s$': '@swc/jest' },
	// Two packages under the sandbox are ES modules only.
	transformIgnorePatterns: ['/node_modules/(?!(@apidevtools|content-disposition)/)'],
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageDirectory: 'coverage',
	coverageReporters: ['text', 'lcovonly'],
	// By itself jest leaves one core alone, which of two is half.
	maxWorkers: 2,
	testTimeout: 30_000,
	globalSetup: '<rootDir>/rig/temporaryFolder/setup.js',
	globalTeardown: '<rootDir>/rig/temporaryFolder/teardown.js',
	// n8n-core keeps timers of its own that end with the process.
	forceExit: true,
};
