const { TestEnvironment } = require('jest-environment-node');

// Where a process of jest ends by itself, V8 first frees its heap of nearly a gigabyte. That takes longer than the half
// second that jest gives its workers, and it would report a leak that there is not.
process.once('beforeExit', () => process.exit());

module.exports = TestEnvironment;
