/** Suites in a real n8n or a browser: `npm run test:n8n -- test/queue`. */
module.exports = {
	...require('./jest.config.js'),
	roots: ['<rootDir>/test', '<rootDir>/bench', '<rootDir>/tools/verify'],
	testMatch: ['<rootDir>/{test/{n8n,browser,queue,crash},bench,tools/verify}/**/*.test.ts'],
	// tools/verify installs n8n's own tools there.
	modulePathIgnorePatterns: ['<rootDir>/tools/verify/tools/'],
	testPathIgnorePatterns: [],
	testTimeout: 240_000,
};
