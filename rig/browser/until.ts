import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for what no page shows.
 *
 * @param timeoutMs after which it stops waiting; by itself, jest's own time-out ends it
 */
export async function until(
	isSo: () => boolean | Promise<boolean>,
	timeoutMs = Infinity,
): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	while (!(await isSo()) && Date.now() < deadline) await pause(100);
}
