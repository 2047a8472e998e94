import { NodeOperationError } from 'n8n-workflow';
import { adviceOf, mendsOf, reasonOf, saysNotSent, toNodeError } from '../errors/errors';
import type { Ledger } from './ledger';
import { isTool } from './tool';
import type { RunContext, Turn } from './turn';
import { earlierAttempt, listed } from './words';

/**
 * The error of a run that has stopped at an item: how far it came, and what to do next. A single
 * item says so only where earlier runs of the execution have sent theirs.
 *
 * @param toLeaveOut how the user leaves its recipient out, as part of a sentence
 */
export function stoppedError(
	context: RunContext,
	ledger: Ledger,
	{ item, error }: { item: number; error: unknown },
	toLeaveOut?: string,
): Error {
	const node = context.getNode();
	// The error itself says so of the recipient that it is about.
	const named =
		reasonOf(error) === 'unconfirmed' ? ledger.entries.get(item)?.turn?.recipient : undefined;
	const warning = earlierAttempt(ledger.unconfirmedOf(item), named);
	const advice =
		adviceOf(error) ?? (warning && 'Check whether it arrived before you send it again.');
	// A call of an AI agent is a run, too, but no iteration.
	if (ledger.total < 2 && (ledger.acceptedBefore === 0 || isTool(node))) {
		return toNodeError(node, error, { itemIndex: item, more: [warning], description: advice });
	}
	const description = [
		...(ledger.total > 1 ? progressOf(ledger, item) : []),
		advice,
		nextStep(context, ledger, error, toLeaveOut),
	];
	return toNodeError(node, error, {
		itemIndex: item,
		more: [warning, acceptedOf(ledger, error)],
		description: description.filter(Boolean).join(' '),
	});
}

function progressOf(ledger: Ledger, item: number) {
	const { accepted, failed, skipped, notSent } = ledger.counts();
	const unconfirmed = ledger.unconfirmedBeside(item);
	return [
		`Stopped at item ${item + 1} of ${ledger.total}. Accepted: ${accepted}. Failed: ${failed}.`,
		skipped > 0 && `Skipped: ${skipped}.`,
		notSent > 0 && `Not sent: ${notSent}.`,
		unconfirmed.length > 0 && `May already have been sent: ${listed(unconfirmed)}.`,
	];
}

/** How far it came, for the message: the canvas shows nothing else. */
function acceptedOf(ledger: Ledger, error: unknown): string | undefined {
	const { total, acceptedBefore: before } = ledger;
	if (ledger.hasSentNothing) return saysNotSent(error) ? undefined : 'Nothing was sent.';
	if (total < 2) return `Accepted before: ${before}.`;
	return `Accepted: ${ledger.counts().accepted} of ${total}${before > 0 ? `, ${before} before` : ''}.`;
}

/** What to click, for the case at hand. */
function nextStep(
	context: RunContext,
	ledger: Ledger,
	error: unknown,
	toLeaveOut?: string,
): string {
	const isCalled = context.getMode() === 'integrated';
	if (ledger.hasSentNothing && !isCalled) return startAgain(context, error);
	const again = isCalled
		? 'Retry of the workflow that calls it sends to everyone again.'
		: 'Running the workflow again sends to everyone again.';
	if (!isSaved(context)) {
		return `n8n does not save failed executions of this workflow, so there is no Retry. ${again}`;
	}
	const under = `on the newest execution${isCalled ? ' of this workflow' : ''} under Executions`;
	return `${retryOf(error, under, toLeaveOut)} ${again}`;
}

function startAgain(context: RunContext, error: unknown): string {
	const isManual = context.getMode() === 'manual';
	const start = isManual ? 'click Execute workflow' : 'run the workflow again';
	const isOfItem = mendsOf(error) === 'item';
	const old = isOfItem && isManual ? ' Execute step uses the old data.' : '';
	return isOfItem && reasonOf(error) === 'invalid'
		? `Correct the data where it comes from, then ${start}.${old}`
		: `Then ${start}.${old}`;
}

/** How to send the rest, by what mends the error: Retry meets the same data, and reads the credential and lists again. */
function retryOf(error: unknown, under: string, toLeaveOut?: string): string {
	const current = `use Retry with the currently saved workflow ${under}`;
	const retry = `To send the rest, use Retry ${under}`;
	const without = `set On Error to Continue, save, and ${current}`;
	if (reasonOf(error) === 'unconfirmed') {
		const leave = toLeaveOut ? ` To leave it out, ${toLeaveOut}, save, and ${current}.` : '';
		return `${retry}: it sends this item again, too.${leave}`;
	}
	if (mendsOf(error) === 'workflow') return `To send the rest, save the workflow, and ${current}.`;
	if (mendsOf(error) !== 'item') return `${retry}.`;
	return reasonOf(error) === 'rejected'
		? `${retry}. It reads the same data again: if that is wrong, ${without}.`
		: `Retry reads the same data again. To send the rest without this item, ${without}.`;
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
	ledger: Ledger,
	inFlight: Turn[],
): NodeOperationError {
	const unconfirmed = ledger.unconfirmedBeside(undefined, inFlight);
	const message = [
		`The execution was canceled. Accepted: ${ledger.counts().accepted} of ${ledger.total}.`,
		unconfirmed.length > 0 && `May already have been sent: ${listed(unconfirmed)}.`,
	];
	return new NodeOperationError(context.getNode(), message.filter(Boolean).join(' '), {
		description:
			'Running the workflow again sends to everyone again. Raise the time limit of the execution, or keep the recipients in a Data Table and start again with the rest.',
	});
}
