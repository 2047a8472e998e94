/**
 * How much longer a text of 16 times the length takes: about 16 for linear time, 256 for quadratic time. Measures
 * processor time and takes the least of five runs, because other processes disturb it. Counts less than a millisecond
 * as one, because it cannot be measured well.
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

/** Four times the growth with the length, a quarter of the growth with the square. */
export const TOO_STEEP = 64;

/** In milliseconds. */
function processorTime(work: () => void): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}
