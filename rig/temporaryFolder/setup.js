const { chmodSync, mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** Everything temporary that the tests write, n8n's own files among it, goes into one folder. */
module.exports = () => {
	process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'whatsapp-sender-tests-'));
	// PostgreSQL, which runs as its own user, must come through to a folder of its own.
	chmodSync(process.env.TMPDIR, 0o711);
};
