/** The rules of n8n's verified programme, a test for each: `npm run verify`. */
module.exports = {
	...require('../../rig/jestConfig')('tools/verify'),
	modulePathIgnorePatterns: ['<rootDir>/tools/verify/tools/'],
	verbose: true,
};
