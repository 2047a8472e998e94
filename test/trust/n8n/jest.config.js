/** The node's promises under faults, in a real n8n of each line: `npm run test:trust`. */
module.exports = require('../../../rig/jestConfig')('test/trust/n8n');
