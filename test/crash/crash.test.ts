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

	test.each(names)(
		'reaches everybody after a kill of %s, nobody outside the batch under way twice',
		async (name) => {
			const victim = victims.find((each) => each.name === name)!;
			const cut = await cutOnce(victim, { recipients: RECIPIENTS, batchSize: 20 });
			process.stdout.write(`${JSON.stringify(cut)}\n`);
			expect(cut).toMatchObject({ lost: 0, rows: { accepted: RECIPIENTS - 1, unconfirmed: 1 } });
			expect(isKept(cut)).toBe(true);
		},
		300_000,
	);
});
