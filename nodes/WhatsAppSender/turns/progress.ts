import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import type { ErrorContext } from '../errors/errors';
import { oneLine } from '../errors/responseText';
import type { Result } from './outcome';
import type { RunState } from './runState';
import { isTool } from './tool';

/** How many recipients a text names before it counts the rest. */
const MOST_NAMED = 20;

/** How far a run has come: what has become of its items, by index. */
export interface Progress {
	state: RunState;
	total: number;
	results: Map<number, Result>;
}

/** How many items have each result. Items whose turn has not come have that of an earlier attempt. */
export function countsOf({ state, total, results }: Progress): Record<Result | 'notSent', number> {
	const counts = { accepted: 0, skipped: 0, failed: 0, notSent: 0 };
	for (let item = 0; item < total; item++) {
		const earlier = state.acceptedOutput(item)
			? 'accepted'
			: state.unconfirmedOf(item).length > 0
				? 'failed'
				: 'notSent';
		counts[results.get(item) ?? earlier]++;
	}
	return counts;
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

/**
 * How far a run of several items came before it stopped at an item, and what to do next. Of a single
 * item only what to do next, and only where earlier iterations of a loop have sent theirs.
 */
export function progressOf(
	context: IExecuteFunctions,
	run: Progress,
	stoppedAt: number,
): Pick<ErrorContext, 'accepted' | 'progress' | 'next'> {
	const { state, total } = run;
	if (total < 2) {
		// A call of an AI agent is a run, too, but no iteration.
		const isLater =
			!isTool(context.getNode()) && Number(context.getWorkflowDataProxy(0).$runIndex) > 0;
		return isLater && !state.hasSentNothing ? { next: nextStep(context, state) } : {};
	}
	const { accepted, skipped, failed, notSent } = countsOf(run);
	const unconfirmed = state.unconfirmedBeside(stoppedAt);
	const progress = [
		`Stopped at item ${stoppedAt} (n8n counts from 0).`,
		`Accepted: ${accepted} of ${total}.`,
		skipped > 0 && `Skipped: ${skipped}.`,
		`Not sent: ${notSent}.`,
		failed > 1 && `Also failed: ${failed - 1}.`,
		unconfirmed.length > 0 && `May already have been sent: ${listed(unconfirmed)}.`,
	];
	return {
		accepted: state.hasSentNothing ? 'Nothing was sent.' : `Accepted: ${accepted} of ${total}.`,
		progress: progress.filter(Boolean).join(' '),
		next: nextStep(context, state),
	};
}

function nextStep(context: IExecuteFunctions, state: RunState): string {
	if (state.hasSentNothing) return 'Correct it and run the workflow again.';
	return context.getMode() === 'integrated'
		? 'To send the rest, use Retry on the newest execution of this workflow under Executions. Retry of the workflow that calls it sends to everyone again.'
		: 'To send the rest, use Retry on the newest execution under Executions. Running the workflow again sends to everyone again.';
}

/**
 * The error of a run that n8n has canceled, which n8n tells from a failure by the word in it.
 *
 * @param inFlight recipients of messages in flight
 */
export function canceledError(
	context: IExecuteFunctions,
	run: Progress,
	inFlight: string[],
): NodeOperationError {
	const unconfirmed = [...new Set([...run.state.unconfirmedBeside(), ...inFlight])];
	const message = [
		`The execution was canceled. Accepted: ${countsOf(run).accepted} of ${run.total}.`,
		unconfirmed.length > 0 && `May already have been sent: ${listed(unconfirmed)}.`,
	];
	return new NodeOperationError(context.getNode(), message.filter(Boolean).join(' '), {
		description:
			'Running the workflow again sends to everyone again. Raise the time limit of the execution, or keep the recipients in a Data Table and start again with the rest.',
	});
}

/** At most twenty recipients by name, and how many more there are. */
export function listed(recipients: string[]): string {
	const named = recipients.slice(0, MOST_NAMED).map((recipient) => oneLine(recipient, 60));
	const more = recipients.length - named.length;
	return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}
