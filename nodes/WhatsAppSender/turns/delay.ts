import { sleep } from 'n8n-workflow';
import type { Execution } from './execution';
import type { Exclusion, Hours, Message, Skip } from './turn';

/** How often a delay checks the stop button. */
const STEP_MS = 200;

/**
 * Waits until the delay since the last message of the execution has passed, and for hours that it
 * waits for, or until the run has ended.
 * Where it has not, the message counts as the last one from now on: of parallel calls of an agent,
 * no two pass together.
 *
 * @param byList asked again before the message starts: whoever has joined a list meanwhile is skipped
 * @returns whether the message may start, or why it is skipped
 */
export async function waitToStart(
	{ stored }: Execution,
	{ delay, hours }: Message,
	hasEnded: () => boolean,
	byList: Exclusion['byList'] = async () => undefined,
): Promise<'start' | 'ended' | Skip> {
	let hasWaitedForHours = false;
	let askedAt = -Infinity;
	for (;;) {
		if (hasEnded()) return 'ended';
		const now = Date.now();
		const { lastSentAt = -Infinity } = stored;
		// A clock that was set back would make the delay as much longer.
		if (lastSentAt > now) stored.lastSentAt = now;
		const left = Math.min(lastSentAt, now) + delay - now;
		if (left > 0) {
			await sleep(Math.min(left, STEP_MS));
		} else if (hours?.opening && !hours.isOpen()) {
			hasWaitedForHours = true;
			await sleep(STEP_MS);
		} else if (now - askedAt < STEP_MS) {
			break;
		} else {
			// Reading a list takes time, in which another message may have started.
			const listed = await byList(hasWaitedForHours ? now : undefined);
			if (listed) return listed;
			hasWaitedForHours = false;
			askedAt = Date.now();
		}
	}
	if (hours?.isOpen() === false) return closed(hours);
	stored.lastSentAt = Date.now();
	return 'start';
}

/** Of a message that may not start now. */
export const closed = (hours?: Hours): Skip => ({ reason: 'sendHours', clock: hours?.clock() });

/** How long work of many steps may hold up n8n's other work. */
const LONGEST_BLOCK_MS = 5;

/** A function to call at each step of long work: lets n8n do other work where that has waited. */
export function yielder(): () => Promise<void> {
	let last = Date.now();
	return async () => {
		if (Date.now() - last <= LONGEST_BLOCK_MS) return;
		await sleep(0);
		last = Date.now();
	};
}
