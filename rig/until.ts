import { setTimeout as pause } from 'node:timers/promises';

/**
 * Calls `look` again and again until it returns something.
 *
 * @param timeoutMs ends the waiting; without it, jest's own time-out does
 * @returns the last value of `look`, which is falsy once the time is over
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
