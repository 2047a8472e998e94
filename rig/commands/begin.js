// `npm start` begins here, in plain old JavaScript that any Node reads: what is missing is said in words, whatever it is.
const { existsSync, mkdirSync } = require('fs');
const path = require('path');

/** @returns {string | undefined} what is missing before anything can start, and what to do about it */
function missing() {
	// npm names the machine's own Node; inside a script of npm, `process.versions` is that of the project's own.
	const underNpm = /\bnode\/v(\d+)/.exec(process.env.npm_config_user_agent || '');
	if (underNpm && Number(underNpm[1]) < 20)
		return 'Your Node is too old: install Node 20 or later from https://nodejs.org, then run "npm install && npm start" again.';
	if (!existsSync(path.join(__dirname, '../../node_modules/tsx')))
		return 'The packages of this project are not installed: run "npm install" first, then "npm start" again.';
	if (Number(process.versions.node.split('.')[0]) >= 24) return undefined;
	return 'Node 24 is missing in node_modules: run "npm install" (without --ignore-scripts) once more.';
}

const problem = missing();
if (problem) {
	process.stderr.write(`\n${problem}\n`);
	process.exitCode = 1;
} else {
	// What is packed and translated on the way stays in the project's folder, too.
	process.env.TMPDIR = path.join(__dirname, '..', '.data', 'tmp');
	mkdirSync(process.env.TMPDIR, { recursive: true });
	require('tsx/cjs');
	require('./start.ts');
}
