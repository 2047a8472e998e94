import { setTimeout as pause } from 'node:timers/promises';

/**
 * Calls `look` again and again until it returns a truthy value.
 *
 * @param timeoutMs without it, only the time-out of jest ends the waiting
 * @returns the last value of `look`, which is falsy if the time has run out
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
