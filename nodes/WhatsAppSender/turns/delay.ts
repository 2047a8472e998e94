import { sleep } from 'n8n-workflow';

/** How often a delay checks the stop button. */
const STEP_MS = 200;

/** Waits until the delay since the last message has passed, or the run has ended. */
export async function waitSince(
	since: number | undefined,
	delay: number,
	hasEnded: () => boolean,
): Promise<void> {
	if (since === undefined) return;
	// A retry may run on a machine whose clock is behind.
	const until = Math.min(since, Date.now()) + delay;
	for (let left = until - Date.now(); left > 0 && !hasEnded(); left = until - Date.now()) {
		await sleep(Math.min(left, STEP_MS));
	}
}
