const { chmodSync, mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

// Everything temporary that the tests write, n8n's own files among it, goes into one folder.
const temporary = mkdtempSync(path.join(tmpdir(), 'whatsapp-sender-tests-'));
process.env.TMPDIR = temporary;
// PostgreSQL, which runs as its own user, must come through to a folder of its own.
chmodSync(temporary, 0o711);

// Random values are the same in each run. The long form has new ones each time.
process.env.SEED ??= process.env.LONG ? String(Date.now() % 2 ** 31) : '7';
process.once('exit', (code) => {
	rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
	const { LONG, SEED } = process.env;
	if (code !== 0 && LONG) process.stderr.write(`To repeat it: LONG=1 SEED=${SEED} npx jest …\n`);
});

/** Tests in n8n's own engine, against the sandbox service; realN8n.config.js has the others. */
module.exports = {
	rootDir: '..',
	// Named one by one, so that jest does not walk through the n8n installed under rig/n8n.
	roots: ['nodes', 'credentials', 'test', 'sandbox', 'tools'].map(
		(folder) => `<rootDir>/${folder}`,
	),
	testMatch: ['<rootDir>/{test,tools/release}/**/*.test.ts'],
	// The others have an n8n or a browser of their own.
	testPathIgnorePatterns: ['<rootDir>/test/(n8n|browser|queue|crash)/'],
	transform: { '^.+\\.[jt]s$': '@swc/jest' },
	// A package under the sandbox is ES modules only.
	transformIgnorePatterns: ['/node_modules/(?!@apidevtools/)'],
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageDirectory: 'coverage',
	// Just below what `npm test -- --coverage` measures, in per cent.
	coverageThreshold: { global: { statements: 99, branches: 96, functions: 99, lines: 99 } },
	coverageReporters: ['text', 'lcovonly'],
	// By default, jest leaves one core unused, which is half of two.
	maxWorkers: 2,
	// Nothing stays open, but at the end V8 frees a worker's heap, and jest reports a leak after half a second. Files that
	// load n8n leave 50 MB each behind, so a new worker takes over in time.
	workerIdleMemoryLimit: '200MB',
	// At least ten times what a test takes on a quiet machine.
	testTimeout: process.env.LONG ? 3_600_000 : 60_000,
};
