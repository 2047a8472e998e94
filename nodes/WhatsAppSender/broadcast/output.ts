import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';
import {
	adviceOf,
	errorItem,
	type FailureReason,
	isOfItem,
	reasonOf,
	statusOf,
	toNodeError,
} from '../errors/failures';
import { isReview, isTool, oneLine } from '../values/input';
import { timezoneOf } from '../values/schedule';
import { dryRunHint, dryRunRow, isScheduled } from './dryRun';
import { formatCounts, type Journal } from './execution';
import type { Policy } from './rules';
import {
	type Entry,
	errorOf,
	type Pending,
	type RecipientRow,
	type RunContext,
	type Sender,
	type Skip,
} from './sender';

/** What the node returns for a try: outputs, errors and hints. */
export class Report {
	/** Whether a failure becomes an item instead of an error of the node. */
	private readonly continuesOnFail: boolean;
	private readonly isLastTry: boolean;
	/** Read once, because each call of `getNode` copies all parameters. */
	private readonly node: INode;

	constructor(
		private readonly context: RunContext,
		private readonly journal: Journal,
		private readonly policy: Policy,
		private readonly sender: Sender,
	) {
		const node = context.getNode();
		this.node = node;
		const tries = node.retryOnFail ? Math.min(5, Math.max(2, node.maxTries || 3)) : 1;
		this.isLastTry = journal.tries.count >= tries;
		// n8n does not pass a thrown error to the model, so the model gets an error item. The routing repeats a
		// call only after a thrown error, so there only the last try returns one.
		const isForModel = isTool(node) && !isReview(node) && (!sender.call || this.isLastTry);
		this.continuesOnFail = context.continueOnFail() || isForModel;
	}

	/** Whether a failure or the stop button has ended the run. */
	readonly isStopped = (): boolean => {
		const hasFailed = this.journal.firstFailure !== undefined && !this.continuesOnFail;
		return hasFailed || this.context.getExecutionCancelSignal()?.aborted === true;
	};

	/** @throws the first failure if On Error is Stop */
	async output(yieldToOthers: () => Promise<void>): Promise<INodeExecutionData[]> {
		const { context, journal, policy } = this;
		const { firstFailure, total } = journal;
		if (firstFailure && !this.continuesOnFail) {
			throw stoppedError(context, journal, policy, firstFailure);
		}
		const isTimed = journal.isDryRun && isScheduled(journal.entries.values());
		const timezone = isTimed ? timezoneOf(context) : undefined;
		const output: INodeExecutionData[] = [];
		for (let item = 0; item < total; item++) {
			for (const row of this.rows(item, timezone)) output.push(row);
			await yieldToOthers();
		}
		// Retry On Fail runs the node again if the first output item has any `error`. After a try that has
		// thrown, n8n counts the tries differently.
		const isFailed = output[0]?.json.error !== undefined;
		const isLastTry = this.isLastTry && context.continueOnFail();
		if (!(isFailed && this.node.retryOnFail && !isLastTry)) journal.forget();
		this.addHints();
		return output;
	}

	/**
	 * The report of a run that n8n has canceled. After a thrown error, Retry On Fail would run the node again,
	 * and n8n would not store what it returns. Retry On Fail ignores an error that is on the item and not in
	 * its JSON.
	 *
	 * @param inFlight the message that has no response yet
	 * @throws the report if n8n stores a thrown error
	 */
	canceled(inFlight?: Pending): INodeExecutionData[] {
		const { context, journal, policy } = this;
		const error = canceledError(context, journal, policy, inFlight);
		if (!context.continueOnFail() && !this.node.retryOnFail) throw error;
		return Array.from({ length: journal.total }).flatMap((_, item): INodeExecutionData[] => {
			const output = this.rows(item);
			return output.length > 0 ? output : [{ json: {}, error, pairedItem: { item } }];
		});
	}

