const { rmSync } = require('node:fs');
const { dirname } = require('node:path');

/** Removes what `setup.js` made. */
module.exports = () => {
	rmSync(process.env.TMPDIR, { recursive: true, force: true, maxRetries: 5 });
	// With --watch, setup.js runs again in the same process.
	process.env.TMPDIR = dirname(process.env.TMPDIR);
};
