/** n8n in queue mode with PostgreSQL and Redis from Debian's packages: `npm run test:queue`. */
module.exports = require('../../rig/jestConfig')('test/queue');
