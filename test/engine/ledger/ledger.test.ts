import fc from 'fast-check';
import { useSandbox } from '../sandbox';
import { broadcast, wasDisturbed, type Books } from './broadcast';
import { strays } from './clientBook';
import { plans } from './plan';
import { broken } from './rules';

const holder = useSandbox();
const numRuns = Number(process.env.BROADCASTS ?? (process.env.LONG ? 10_000 : 150));
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

test(
	'what the node reports, what the service took and what the contract says agree',
	async () => {
		const tally = {
			broadcasts: 0,
			messages: 0,
			arrivals: 0,
			loops: 0,
			retriedExecutions: 0,
			timeOuts: 0,
			cancelled: 0,
			disturbed: 0,
		};
		const property = fc.asyncProperty(plans, async (plan) => {
			const books = await broadcast(holder.sandbox, plan);
			tally.broadcasts++;
			tally.messages += plan.items.length;
			tally.arrivals += books.arrivals.length;
			tally.loops += Number(plan.batch !== undefined && plan.batch < plan.items.length);
			tally.retriedExecutions += books.retried;
			tally.timeOuts += books.arrivals.filter(({ attempt }) => attempt === 'slow').length;
			tally.cancelled += Number(books.cancelled);
			tally.disturbed += Number(wasDisturbed(books));
			const violations = wasDisturbed(books) ? [] : broken(plan, books);
			if (strays.length > 0) violations.push(`started after the end: ${strays.splice(0)}`);
			if (violations.length > 0)
				throw new Error(`Broken: ${violations.join('; ')}\n${shown(books)}`);
		});
		const result = await fc.check(property, { numRuns, seed, path: process.env.REPLAY });
		console.info(JSON.stringify({ seed, ...tally, violations: result.failed ? 1 : 0 }));
		// Beside npm test's other files, more time-outs pass that were not planned.
		const judged = tally.broadcasts - tally.disturbed;
		expect(judged).toBeGreaterThanOrEqual(tally.broadcasts * (process.env.LONG ? 0.99 : 0.9));
		if (!result.failed) return;
		const why = (result.errorInstance as Error).message;
		throw new Error(`${await fc.asyncDefaultReportMessage(result)}\n${why}`);
	},
	24 * 3_600_000,
);

function shown({ outcome, arrivals, taken, tries, cancelled, retried }: Books): string {
	const { items, errors, error } = outcome;
	return JSON.stringify(
		{
			cancelled,
			retried,
			arrivals: arrivals.map(({ item, attempt }) => `${item} ${attempt}`),
			taken,
			starts: tries.map(({ starts, error }) => [starts.map(({ item }) => item), error?.message]),
			items: items.map(({ json }) => json),
			errors: errors.map(({ json }) => json),
			error: error && { message: error.message, description: error.description },
		},
		null,
		1,
	);
}
