/**
 * How many times as long 16 times as much takes: about 16 where it grows with the length, 256 where it grows by
 * the square. Processor time, the least of five runs each: what else the machine does changes it little. What takes
 * less than a millisecond counts as one: it cannot be measured well.
 */
export function growth(
	handle: (text: string) => void,
	part: string,
	longest = process.env.LONG ? 200_000 : 60_000,
): number {
	const times = Math.ceil(longest / 16 / part.length);
	const cost = (text: string) =>
		Math.min(...[1, 2, 3, 4, 5].map(() => processorTime(() => handle(text))));
	return cost(part.repeat(16 * times)) / Math.max(1, cost(part.repeat(times)));
}

/** Four times what is expected, a quarter of what growth by the square would be. */
export const TOO_STEEP = 64;

/** In milliseconds. */
function processorTime(work: () => void): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}
