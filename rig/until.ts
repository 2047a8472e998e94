import { setTimeout as pause } from 'node:timers/promises';

/**
 * Looks again and again until there is something.
 *
 * @param timeoutMs after which it stops waiting; by itself, jest's own time-out ends it
 * @returns what was seen last: where the time is over, that is nothing
 */
export async function until<Seen>(
	look: () => Seen | Promise<Seen>,
	timeoutMs = Infinity,
): Promise<Seen> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const seen = await look();
		if (seen || Date.now() > deadline) return seen;
		await pause(50);
	}
}
