import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { InputError, toNodeError } from '../errors/errors';
import { oneLine } from '../errors/responseText';
import { timezoneOf } from '../values/timezone';
import { dryRunHint, isScheduled } from './dryRun';
import { endHint } from './hints';
import type { Ledger } from './ledger';
import { rowsOf } from './rows';
import { canceledError, stoppedError } from './stopped';
import { isReview, isTool } from './tool';
import type { RunContext, Sender, Turn } from './turn';
import { earlierAttempt } from './words';

const LOG_EVERY_MS = 60_000;
/** How many items the error of a check names before it counts the rest. */
const MOST_NAMED = 20;

/** What the node returns for a try: outputs, errors and hints, and a line in the log now and then. */
export class Report {
	/** Whether a failure becomes an item instead of an error of the node. */
	readonly continuesOnFail: boolean;
	private readonly isLastTry: boolean;
	/** n8n copies it with all its parameters each time it is asked for it. */
	private readonly node: INode;
	/** Of the times in a dry run; empty where no item is scheduled. */
	private timezone?: string;
	private loggedAt = Date.now();

	constructor(
		private readonly context: RunContext,
		private readonly ledger: Ledger,
		private readonly sender: Sender,
	) {
		const node = (this.node = context.getNode());
		const tries = node.retryOnFail ? Math.min(5, Math.max(2, node.maxTries || 3)) : 1;
		this.isLastTry = ledger.run.tries >= tries;
		// Of an error that is thrown the model hears nothing. After one, n8n tries a call again; in turns,
		// after an item with an error.
		const isForModel = isTool(node) && !isReview(node) && (!sender.call || this.isLastTry);
		this.continuesOnFail = context.continueOnFail() || isForModel;
	}

	/** Whether a failure or n8n ends the run. Asked before whatever takes long. */
	hasEnded(): boolean {
		const isStopped = this.ledger.firstFailure !== undefined && !this.continuesOnFail;
		const hasEnded = isStopped || this.context.getExecutionCancelSignal()?.aborted === true;
		if (!hasEnded) this.log();
		return hasEnded;
	}

	/** @throws the first failure, where On Error is "Stop" */
	async output(yieldToOthers: () => Promise<void>): Promise<INodeExecutionData[]> {
		const { context, ledger } = this;
		const { firstFailure } = ledger;
		if (firstFailure && !this.continuesOnFail) {
			throw stoppedError(context, ledger, firstFailure, this.sender.toLeaveOut);
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
		if (!(isFailed && this.node.retryOnFail && !isLastTry)) ledger.forgetRun();
		this.hint();
		return output;
	}

	/**
	 * The report of a run that n8n has canceled. Retry On Fail would run the node again after an error,
	 * and what it returns then is not stored; after an item with an error it does not, unless that
	 * is in the item's JSON.
	 *
	 * @param inFlight whose messages are in flight
	 * @throws the report, where that is what n8n stores
	 */
	canceled(inFlight: Turn[]): INodeExecutionData[] {
		const { context, ledger } = this;
		const error = canceledError(context, ledger, inFlight);
		if (!context.continueOnFail() && !this.node.retryOnFail) throw error;
		return Array.from({ length: ledger.total }).flatMap((_, item): INodeExecutionData[] => {
			const output = this.rows(item);
			return output.length > 0 ? output : [{ json: {}, error, pairedItem: { item } }];
		});
	}

	/** The error of a check, which names the items that cannot be sent. */
	checkError(faulty: Array<{ item: number; turn?: Turn; error: unknown }>): Error {
		const { ledger } = this;
		const lines = faulty.slice(0, MOST_NAMED).map(({ item, turn, error }) => {
			const recipient = turn ? ` (${oneLine(turn.recipient, 60)})` : '';
			return `Item ${item + 1}${recipient}: ${(error as Error).message}`;
		});
		if (faulty.length > MOST_NAMED) lines.push(`… and ${faulty.length - MOST_NAMED} more`);
		const subject = ledger.hasSentNothing ? 'Nothing' : 'Nothing more';
		const message = `${subject} was sent: ${faulty.length} of ${ledger.total} items cannot be sent`;
		// The editor shows a description as HTML.
		return toNodeError(this.node, new InputError(message, lines.join('<br>')), {
			itemIndex: faulty[0].item,
			more: [earlierAttempt(ledger.unconfirmedBeside())],
		});
	}

	/** None before the item has a fate. */
	private rows(item: number): INodeExecutionData[] {
		const { context, ledger, sender } = this;
		const entry = ledger.entries.get(item);
		if (!entry) return [];
		this.timezone ??= isScheduled(ledger.entries.values()) ? timezoneOf(context) : '';
		const { node, timezone } = this;
		const unconfirmed = ledger.unconfirmedOf(item);
		return rowsOf(item, entry, { node, unknown: sender.unknown, unconfirmed, timezone });
	}

	/** Once a minute, a line in n8n's log: it is all that one sees of an execution that lasts. */
	private log(): void {
		if (Date.now() - this.loggedAt < LOG_EVERY_MS) return;
		this.loggedAt = Date.now();
		const { accepted, failed, skipped } = this.ledger.counts();
		this.context.logger.info(
			`WhatsApp Sender: ${accepted} of ${this.ledger.total} accepted, ${failed} failed, ${skipped} skipped`,
		);
	}

	/** Of a single item only why it was skipped: the rest is in its output. */
	private hint(): void {
		const { context, ledger } = this;
		const entries = [...ledger.entries.values()];
		const isDry = entries.some(({ fate }) => fate.is === 'previewed');
		if (!isDry && ledger.total < 2 && entries[0]?.fate.is !== 'skipped') return;
		const message = isDry ? dryRunHint(entries, timezoneOf(context)) : endHint(entries);
		// The routing has no hints.
		(context as Partial<IExecuteFunctions>).addExecutionHints?.({
			message,
			location: 'outputPane',
		});
	}
}
