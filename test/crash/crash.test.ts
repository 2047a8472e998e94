import { QUICK_LOCKS } from '../../rig/queue/startQueue';
import { useInstance } from '../../rig/startRig';
import { cutOnce, type Settings, type Victim } from './campaign';

// `LONG=1` cuts 30 broadcasts; its lines are the figures of the guide.
const [RUNS, RECIPIENTS] = process.env.LONG ? [5, 300] : [1, 80];
const TIMEOUT = 300_000;

/** The two ways that the guide names: a crash sends a batch again, or leaves one recipient to check by hand. */
const WAYS: Array<[title: string, settings: Settings]> = [
	['nobody outside the batch under way twice', { batchSize: 20, noteFirst: false }],
	['nobody twice, and at most one is to be checked by hand', { batchSize: 1, noteFirst: true }],
];

describe.each<[mode: string, queue: boolean, victim: Victim]>([
	['in one process', false, 'n8n'],
	['in queue mode', true, 'worker'],
])('a broadcast of n8n 2.x %s', (_mode, queue, victim) => {
	const instance = useInstance('2.x', { queue });

	if (queue) {
		beforeAll(async () => {
			// With n8n's own times a dead worker is noticed after a minute or two.
			instance.queue.workerSettings = QUICK_LOCKS;
			await instance.queue.haveWorkers(1);
		}, TIMEOUT);
	}

	test.each(Array.from({ length: RUNS }, () => WAYS).flat())(
		`reaches everybody after a kill of ${victim}, %s`,
		async (_title, settings) => {
			const cut = await cutOnce(instance, victim, RECIPIENTS, settings);
			process.stdout.write(`${JSON.stringify(cut)}\n`);
			const [mayBe, mustNotBe] = settings.noteFirst
				? [cut.toCheck, cut.twice]
				: [cut.twice, cut.toCheck];
			expect({ lost: cut.lost, mustNotBe }).toEqual({ lost: 0, mustNotBe: 0 });
			expect(mayBe).toBeLessThanOrEqual(settings.batchSize);
			const accepted = RECIPIENTS - 1 - cut.toCheck;
			expect(cut.rows).toEqual({ accepted, unconfirmed: 1 + cut.toCheck });
		},
		TIMEOUT,
	);
});
