// `npm start` begins here, in JavaScript that any Node reads: what is missing is said in words, whatever it is.
const { mkdirSync } = require('fs');
const path = require('path');
const { missing } = require('./requirements');

const problem = missing(process.env.npm_config_user_agent, process.versions.node);
if (problem) {
	process.stderr.write(`\n${problem}\n`);
	process.exitCode = 1;
} else {
	// What is packed and translated on the way stays in the project's folder, too.
	const temporary = path.join(__dirname, '..', '.data', 'tmp');
	mkdirSync(temporary, { recursive: true });
	for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = temporary;
	require('tsx/cjs');
	require('./start.ts');
}
