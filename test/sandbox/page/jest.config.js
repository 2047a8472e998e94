/** The sandbox's page in a real browser: `npm run test:page`. */
module.exports = {
	...require('../../../rig/jestConfig')('test/sandbox/page'),
	// The screenshot of a failure stays.
	globalSetup: undefined,
	globalTeardown: undefined,
};
