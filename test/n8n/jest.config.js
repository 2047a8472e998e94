/** The packed node in a real n8n of each line, against the sandbox: `npm run test:n8n`. */
module.exports = {
	...require('../../rig/jestConfig')('test/n8n'),
	// Both lines side by side: each waits most of the time.
	maxWorkers: 2,
};
