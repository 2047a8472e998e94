import type { ErrorContext } from '../errors/nodeError';
import { oneLine } from '../errors/responseText';
import type { RunMemory } from './memory';

/** How many recipients a text names before it counts the rest. */
const MOST_NAMED = 20;

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

/**
 * How far a run came before it stopped, and what to do next.
 *
 * @param failedItems in the order in which they failed; the run stopped at the first
 * @param skipped items of recipients who must not be reached
 */
export function progressOf(
	memory: RunMemory,
	total: number,
	failedItems: number[],
	skipped: number,
): Pick<ErrorContext, 'progress' | 'next'> {
	const [stoppedAt] = failedItems;
	if (total < 2) return {};
	const unconfirmed = memory.unconfirmedBeside(stoppedAt);
	const failed = new Set([...failedItems, ...memory.unconfirmedItems()]).size;
	const accepted = memory.acceptedCount;
	const progress = [
		`Stopped at item ${stoppedAt} (n8n counts from 0).`,
		`Accepted: ${accepted} of ${total}.`,
		skipped > 0 && `Skipped: ${skipped}.`,
		`Not sent: ${total - accepted - failed - skipped}.`,
		failed > 1 && `Also failed: ${failed - 1}.`,
		unconfirmed.length > 0 && `May already have been sent: ${listed(unconfirmed)}.`,
	];
	return {
		progress: progress.filter(Boolean).join(' '),
		next: 'To send the rest, use Retry under Executions. Running the workflow again sends to everyone again.',
	};
}

/** At most twenty recipients by name, and how many more there are. */
export function listed(recipients: string[]): string {
	const named = recipients.slice(0, MOST_NAMED).map((recipient) => oneLine(recipient, 60));
	const more = recipients.length - named.length;
	return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}
