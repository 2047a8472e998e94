import { oneLine } from '../errors/responseText';
import type { Skip, SkipReason } from './turn';

/** How many recipients a text names before it counts the rest. */
const MOST_NAMED = 20;

/** At most twenty recipients by name, and how many more there are. */
export function listed(recipients: string[]): string {
	const named = recipients.slice(0, MOST_NAMED).map((recipient) => oneLine(recipient, 60));
	const more = recipients.length - named.length;
	return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

/**
 * A sentence about recipients whom an earlier attempt may have reached; none where there are none.
 *
 * @param named by the error already
 */
export function earlierAttempt(unconfirmed: string[], named?: string): string | undefined {
	const recipients = unconfirmed.filter((recipient) => recipient !== named);
	if (recipients.length === 0) return undefined;
	return `An earlier attempt may already have been sent to ${listed(recipients)}`;
}

const SKIPPED: Record<SkipReason, (list?: string) => string> = {
	neverSendTo: (list) => (list ? `on the list ${list}` : 'in Never Send To'),
	onlySendTo: (list) => (list ? `not on the list ${list}` : 'not in Only Send To'),
	duplicate: () => 'twice',
	maxPerExecution: () => 'over the maximum',
	sendHours: () => 'outside the hours',
	test: () => 'not in the test',
};

export const reasonOfSkip = ({ reason, list }: Skip): string => SKIPPED[reason](list);

/** How often there is each text, the most frequent first: `2 on the list Unsubscribed`, `1 twice`. */
export function counted(texts: string[]): string[] {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	const most = [...counts].sort(([, one], [, other]) => other - one);
	return most.map(([text, count]) => `${count} ${text}`);
}
