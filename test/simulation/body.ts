import { isDeepStrictEqual } from 'node:util';
import { ENDINGS } from './books';
import { interactiveOf, UNITS } from './inputs';
import { mediaInBody } from './media';
import { scheduledFor } from './options';
import { digitsOf, isGroup } from './people';
import type { Plan } from './plan';
import type { Sent } from './wire';

/** Whether the body of a message, without its key, is that of an item: for whom, when and with what it says. */
export function isBodyOf(plan: Plan, item: number, body: Sent, phone?: string): boolean {
	const { items, isScheduled, isMarkdown, node } = plan;
	const { person, account } = items[item];
	const { [isGroup(person) ? 'group_id' : 'phone']: recipient, text, ...others } = body;
	const words = `${isMarkdown ? '*To*' : 'To'} ${item}${ENDINGS[node]}`;
	const unit = UNITS[account] === 'seconds' ? 1000 : 1;
	const time = isScheduled && { send_at: String(scheduledFor(items[item]) / unit) };
	return (
		digitsOf(recipient) === digitsOf(phone) &&
		[words, `Again ${words}`].includes(String(text)) &&
		isDeepStrictEqual(others, { ...interactiveOf(plan), ...mediaInBody(plan, item), ...time })
	);
}
