import { runDays, type Plan } from '../../rig/crash/days';
import { requireN8n } from '../../rig/n8n/install';

requireN8n('2.x');

/** 50 a day, less what the kills leave over for the last one. */
const WEEK = {
	...{ recipients: 300, from: 9, to: 19, max: 5 },
	kills: [[9], [12, 13], [18], [], [10], [9, 18], []],
};
const TWO_DAYS = { recipients: 15, from: 9, to: 11, max: 5, kills: [[10], []] };

const sum = (hours: Array<{ sent: number }>) => hours.reduce((total, { sent }) => total + sent, 0);

const LONG = Boolean(process.env.LONG);
const WAYS = [
	['sends nobody a message twice outside the batch under way', { batchSize: 2, noteFirst: false }],
	['noted first, sends nobody a message twice', { batchSize: 1, noteFirst: true }],
] as const;

// Time is simulated; the executions are not, and take seconds.
describe.each(LONG ? WAYS : [WAYS[0]])('a campaign that goes on by itself', (title, settings) => {
	test(
		title,
		async () => {
			const plan: Plan = { ...(LONG ? WEEK : TWO_DAYS), ...settings };
			const { recipients, from, to, max, kills } = plan;
			const lastDay = kills.length - 1;
			const { hours, lost, twice, toCheck, rows } = await runDays(plan);
			process.stdout.write(`${JSON.stringify({ title, lost, twice, toCheck, rows, hours })}\n`);

			const killed = kills.flat().length;
			const [mayBe, mustNotBe] = settings.noteFirst ? [toCheck, twice] : [twice, toCheck];
			expect({ lost, mustNotBe }).toEqual({ lost: 0, mustNotBe: 0 });
			expect(mayBe).toBeLessThanOrEqual(killed * settings.batchSize);
			expect(rows).toEqual({ accepted: recipients - 1 - toCheck, unconfirmed: 1 + toCheck });
			for (const { hour, sent } of hours) {
				expect(sent).toBeLessThanOrEqual(hour < from || hour >= to ? 0 : max);
			}
			// It took all these days, and an hour after a kill is like any other.
			expect(sum(hours.filter(({ day }) => day < lastDay))).toBeLessThan(recipients);
			const full = hours.filter(
				({ day, hour, isKilled }) => day < lastDay && hour >= from && hour < to && !isKilled,
			);
			expect(full.map(({ sent }) => sent)).toEqual(full.map(() => max));
		},
		(LONG ? 60 : 5) * 60_000,
	);
});
