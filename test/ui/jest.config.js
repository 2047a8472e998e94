/** n8n's editor and the sandbox's page in a real browser: `npm run test:ui`. */
module.exports = {
	...require('../../rig/jestConfig')('test/ui'),
	// The picture of a failure stays.
	globalSetup: undefined,
	globalTeardown: undefined,
};
