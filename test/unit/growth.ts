/**
 * Tests that the time to handle a text of many equal parts grows with its length. Registers no test without LONG=1,
 * because other processes disturb a time.
 */
export function testGrowth(
	title: string,
	parts: string[],
	handle: (text: string, part: string) => unknown,
	longest = 200_000,
): void {
	if (!process.env.LONG) return;
	test.each(parts)(`${title} takes a time that grows with its length: %j`, async (part) => {
		expect(
			await growth(async (text) => void (await handle(text, part)), part, longest),
		).toBeLessThan(64);
	});
}

/**
 * How much longer a text of 16 times the length takes: about 16 for linear time, 256 for quadratic time. Counts less
 * than a millisecond as one, because it cannot be measured well.
 */
async function growth(handle: (text: string) => Promise<void>, part: string, longest: number) {
	const times = Math.ceil(longest / 16 / part.length);
	const costOf = async (count: number) => {
		const text = part.repeat(count);
		return await leastCostOf(async () => await handle(text));
	};
	return (await costOf(16 * times)) / Math.max(1, await costOf(times));
}

/** Milliseconds of processor time, the least of five runs, because other processes disturb it. */
export async function leastCostOf(work: () => Promise<void>): Promise<number> {
	let least = Infinity;
	for (let run = 0; run < 5; run++) {
		const before = process.cpuUsage();
		await work();
		const { user, system } = process.cpuUsage(before);
		least = Math.min(least, (user + system) / 1000);
	}
	return least;
}

/** How often work lets n8n do other work, if ten milliseconds pass between two looks at the clock. */
export async function pausesIn(work: () => Promise<unknown>): Promise<number> {
	let now = Date.now();
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now += 10));
	const pauses = jest.spyOn(globalThis, 'setTimeout');
	await work();
	const count = pauses.mock.calls.length;
	clock.mockRestore();
	pauses.mockRestore();
	return count;
}
