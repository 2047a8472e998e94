import { cutOnce, isKept, startForKills, WAYS } from '../../rig/crash/cut';
import { requireN8n } from '../../rig/n8n/install';
import type { Instance } from '../../rig/startInstance';

requireN8n('2.x');

const RECIPIENTS = 80;
const [TWICE, BY_HAND] = WAYS;

// The short form of `npm run bench:crash`.
describe.each([
	['in one process', false, ['n8n']],
	['in queue mode', true, ['worker', 'Redis']],
] as const)('a broadcast of n8n 2.x %s', (_, queue, names) => {
	const instance = {} as Instance;
	beforeAll(async () => void (await startForKills(queue, instance)), 300_000);
	afterAll(async () => await instance.stop?.(), 60_000);

	describe.each(names)('reaches everybody after a kill of %s', (name) => {
		test.each([
			['nobody outside the batch under way twice', TWICE],
			['nobody twice, and at most one is to be checked by hand', BY_HAND],
		])(
			'%s',
			async (_title, settings) => {
				const cut = await cutOnce(instance, name, RECIPIENTS, settings);
				process.stdout.write(`${JSON.stringify(cut)}\n`);
				const accepted = RECIPIENTS - 1 - cut.toCheck;
				expect(cut.rows).toEqual({ accepted, unconfirmed: 1 + cut.toCheck });
				expect(isKept(cut)).toBe(true);
			},
			300_000,
		);
	});
});
