import { NodeOperationError } from 'n8n-workflow';
import { adviceOf, isOfItem, reasonOf, saysNotSent, toNodeError } from '../errors/nodeErrors';
import { listed, UNRECORDED_RETRY } from './hints';
import type { Ledger } from './ledger';
import type { PendingMessage, RunContext } from './sender';
import { isTool } from '../values/tool';

/**
 * The error of a run that has stopped at an item: how far it came, and what to do next. A single
 * item says so only where earlier runs of the execution have sent theirs.
 *
 * @param isTest whether the messages went to a test number
 */
export function stoppedError(
	context: RunContext,
	ledger: Ledger,
	{ item, error }: { item: number; error: unknown },
	isTest = false,
): Error {
	const node = context.getNode();
	const result = ledger.results.get(item);
	const warning = ledger.warningOf(item, result);
	const advice =
		adviceOf(error) ?? (warning && 'Check whether it arrived before you send it again.');
	// A call of an AI agent is a run, too, but no iteration.
	const isAlone = ledger.total < 2 && (ledger.acceptedBefore === 0 || isTool(node));
	const isUnrecorded = ledger.execution.isUnrecordedRetry && !isTool(node);
	const sentences = [
		...(isAlone || ledger.total < 2 ? [] : progressOf(ledger, item)),
		...(isAlone
			? [advice ?? missingCredential(context, error)]
			: nextStep(context, ledger, { error, advice, pending: result?.pending, isTest })),
		isUnrecorded && UNRECORDED_RETRY,
	];
	return toNodeError(node, error, {
		itemIndex: item,
		more: [warning, isAlone ? undefined : acceptedOf(ledger, error, isTest)],
		description: sentences.filter(Boolean).join(' ') || undefined,
	});
}

function progressOf(ledger: Ledger, item: number) {
	const { accepted, failed, skipped, notSent } = ledger.counts();
	const unconfirmed = ledger.allUnconfirmed(item);
	return [
		`Stopped at item ${item + 1} of ${ledger.total}. Accepted: ${accepted}. Failed: ${failed}.`,
		skipped > 0 && `Skipped: ${skipped}.`,
		notSent > 0 && `Not sent: ${notSent}.`,
		unconfirmed.length > 0 && `May already have been sent: ${listed(unconfirmed)}.`,
	];
}

/** How far it came, for the message: the canvas shows nothing else. */
function acceptedOf(ledger: Ledger, error: unknown, isTest: boolean): string | undefined {
	const { total, acceptedBefore: before } = ledger;
	if (ledger.messages === 0) return saysNotSent(error) ? undefined : 'Nothing was sent.';
	// None of a test's messages went to its recipients.
	if (isTest) return undefined;
	if (total < 2) return `Accepted before: ${before}.`;
	return `Accepted: ${ledger.counts().accepted} of ${total}${before > 0 ? `, ${before} before` : ''}.`;
}

interface Stop {
	error: unknown;
	advice?: string;
	pending?: PendingMessage;
	isTest: boolean;
}

/** What to do, and what to click then. */
function nextStep(context: RunContext, ledger: Ledger, { error, advice, pending, isTest }: Stop) {
	if (isTest && ledger.messages > 0) return testAgain(ledger.record.accepted, error, advice);
	const isCalled = context.getMode() === 'integrated';
	if (ledger.messages === 0 && !isCalled) return startAgain(context, error, advice);
	const on = `on the newest execution${isCalled ? ' of this workflow' : ''} under Executions`;
	const current = 'use Retry with the currently saved workflow';
	const leaveOut = `set On Error to Continue, save, and ${current}`;
	const again = isCalled
		? 'Retry of the workflow that calls it sends to everyone again.'
		: 'Running the workflow again sends to everyone again.';
	switch (reasonOf(error)) {
		case 'unconfirmed': {
			const exclude = `To leave it out, enter its recipient under Never Send To, save, and ${current}.`;
			const rest = `To send the rest, use Retry ${on}: it sends this item again, too.`;
			// Other operations cannot leave out a recipient.
			return [advice, rest, pending?.shown && exclude, again];
		}
		case 'invalid': {
			const rest = `To send the rest without this item, ${leaveOut} ${on}.`;
			if (isOfItem(error)) return [advice, 'Retry reads the same data again.', rest, again];
			return [advice, `To send the rest, save the workflow, and ${current} ${on}.`, again];
		}
		default: {
			const data = isOfItem(error) && `If its data are wrong, ${leaveOut}.`;
			return [advice, `To send the rest, use Retry ${on}.`, data, again];
		}
	}
}

/** @param accepted messages to the test number; one that may have been sent is not counted */
function testAgain(accepted: number, error: unknown, advice?: string) {
	const messages = accepted === 1 ? '1 message' : `${accepted} messages`;
	const toOneself = accepted > 0 && `${messages} went to your number, none to your recipients.`;
	const otherFix = advice ? 'Then' : `${fixOf(error)}, then`;
	const fix = isOfItem(error) ? 'Correct the row, then' : otherFix;
	return [advice, `Test: ${toOneself || 'none went to your recipients.'} ${fix} test again.`];
}

/** Nothing was sent: the workflow can be run again. */
function startAgain(context: RunContext, error: unknown, advice?: string): string[] {
	const isManual = context.getMode() === 'manual';
	const start = isManual ? 'click Execute workflow' : 'run the workflow again';
	if (advice) return [advice, `Then ${start}.`];
	const old = isManual && isOfItem(error) ? ' Execute step uses the old data.' : '';
	return [`${fixOf(error)}, then ${start}.${old}`];
}

/** What to correct, where the error itself does not say so. */
function fixOf(error: unknown): string {
	if (isOfItem(error)) return 'Correct the data where it comes from';
	return lacksCredential(error) ? 'Choose a credential in the node' : 'Correct the node';
}

/** n8n's own error does not say what to do. */
const lacksCredential = (error: unknown) =>
	/does not have any credentials/.test((error as Error).message);

const missingCredential = (context: RunContext, error: unknown): string | undefined =>
	lacksCredential(error) ? startAgain(context, error)[0] : undefined;

/**
 * The error of a run that n8n has canceled, which n8n tells from a failure by the word in it.
 *
 * @param inFlight whose message has no response yet
 */
export function canceledError(
	context: RunContext,
	ledger: Ledger,
	inFlight?: PendingMessage,
): NodeOperationError {
	const unconfirmed = ledger.allUnconfirmed(undefined, inFlight);
	const message = [
		`The execution was canceled. Accepted: ${ledger.counts().accepted} of ${ledger.total}.`,
		unconfirmed.length > 0 && `May already have been sent: ${listed(unconfirmed)}.`,
	];
	return new NodeOperationError(context.getNode(), message.filter(Boolean).join(' '), {
		description:
			'Running the workflow again sends to everyone again. Raise the time limit of the execution, or keep the recipients in a Data Table and start again with the rest.',
	});
}
