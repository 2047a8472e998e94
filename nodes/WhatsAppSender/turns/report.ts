import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { timezoneOf } from '../values/timezone';
import { dryRunHint, isScheduled } from './dryRun';
import { endHint, UNRECORDED_RETRY } from './hints';
import type { Ledger } from './ledger';
import { rowsOf } from './rows';
import type { PendingMessage, RunContext, Sender } from './sender';
import { canceledError, stoppedError } from './stopped';
import { isReview, isTool } from '../values/tool';

/** What the node returns for a try: outputs, errors and hints. */
export class Report {
	/** Whether a failure becomes an item instead of an error of the node. */
	private readonly continuesOnFail: boolean;
	private readonly isLastTry: boolean;
	/** n8n copies it with all its parameters each time it is asked for it. */
	private readonly node: INode;
	/** Of the times in a dry run; empty where no item is scheduled. */
	private timezone?: string;

	constructor(
		private readonly context: RunContext,
		private readonly ledger: Ledger,
		private readonly sender: Sender,
	) {
		const node = (this.node = context.getNode());
		const tries = node.retryOnFail ? Math.min(5, Math.max(2, node.maxTries || 3)) : 1;
		this.isLastTry = ledger.memory.tries >= tries;
		// Of an error that is thrown the model hears nothing. After one, n8n tries a call again; in a custom
		// operation, after an item with an error.
		const isForModel = isTool(node) && !isReview(node) && (!sender.call || this.isLastTry);
		this.continuesOnFail = context.continueOnFail() || isForModel;
	}

	/** Whether a failure or n8n ends the run. Asked before whatever takes long. */
	readonly isStopped = (): boolean => {
		const hasFailed = this.ledger.firstFailure !== undefined && !this.continuesOnFail;
		return hasFailed || this.context.getExecutionCancelSignal()?.aborted === true;
	};

	/** @throws the first failure, where On Error is "Stop" */
	async output(yieldToOthers: () => Promise<void>): Promise<INodeExecutionData[]> {
		const { context, ledger, sender } = this;
		const { firstFailure } = ledger;
		if (firstFailure && !this.continuesOnFail) {
			throw stoppedError(context, ledger, firstFailure, sender.isTest);
		}
		const output: INodeExecutionData[] = [];
		for (let item = 0; item < ledger.total; item++) {
			for (const row of this.rows(item)) output.push(row);
			await yieldToOthers();
		}
		// Retry On Fail runs the node again where the first item has an `error`, whatever it holds, and
		// after tries that have thrown, n8n counts otherwise.
		const isFailed = output[0]?.json.error !== undefined;
		const isLastTry = this.isLastTry && context.continueOnFail();
		if (!(isFailed && this.node.retryOnFail && !isLastTry)) ledger.forget();
		this.hint();
		return output;
	}

	/**
	 * The report of a run that n8n has canceled. Retry On Fail would run the node again after an error,
	 * and what it returns then is not stored; after an item with an error it does not, unless that
	 * is in the item's JSON.
	 *
	 * @param inFlight whose message has no response yet
	 * @throws the report, where that is what n8n stores
	 */
	canceled(inFlight?: PendingMessage): INodeExecutionData[] {
		const { context, ledger } = this;
		const error = canceledError(context, ledger, inFlight);
		if (!context.continueOnFail() && !this.node.retryOnFail) throw error;
		return Array.from({ length: ledger.total }).flatMap((_, item): INodeExecutionData[] => {
			const output = this.rows(item);
			return output.length > 0 ? output : [{ json: {}, error, pairedItem: { item } }];
		});
	}

	/** None before the item has a result. */
	private rows(item: number): INodeExecutionData[] {
		const { context, ledger, sender } = this;
		const entry = ledger.results.get(item);
		if (!entry) return [];
		if (ledger.isDryRun) {
			this.timezone ??= isScheduled(ledger.results.values()) ? timezoneOf(context) : '';
		}
		const { node, timezone } = this;
		const input = sender.inputFields?.(item);
		const warning = ledger.warningOf(item, entry);
		const unknown = sender.unknownRecipient;
		return rowsOf(item, entry, { node, unknown, input, warning, timezone });
	}

	/** Of a single item only why it was skipped: the rest is in its output. */
	private hint(): void {
		const { context, ledger, node } = this;
		const entries = [...ledger.results.values()];
		const isDry = ledger.isDryRun && entries.some(({ result }) => result.is !== 'accepted');
		const isWorthIt = ledger.total > 1 || entries[0]?.result.is === 'skipped';
		const isUnrecorded = ledger.execution.isUnrecordedRetry && !isTool(node) && !isDry;
		const hints = [
			...ledger.execution.notes,
			isDry && dryRunHint(ledger.previews, timezoneOf(context)),
			!isDry && isWorthIt && endHint(entries),
			isUnrecorded && UNRECORDED_RETRY,
		];
		// The routing has no hints.
		const functions = context as Partial<IExecuteFunctions>;
		for (const message of hints) {
			if (message) functions.addExecutionHints?.({ message, location: 'outputPane' });
		}
	}
}
