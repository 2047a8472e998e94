/** Broadcasts that are cut by kills: `npm run test:crash`. */
module.exports = require('../../rig/jestConfig')('test/crash');
