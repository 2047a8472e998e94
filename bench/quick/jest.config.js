/** The benchmark in small, which fails on a changed ratio: `npm run bench:quick`. */
module.exports = require('../../rig/jestConfig')('bench/quick');
