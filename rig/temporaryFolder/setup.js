const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** Everything temporary that the tests write, n8n's own files among it, goes into one folder. */
module.exports = () => {
	process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'whatsapp-sender-tests-'));
};
