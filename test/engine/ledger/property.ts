import fc from 'fast-check';

/** `npm run test:long` runs more; `SEED=…` runs the same again, and `REPLAY=…` only one of them. */
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

/**
 * Runs random broadcasts. Where one breaks a rule, it is made smaller until nothing can be left out.
 *
 * @param run gives the rules that a broadcast broke, and its books to print
 */
export async function checkBroadcasts<T>(
	plans: fc.Arbitrary<T>,
	broadcasts: number,
	run: (plan: T) => Promise<{ broken: string[]; books: unknown; tally: Record<string, number> }>,
): Promise<Record<string, number>> {
	const sums: Record<string, number> = {};
	const property = fc.asyncProperty(plans, async (plan) => {
		const { broken, books, tally } = await run(plan);
		for (const [name, count] of Object.entries({ broadcasts: 1, ...tally })) {
			sums[name] = (sums[name] ?? 0) + count;
		}
		if (broken.length === 0) return;
		throw new Error(`Broken: ${broken.join('; ')}\n${JSON.stringify(books, null, 1)}`);
	});
	const numRuns = Number(process.env.BROADCASTS ?? broadcasts);
	const result = await fc.check(property, { numRuns, seed, path: process.env.REPLAY });
	console.info(JSON.stringify({ seed, ...sums, violations: result.failed ? 1 : 0 }));
	if (!result.failed) return sums;
	const why = (result.errorInstance as Error).message;
	throw new Error(`${await fc.asyncDefaultReportMessage(result)}\n${why}`);
}
