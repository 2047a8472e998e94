const { TestEnvironment } = require('jest-environment-node');

// At the end of a process, V8 frees its heap of nearly a gigabyte. That takes longer than the half second that jest gives
// its workers, and jest would report a leak.
process.once('beforeExit', () => process.exit());

module.exports = TestEnvironment;
