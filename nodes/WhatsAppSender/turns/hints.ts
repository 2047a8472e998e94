import { reasonOf, type FailureReason } from '../errors/errors';
import type { Entry } from './turn';
import { counted, reasonOfSkip } from './words';

const FAILED: Record<FailureReason, string> = {
	invalid: 'cannot be sent',
	rejected: 'rejected',
	unreachable: 'not sent, no connection',
	unconfirmed: 'may have been sent',
	heldBack: 'held back',
};

/** How many oddities a hint names. */
const MOST_ODD = 5;

/**
 * How a run has ended: `Accepted: 5 of 8. 1 was skipped: 1 twice. 2 failed: 2 rejected.`, and what time it
 * was for those outside the hours.
 */
export function endHint(entries: Entry[]): string {
	const fates = entries.map(({ fate }) => fate);
	const skips = fates.flatMap((fate) => (fate.is === 'skipped' ? fate.skip : []));
	const errors = fates.flatMap((fate) =>
		fate.is === 'failed' || fate.is === 'unconfirmed' ? fate.error : [],
	);
	const accepted = fates.filter(({ is }) => is === 'accepted').length;
	const was = skips.length === 1 ? 'was' : 'were';
	const sentences = [
		`Accepted: ${accepted} of ${entries.length}.`,
		skips.length > 0 &&
			`${skips.length} ${was} skipped: ${counted(skips.map(reasonOfSkip)).join(', ')}.`,
		errors.length > 0 &&
			`${errors.length} failed: ${counted(errors.map((error) => FAILED[reasonOf(error)])).join(', ')}.`,
		skips.find(({ clock }) => clock)?.clock,
		...oddHints(entries),
	];
	return sentences.filter(Boolean).join(' ');
}

/** `{name} is left in the text of 6 of 6.`: of the messages that were made. */
export function oddHints(entries: Entry[]): string[] {
	const made = entries.flatMap(({ oddities }) => (oddities ? [oddities] : []));
	const counts = new Map<string, number>();
	for (const oddity of made.flat()) counts.set(oddity, (counts.get(oddity) ?? 0) + 1);
	const most = [...counts].slice(0, MOST_ODD);
	return most.map(([oddity, count]) => `${oddity} ${count} of ${made.length}.`);
}
