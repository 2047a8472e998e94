const { spawn } = require('node:child_process');

/** They run at the same time, because each of them uses one core. */
const CHECKS = [
	'tsc --noEmit',
	'tsc --noEmit -p examples/source',
	'tsx tools/examples/write.ts --check',
	'eslint . --max-warnings 0',
	'prettier --check --cache .',
	'cspell --no-progress --no-summary',
	'knip',
	'knip --cycles',
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
