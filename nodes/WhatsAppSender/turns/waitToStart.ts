import type { DateTime } from 'luxon';
import { sleep } from 'n8n-workflow';
import type { SentRecord } from './execution';
import type { Message } from './sender';
import type { Exclusion, Skip } from './skip';

/** When a message may start. */
export interface Hours {
	/** Whether that is now; of a scheduled message, whether its time is right. */
	isOpen(): boolean;
	/** `It is 15:06 in Asia/Jakarta (the workflow's time zone); messages start from 09:00 to 17:00.` */
	clock(): string;
	/** Where a message waits for them: when one that is ready then may start, from Unix milliseconds on. */
	opening?(millis: number): DateTime;
}

/** How often a delay checks the stop button. */
const STEP_MS = 200;

/**
 * Waits until the delay since the last message of the execution has passed, and for hours that the
 * message waits for.
 *
 * @param byList asked again after a wait: whoever has joined a list meanwhile is skipped
 * @returns why the message is skipped; none where it may start, and where the run was stopped
 */
export async function waitToStart(
	record: SentRecord,
	{ delay, hours }: Message,
	isStopped: () => boolean,
	byList: Exclusion['byList'] = async () => undefined,
): Promise<Skip | undefined> {
	let hasWaited = false;
	let hoursBeganAt: number | undefined;
	while (!isStopped()) {
		const isOpen = hours?.isOpen() ?? true;
		if (!isOpen && !hours?.opening) return closed(hours);
		const now = Date.now();
		const { lastSentAt = -Infinity } = record;
		// A clock that was set back would make the delay as much longer.
		if (lastSentAt > now) record.lastSentAt = now;
		const left = Math.min(lastSentAt, now) + delay - now;
		if (left > 0 || !isOpen) {
			hasWaited = true;
			await sleep(left > 0 ? Math.min(left, STEP_MS) : STEP_MS);
			if (!isOpen) hoursBeganAt = Date.now();
		} else if (hasWaited) {
			// Reading a list takes time, in which the hours may end.
			const listed = await byList(hoursBeganAt);
			if (listed) return listed;
			hasWaited = false;
		} else {
			return undefined;
		}
	}
	return undefined;
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
