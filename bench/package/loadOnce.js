// Says how many milliseconds it takes to load the modules of the arguments, in a new process.
const { performance } = require('node:perf_hooks');

// n8n has these loaded before it comes to any node.
require('n8n-workflow');
require('luxon');

const begun = performance.now();
for (const module of process.argv.slice(2)) require(module);
process.stdout.write(String(performance.now() - begun));
