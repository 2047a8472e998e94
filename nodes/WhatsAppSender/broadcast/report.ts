import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { timezoneOf } from '../values/timezone';
import { isReview, isTool } from '../values/tool';
import { dryRunHint, dryRunRow, isScheduled } from './dryRun';
import { earlierAttempt, endHint, unrecordedRetry } from './hints';
import type { Journal } from './journal';
import type { Policy } from './policy';
import { rowsOf } from './rows';
import type { Pending, RecipientRow, RunContext, Sender } from './sender';
import { canceledError, stoppedError } from './stopped';

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