	/** @returns the output items of an input item; none before it has an outcome */
	private rows(item: number, timezone?: string): INodeExecutionData[] {
		const { journal, node, sender } = this;
		const entry = journal.entries.get(item);
		if (!entry) return [];
		const recipient = entry.pending ? entry.pending.row : sender.recipientAsEntered?.(item);
		if (journal.isDryRun && entry.outcome.is !== 'accepted') {
			return [dryRunRow(item, entry, recipient as RecipientRow, timezone)];
		}
		const warning = earlierAttempt(journal.recipientsOfAttempts(item, entry));
		return rowsOf(item, entry, { node, recipient, warning });
	}

	/** A single item gets a hint only if it was skipped; otherwise its output says enough. */
	private addHints(): void {
		const { context, journal, node, policy, sender } = this;
		const entries = [...journal.entries.values()];
		const isDry = journal.isDryRun && entries.some(({ outcome }) => outcome.is !== 'accepted');
		const needsSummary = journal.total > 1 || entries[0]?.outcome.is === 'skipped';
		const { optionNames = [] } = sender;
		const hints = [
			...journal.notes,
			isDry && dryRunHint(journal.dryRunEntries, policy, timezoneOf(context), optionNames),
			!isDry && needsSummary && endHint(entries),
			!isDry && unrecordedRetry(journal, policy, node),
		];
		// The routing's context cannot add hints.
		const functions = context as Partial<IExecuteFunctions>;
		for (const message of hints) {
			if (message) functions.addExecutionHints?.({ message, location: 'outputPane' });
		}
	}
}

/**
 * The output items of an input item, linked to it. A dry run has rows of its own.
 *
 * @param recipient what the output says about the recipient; without it, a failed item has only its error
 * @param warning that an earlier attempt of the item may have been sent
 */
function rowsOf(
	item: number,
	{ outcome }: Entry,
	{ node, recipient, warning }: { node: INode; recipient?: RecipientRow; warning?: string },
): INodeExecutionData[] {
	const pairedItem = { item };
	const linked = (json: IDataObject) => ({ json, pairedItem });
	if (outcome.is === 'accepted') return outcome.output.map(linked);
	if (outcome.is === 'skipped') {
		const { reason, warning: skipWarning } = outcome.skip;
		const warnings = [skipWarning, warning].filter(Boolean).join(' ');
		const row = { success: false, skipped: true, reason, ...recipient };
		return [linked(warnings ? { ...row, warning: warnings } : row)];
	}
	const error = errorOf(outcome);
	const { json } = errorItem(error, item, warning);
	const status = statusOf(error);
	const details = { reason: reasonOf(error), ...recipient, ...(status && { status }) };
	const row: IDataObject = recipient ? { success: false, ...json, ...details } : json;
	// n8n does not pass the error output to the model.
	if (node.onError !== 'continueErrorOutput' || isTool(node)) return [linked(row)];
	// n8n treats an item with `error` as failed, adds the fields of its input item, and then replaces the JSON
	// of items that still have `error`. A hidden property is gone by then, because n8n has copied the item.
	const value = toNodeError(node, error, { itemIndex: item, extraSentences: [warning] });
	return [Object.defineProperty({ json: row, pairedItem }, 'error', { value })];
}

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
const unrecordedRetry = (
	{ execution }: Journal,
	{ hasCampaign }: Policy,
	node: INode,
): string | undefined =>
	execution.isUnrecordedRetry && !hasCampaign && !isTool(node) ? UNRECORDED_RETRY : undefined;

const UNRECORDED_RETRY =
	'This is a retry, and n8n has no record of this node: people may have got the message twice, which the option Campaign prevents.';

const RETRY = 'Retry with the currently saved workflow';

/**
 * The error of a run that has stopped at an item. Its description contains the counts, what to correct, and
 * what to do next. For a single item it contains only what to correct.
 */
function stoppedError(
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
function canceledError(
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
