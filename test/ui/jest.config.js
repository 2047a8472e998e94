/** n8n's editor in a real browser, on both lines, against the sandbox service: `npm run test:ui`. */
module.exports = {
	rootDir: '../..',
	// Named one by one, so that jest does not walk through the n8n installed under sandbox/n8n.
	roots: ['<rootDir>/test/ui', '<rootDir>/test/n8n/harness', '<rootDir>/sandbox/service'],
	testMatch: ['<rootDir>/test/ui/**/*.test.ts'],
	// They write into docs/images.
	testPathIgnorePatterns: ['<rootDir>/test/ui/screenshots/'],
	transform: { '^.+\\.[jt]s$': '@swc/jest' },
	// Two packages under the sandbox are ES modules only.
	transformIgnorePatterns: ['/node_modules/(?!(@apidevtools|content-disposition)/)'],
	maxWorkers: 1,
	testTimeout: 120_000,
	forceExit: true,
};
