// `npm start` begins here, in plain old JavaScript that any Node reads: what is missing is said in words, whatever it is.
const { mkdirSync } = require('fs');
const path = require('path');

const OLDEST_NODE = 20;

/**
 * What is missing before anything can start, and what to do about it.
 *
 * @param {string | undefined} userAgent npm's, which names the machine's own Node; inside a script of npm
 * `process.versions` may already be that of the project's own
 * @param {string} running the version of the Node that runs this
 * @param {(name: string) => unknown} resolve throws where there is no such package
 * @returns {string | undefined}
 */
function missing(userAgent, running, resolve = require.resolve) {
	const underNpm = /\bnode\/v([\d.]+)/.exec(userAgent || '');
	const version = underNpm ? underNpm[1] : running;
	if (Number(version.split('.')[0]) < OLDEST_NODE) {
		return `Node ${version} is too old: install Node ${OLDEST_NODE} or later from https://nodejs.org, then run "npm install && npm start" again.`;
	}
	try {
		resolve('tsx/cjs');
		return undefined;
	} catch {
		return 'The packages of this project are not installed: run "npm install" first, then "npm start" again.';
	}
}

function begin() {
	const problem = missing(process.env.npm_config_user_agent, process.versions.node);
	if (problem) {
		process.stderr.write(`\n${problem}\n`);
		process.exitCode = 1;
		return;
	}
	// What is packed and translated on the way stays in the project's folder, too.
	const temporary = path.join(__dirname, '..', '.data', 'tmp');
	mkdirSync(temporary, { recursive: true });
	for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = temporary;
	require('tsx/cjs');
	require('./start.ts');
}

module.exports = { missing };
if (require.main === module) begin();
