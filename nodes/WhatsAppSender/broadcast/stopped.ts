import { NodeOperationError } from 'n8n-workflow';
import { adviceOf, isOfItem, reasonOf, toNodeError } from '../errors/nodeErrors';
import { isTool } from '../values/tool';
import { earlierAttempt, formatNames, unrecordedRetry } from './hints';
import type { Journal } from './journal';
import type { Policy } from './policy';
import type { Pending, RunContext } from './sender';

const RETRY = 'Retry with the currently saved workflow';

/**
 * The error of a run that has stopped at an item. Its description contains the counts, what to correct, and
 * what to do next. For a single item it contains only what to correct.
 */
export function stoppedError(
	context: RunContext,
	journal: Journal,
	policy: Policy,
	{ item, error }: { item: number; error: unknown },
): Error {
	const node = context.getNode();
	const { total, acceptedInOtherRuns: before, record } = journal;
	const entry = journal.entries.get(item);
	const warning = earlierAttempt(journal.recipientsOfAttempts(item, entry));
	const advice =
		adviceOf(error) ?? (warning && 'Check whether it arrived before you send it again.');
	// Each call of an AI agent is a run of the node, but no iteration of a loop.
	const isAlone = total < 2 && (before === 0 || isTool(node));
	const warningOfRetry = unrecordedRetry(journal, policy, node);
	const sentences = isAlone
		? [advice]
		: [
				total > 1 && countsSentence(journal, item),
				advice ??
					(isOfItem(error) ? 'Correct the input data.' : 'Correct the settings of the node.'),
				// In an unrecorded retry, earlier messages may have been sent, so "Nothing was sent" could be wrong.
				(record.messages > 0 || !warningOfRetry) &&
					nextStep(context, journal, policy, { error, pending: entry?.pending }),
			];
	return toNodeError(node, error, {
		itemIndex: item,
		extraSentences: [warning, isAlone ? undefined : acceptedSoFar(journal, policy)],
		description: [...sentences, warningOfRetry].filter(Boolean).join(' ') || undefined,
	});
}

function countsSentence(journal: Journal, item: number): string {
	const { accepted, failed, skipped, notSent } = journal.counts();
	return `Stopped at item ${item + 1} of ${journal.total}. Accepted: ${accepted}. Failed: ${failed}. Skipped: ${skipped}. Not sent: ${notSent}.`;
}

/** Part of the message, because the canvas does not show the description. Empty in a test. */
function acceptedSoFar(journal: Journal, policy: Policy): string | undefined {
	const { total, acceptedInOtherRuns: before, record } = journal;
	if (record.messages === 0 || policy.isTest) return undefined;
	return `Accepted: ${journal.counts().accepted} of ${total}${before > 0 ? `, ${before} before` : ''}.`;
}

function nextStep(
	context: RunContext,
	{ record }: Journal,
	policy: Policy,
	{ error, pending }: { error: unknown; pending?: Pending },
): string {
	if (policy.isTest && record.messages > 0) {
		return 'This was a test, so none went to the recipients: test again.';
	}
	const isCalled = context.getMode() === 'integrated';
	if (record.messages === 0 && !isCalled) return 'Nothing was sent: run the workflow again.';
	const retry = `${RETRY}, under Executions${isCalled ? ' of this workflow' : ''},`;
	if (reasonOf(error) === 'unconfirmed') {
		return pending?.campaign?.()
			? `${retry} sends the rest, but not this message: Campaign never repeats an unconfirmed message.`
			: `${retry} sends this message again, and the rest.`;
	}
	if (isOfItem(error) && reasonOf(error) === 'invalid') {
		return `Retry reads the same data again: set On Error to Continue, save, then use ${retry.slice(0, -1)}.`;
	}
	return `${retry} sends only the rest${isOfItem(error) ? '; if this item fails again, set On Error to Continue first' : ''}.`;
}

/**
 * The error of a run that n8n has canceled. The word "canceled" makes n8n show it as canceled, not as failed.
 *
 * @param inFlight the message that has no response yet
 */
export function canceledError(
	context: RunContext,
	journal: Journal,
	policy: Policy,
	inFlight?: Pending,
): NodeOperationError {
	const unconfirmed = journal.unconfirmedRecipients(inFlight);
	const message = [
		`The execution was canceled. Accepted: ${journal.counts().accepted} of ${journal.total}.`,
		unconfirmed.length > 0 && `May already have been sent: ${formatNames(unconfirmed)}.`,
	];
	return new NodeOperationError(context.getNode(), message.filter(Boolean).join(' '), {
		description: policy.hasCampaign
			? 'Run the workflow again: Campaign skips everyone who already got the message.'
			: 'Running the workflow again sends to everyone again. The option Campaign prevents that.',
	});
}
