import { NodeOperationError } from 'n8n-workflow';
import { adviceOf, isRequestError, UnconfirmedError, type ErrorContext } from '../errors/errors';
import { oneLine } from '../errors/responseText';
import type { Result, RunContext } from './outcome';
import type { RunState } from './state';
import { isTool } from './tool';
import type { Skip, SkipReason, Turn } from './turn';

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
 * The error of a run that has stopped at an item: how far it came, and what to do next. A single
 * item says so only where earlier runs of the execution have sent theirs.
 *
 * @param warning about an earlier attempt of the item
 */
export function progressOf(
	context: RunContext,
	run: Progress,
	itemIndex: number,
	error: unknown,
	warning?: string,
): ErrorContext {
	const { state, total } = run;
	const advice =
		adviceOf(error) ?? (warning && 'Check whether it arrived before you send it again.');
	const before = state.acceptedBefore;
	// A call of an AI agent is a run, too, but no iteration.
	if (total < 2 && (before === 0 || isTool(context.getNode()))) {
		return { itemIndex, more: [warning], description: advice };
	}
	const { accepted, failed, skipped, notSent } = countsOf(run);
	const unconfirmed = state.unconfirmedBeside(itemIndex);
	const progress = [
		`Stopped at item ${itemIndex + 1} of ${total}. Accepted: ${accepted}. Failed: ${failed}.`,
		skipped > 0 && `Skipped: ${skipped}.`,
		notSent > 0 && `Not sent: ${notSent}.`,
		unconfirmed.length > 0 && `May already have been sent: ${listed(unconfirmed)}.`,
	];
	const next = nextStep(context, state, error);
	const description = [...(total > 1 ? progress : []), advice, next].filter(Boolean).join(' ');
	return { itemIndex, more: [warning, acceptedOf(run, accepted, error)], description };
}

/** How far it came, for the message. */
function acceptedOf(
	{ state, total }: Progress,
	accepted: number,
	error: unknown,
): string | undefined {
	if (state.hasSentNothing) {
		const isSaid = /\b(not|nothing was) sent\b/i.test((error as Error).message);
		return isSaid ? undefined : 'Nothing was sent.';
	}
	const before = state.acceptedBefore;
	if (total < 2) return `Accepted before: ${before}.`;
	return `Accepted: ${accepted} of ${total}${before > 0 ? `, ${before} before` : ''}.`;
}

function nextStep(context: RunContext, state: RunState, error: unknown): string {
	const isCalled = context.getMode() === 'integrated';
	const under = `on the newest execution${isCalled ? ' of this workflow' : ''} under Executions`;
	if (state.hasSentNothing && !isCalled) {
		return adviceOf(error)
			? 'Then run the workflow again.'
			: 'Correct it, then run the workflow again.';
	}
	const again = isCalled
		? 'Retry of the workflow that calls it sends to everyone again.'
		: 'Running the workflow again sends to everyone again.';
	if (!isSaved(context)) {
		return `n8n does not save failed executions of this workflow, so there is no Retry. ${again}`;
	}
	return `${retryOf(context, error, under)} ${again}`;
}

/** How to send the rest: Retry meets the same data, and sends what is unconfirmed once more. */
function retryOf(context: RunContext, error: unknown, under: string): string {
	const current = `use Retry with the currently saved workflow ${under}`;
	if (error instanceof UnconfirmedError) {
		const retry = `To send the rest, use Retry ${under}: it sends this item again, too.`;
		const { operation } = context.getNode().parameters;
		// The others have no such option.
		if (operation !== 'sendText' && operation !== 'sendMedia') return retry;
		return `${retry} To leave it out, enter its recipient under Never Send To, save, and ${current}.`;
	}
	if (isRequestError(error)) return `To send the rest, use Retry ${under}.`;
	// What is to be corrected may stand in the workflow.
	if (adviceOf(error)) return `To send the rest, ${current}.`;
	return `Retry reads the same data again. To send the rest without this item, set On Error to Continue, save, and ${current}.`;
}

/** Whether n8n keeps the execution, as far as the workflow's own settings say so. */
function isSaved(context: RunContext): boolean {
	const { saveManualExecutions, saveDataErrorExecution } = context.getWorkflowSettings();
	return context.getMode() === 'manual'
		? saveManualExecutions !== false
		: saveDataErrorExecution !== 'none';
}

/**
 * The error of a run that n8n has canceled, which n8n tells from a failure by the word in it.
 *
 * @param inFlight whose messages are in flight
 */
export function canceledError(
	context: RunContext,
	run: Progress,
	inFlight: Turn[],
): NodeOperationError {
	const unconfirmed = run.state.unconfirmedBeside(undefined, inFlight);
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

const REASONS: Record<SkipReason, (list?: string) => string> = {
	neverSendTo: (list) => (list ? `on the list ${list}` : 'in Never Send To'),
	onlySendTo: (list) => (list ? `not on the list ${list}` : 'not in Only Send To'),
	duplicate: () => 'twice',
	maxPerExecution: () => 'over the maximum',
	sendHours: () => 'outside the hours',
};

/** Why items were skipped: `2 on the list Unsubscribed`, `1 twice`. */
export function reasonsOf(skips: Skip[]): string[] {
	const counts = new Map<string, number>();
	for (const { reason, list } of skips) {
		const words = REASONS[reason](list);
		counts.set(words, (counts.get(words) ?? 0) + 1);
	}
	return [...counts].map(([words, count]) => `${count} ${words}`);
}

/** `3 of 120 were skipped: 2 on the list Unsubscribed, 1 twice`, and what time it was for those outside the hours. */
export function skippedHint(skips: Skip[], total: number): string {
	const hint = `${skips.length} of ${total} were skipped: ${reasonsOf(skips).join(', ')}`;
	const clock = skips.find((skip) => skip.clock)?.clock;
	return clock ? `${hint}. ${clock}` : hint;
}
