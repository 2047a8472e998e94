/** Suites in a real n8n or a browser, a folder each: `jest --config test/realN8n.config.js test/queue`. */
module.exports = {
	...require('./jest.config.js'),
	roots: ['<rootDir>/test', '<rootDir>/bench', '<rootDir>/tools/verify'],
	testMatch: ['<rootDir>/{test/{n8n,editor,pages,queue,crash},bench,tools/verify}/**/*.test.ts'],
	// n8n's own tools, which verify installs there.
	modulePathIgnorePatterns: ['<rootDir>/tools/verify/tools/'],
	testPathIgnorePatterns: [],
	// One n8n at a time: a second one would slow both down, and spoil the memory figures.
	maxWorkers: 1,
	testSequencer: '<rootDir>/test/longestFirst.js',
	testTimeout: 120_000,
};
