const { spawn } = require('node:child_process');

/** What has to hold before any test runs; side by side, because each of them takes one core. */
const CHECKS = [
	'tsc --noEmit',
	'eslint . --max-warnings 0',
	'prettier --check --cache .',
	'cspell --no-progress --no-summary',
	'knip',
	'node tools/circles.js',
	'gulp build',
];

for (const check of CHECKS) {
	const child = spawn(`npx --no-install ${check}`, { shell: true });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
	child.on('close', (code) => {
		if (code === 0) return;
		process.stderr.write(`${check} failed:\n${output}`);
		process.exitCode = 1;
	});
}
