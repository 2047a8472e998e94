const Sequencer = require('@jest/test-sequencer').default;

/** The suites of a whole n8n first: begun last, one of them would run alone at the end. */
module.exports = class extends Sequencer {
	sort(tests) {
		const isWhole = ({ path }) => Number(/\.x\.test\.ts$/.test(path));
		return super.sort(tests).sort((one, other) => isWhole(other) - isWhole(one));
	}
};
