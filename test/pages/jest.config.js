/** Pages in a real browser: the sandbox's, and the one of Send and Wait: `npm run test:pages`. */
module.exports = {
	...require('../../rig/jestConfig')('test/pages'),
	// The screenshot of a failure stays.
	globalSetup: undefined,
	globalTeardown: undefined,
};
