/** n8n's editor in a real browser, on both lines, against the sandbox: `npm run test:editor`. */
module.exports = {
	...require('../../rig/jestConfig')('test/editor'),
	// Both lines side by side, then the walk.
	maxWorkers: 2,
	// The screenshot of a failure stays.
	globalSetup: undefined,
	globalTeardown: undefined,
};
