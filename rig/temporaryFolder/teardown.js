const { rmSync } = require('node:fs');

/** Removes what `setup.js` made. */
module.exports = () => {
	rmSync(process.env.TMPDIR, { recursive: true, force: true, maxRetries: 5 });
};
