import { oneOf } from '../values/checks';
import { readOption } from '../values/option';
import { schedule, scheduledTime, SEND_AT_UNITS } from '../values/schedule';
import { sendAt } from './fields/options';
import type { Item } from './item';

/** When the service is to send a message: as `send_at` takes it (§2.2), and as ISO time. */
export type ScheduleReader = () => Promise<{ sendAt: string; time: string } | undefined>;

/**
 * Send At of an item, in the unit of its credential.
 *
 * @returns a function that reads it once, and throws InputError where it is not a time, or past
 */
export function scheduleReader(item: Item): ScheduleReader {
	let scheduled: ReturnType<ScheduleReader> | undefined;
	const read: ScheduleReader = async () => {
		const entered = readOption(item, sendAt);
		if (entered === undefined || entered === '') return undefined;
		const { credential } = await item.service();
		const field = 'Unit of Scheduled Times of the WhatsApp Sender API credential';
		const unit = oneOf(SEND_AT_UNITS, field, credential.sendAtUnit);
		const timestamp = schedule(entered, item.timezone, unit);
		return timestamp ? { sendAt: timestamp, time: scheduledTime(timestamp, unit) } : undefined;
	};
	return async () => await (scheduled ??= read());
}
