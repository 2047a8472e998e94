import { useInstance } from '../../rig/useInstance';
import { uploads } from './suites/uploads';

// The store on disk is tried with everything else, in 1.x.test.ts and 2.x.test.ts.
describe.each([
	['1.x', 'default', undefined],
	['2.x', 'default', undefined],
	['2.x', 'database', 'database:'],
] as const)('n8n %s: a file in the binary mode "%s"', (line, mode, store) => {
	uploads(useInstance(line, { env: { N8N_DEFAULT_BINARY_DATA_MODE: mode } }), { store });
});

describe('n8n 2.x: a file among the JSON of its item', () => {
	uploads(useInstance('2.x'), {
		store: 'filesystem-v2:',
		settings: { binaryMode: 'combined' },
		named: '_files.data',
		given: '$json._files.data',
	});
});
