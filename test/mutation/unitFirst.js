const Sequencer = require('@jest/test-sequencer').default;

/** The rules' own tests first: most mutants end there, and need no engine. */
module.exports = class extends Sequencer {
	sort(tests) {
		const isUnit = ({ path }) => path.includes('/test/unit/');
		return [...tests].sort((one, other) => isUnit(other) - isUnit(one));
	}
};
