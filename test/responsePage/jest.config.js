/** The page of Send and Wait in a real browser: `npm run test:page`. */
module.exports = require('../../rig/jestConfig')('test/responsePage');
