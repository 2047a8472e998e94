import { reasonOf, type FailureReason } from '../errors/nodeErrors';
import { oneLine } from '../errors/responseText';
import { countsOf } from './execution';
import type { ItemResult } from './result';
import { wordsOfSkip } from './skip';

/** How many recipients a text names before it counts the rest. */
const MOST_NAMED = 20;

/** At most twenty recipients by name, and how many more there are. */
export function listed(recipients: string[]): string {
	const named = recipients.slice(0, MOST_NAMED).map((recipient) => oneLine(recipient, 60));
	const more = recipients.length - named.length;
	return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

/** A sentence about recipients whom an earlier attempt may have reached; none where there are none. */
export const earlierAttempt = (recipients: string[]): string | undefined =>
	recipients.length > 0
		? `An earlier attempt may already have been sent to ${listed(recipients)}`
		: undefined;

/** How often there is each text, the most frequent first: `2 on the list Unsubscribed`, `1 twice`. */
export function counted(texts: string[]): string[] {
	const most = [...countsOf(texts)].sort(([, one], [, other]) => other - one);
	return most.map(([text, count]) => `${count} ${text}`);
}

const FAILED: Record<FailureReason, string> = {
	invalid: 'cannot be sent',
	rejected: 'rejected',
	unreachable: 'not sent, no connection',
	unconfirmed: 'may have been sent',
};

/**
 * How a run has ended: `Accepted: 5 of 8. 1 was skipped: 1 twice. 2 failed: 2 rejected.`, and what time it
 * was for those outside the hours.
 */
export function endHint(entries: ItemResult[]): string {
	const results = entries.map(({ result }) => result);
	const skips = results.flatMap((result) => (result.is === 'skipped' ? result.skip : []));
	const failed = results.flatMap((result) => ('error' in result ? reasonOf(result.error) : []));
	const accepted = results.filter(({ is }) => is === 'accepted').length;
	const was = skips.length === 1 ? 'was' : 'were';
	const sentences = [
		`Accepted: ${accepted} of ${entries.length}.`,
		skips.length > 0 &&
			`${skips.length} ${was} skipped: ${counted(skips.map(wordsOfSkip)).join(', ')}.`,
		failed.length > 0 &&
			`${failed.length} failed: ${counted(failed.map((reason) => FAILED[reason])).join(', ')}.`,
		skips.find(({ clock }) => clock)?.clock,
	];
	return sentences.filter(Boolean).join(' ');
}

/** Of a retry for which n8n has kept nothing: it stores no execution that was killed. */
export const UNRECORDED_RETRY =
	'This is a retry, and n8n has no record of this node. If n8n was stopped while it was sending, people may have got the message twice.';
