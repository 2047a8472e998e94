// `npm start` begins here, in JavaScript that old versions of Node can read, so that it can explain what is missing.
const { existsSync, mkdirSync } = require('fs');
const path = require('path');

/** @returns {string | undefined} what is missing, and what the user can do */
function missing() {
	// npm names the machine's Node here. In a script of npm, `process.versions` describes the project's Node.
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
	// Temporary files stay in the project's folder, too.
	process.env.TMPDIR = path.join(__dirname, '..', '.data', 'tmp');
	mkdirSync(process.env.TMPDIR, { recursive: true });
	require('tsx/cjs');
	require('./start.ts');
}
