/** n8n in queue mode with PostgreSQL and Redis from Debian's packages: `npm run test:queue`. */
module.exports = {
	...require('../n8n/jest.config'),
	// Named one by one, so that jest does not walk through the n8n installed under sandbox/n8n.
	roots: ['<rootDir>/test/queue', '<rootDir>/bench/queue', '<rootDir>/sandbox/service'],
	testMatch: ['<rootDir>/test/queue/**/*.test.ts'],
};
