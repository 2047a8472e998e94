import type { INode } from 'n8n-workflow';
import { reasonOf, type FailureReason } from '../errors/nodeErrors';
import { oneLine } from '../errors/responseText';
import { isTool } from '../values/tool';
import type { Journal } from './journal';
import type { Entry, Skip } from './outcome';
import type { Policy } from './policy';
import { countsOf } from './record';

/** How many recipients a text names before it counts the rest. */
const MOST_NAMED = 20;

/** At most twenty recipients by name, and how many more there are. */
export function formatNames(recipients: string[]): string {
	const named = recipients.slice(0, MOST_NAMED).map((recipient) => oneLine(recipient, 60));
	const more = recipients.length - named.length;
	return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

/** Warns about recipients that an earlier attempt may have reached. @returns nothing if there are none */
export const earlierAttempt = (recipients: string[]): string | undefined =>
	recipients.length > 0
		? `An earlier attempt may already have been sent to ${formatNames(recipients)}`
		: undefined;

/** Counts equal texts, the most frequent first: `2 on the list Unsubscribed`, `1 twice`. */
export function formatCounts(texts: string[]): string[] {
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
 * Sums up a run: `Accepted: 5 of 8. 1 was skipped: 1 twice. 2 failed: 2 rejected.`, and the time if any was
 * outside the hours.
 */
export function endHint(entries: Entry[]): string {
	const skips: Skip[] = [];
	const failed: FailureReason[] = [];
	for (const { outcome } of entries) {
		if (outcome.is === 'skipped') skips.push(outcome.skip);
		else if ('error' in outcome) failed.push(reasonOf(outcome.error));
	}
	const accepted = entries.length - skips.length - failed.length;
	const was = skips.length === 1 ? 'was' : 'were';
	const sentences = [
		`Accepted: ${accepted} of ${entries.length}.`,
		skips.length > 0 &&
			`${skips.length} ${was} skipped: ${formatCounts(skips.map(({ words }) => words)).join(', ')}.`,
		failed.length > 0 &&
			`${failed.length} failed: ${formatCounts(failed.map((reason) => FAILED[reason])).join(', ')}.`,
		skips.find(({ clock }) => clock)?.clock,
	];
	return sentences.filter(Boolean).join(' ');
}

/** Warns in the retry of a killed execution, because n8n has stored nothing about it. */
export const unrecordedRetry = (
	{ execution }: Journal,
	{ hasCampaign }: Policy,
	node: INode,
): string | undefined =>
	execution.isUnrecordedRetry && !hasCampaign && !isTool(node) ? UNRECORDED_RETRY : undefined;

const UNRECORDED_RETRY =
	'This is a retry, and n8n has no record of this node: people may have got the message twice, which the option Campaign prevents.';
