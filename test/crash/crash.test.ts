import { BY_HAND, TWICE } from '../../rig/crash/campaign';
import { cutOnce, isKept } from '../../rig/crash/cut';
import { startAlone, startInQueueMode, type Victim } from '../../rig/crash/victims';
import { requireN8n } from '../../rig/n8n/install';
import { findPrograms } from '../../rig/queue/startQueue';

findPrograms();
requireN8n('2.x');

const RECIPIENTS = 80;

// The short form of `npm run bench:crash`.
describe.each([
	['in one process', startAlone, ['n8n']],
	['in queue mode', startInQueueMode, ['worker', 'Redis']],
] as const)('a broadcast of n8n 2.x %s', (_, startVictims, names) => {
	let victims: Victim[] = [];
	let stop: (() => Promise<void>) | undefined;

	beforeAll(async () => {
		victims = await startVictims((end) => void (stop = end));
	}, 300_000);

	afterAll(async () => await stop?.(), 60_000);

	describe.each(names)('reaches everybody after a kill of %s', (name) => {
		test.each([
			['nobody outside the batch under way twice', TWICE],
			['nobody twice, and at most one is to be checked by hand', BY_HAND],
		])(
			'%s',
			async (_title, settings) => {
				const victim = victims.find((each) => each.name === name)!;
				const cut = await cutOnce(victim, { recipients: RECIPIENTS, ...settings });
				process.stdout.write(`${JSON.stringify(cut)}\n`);
				const accepted = RECIPIENTS - 1 - cut.toCheck;
				expect(cut.rows).toEqual({ accepted, unconfirmed: 1 + cut.toCheck });
				expect(isKept(cut)).toBe(true);
			},
			300_000,
		);
	});
});
