import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { isReview, isTool } from '../values/expressions';
import { Queue } from '../values/promises';
import { DryRuns } from './dryRun';
import { type Entry, Ledger } from './ledger';
import type { RunOptions, RunState } from './rule';
import {
	type Channel,
	type FailedResult,
	isUnconfirmed,
	type Result,
	type RunContext,
	type SentColumns,
	type Target,
} from './channel';
import { SharedLists } from './stopList';

/** What n8n stores with the execution, for Retry. */
interface StoredExecution {
	messages?: Ledger['stored'];
	/** Test messages have a ledger of their own: a retry without Send Test To sends to all recipients. */
	tests?: Ledger['stored'];
	/** When the last message of any run ended, in Unix milliseconds. */
	lastSentAt?: number;
	/** When the service accepts messages again (`Retry-After`), in Unix milliseconds. */
	notBefore?: number;
	/** How many items the runs had that have ended. */
	itemsBefore?: number;
}

/** What all tries of a run share in this process. */
interface Tries {
	/** How many tries of Retry On Fail there were, the current one included. */
	count: number;
	/** Items that may have been sent. Retry On Fail never repeats them; only a user's Retry can. */
	unconfirmed: Map<number, Result>;
}

/**
 * The state of an execution, for all runs of the node. n8n keeps the node's context during Retry On Fail and all
 * iterations of a loop, and stores it with a failed execution, so that Retry finds it. Only `stored` is in it.
 */
export class Execution {
	readonly stored: StoredExecution;
	/** Runs of the node, one after the other: an AI agent starts several at once. */
	readonly runs = new Queue();
	/** Milliseconds before the next message, drawn once for it. */
	nextDelay?: number;
	readonly lists = new SharedLists();
	readonly dryRuns = new DryRuns();
	/** Campaign marks that dry runs would have left. */
	readonly plannedMarks = new Set<string>();

	private readonly ledgers: Record<string, Ledger> = {};
	private readonly tries = new Map<number, Tries>();
	/** The calls of a tool that the routing runs. They have no index, so they get numbers below 0. */
	private readonly calls: object[] = [];

	constructor(context: RunContext) {
		const node = context.getContext('node') as { sent?: StoredExecution };
		this.stored = node.sent ??= {};
	}

	get itemsBefore(): number {
		return this.stored.itemsBefore ?? 0;
	}

	/** @returns what was sent, and what a run adds to: the same, or in a dry run what it would send */
	ledgersOf({ isTest, isDryRun }: RunOptions): { sent: Ledger; ledger: Ledger } {
		const kind = isTest ? 'tests' : 'messages';
		const sent = (this.ledgers[kind] ??= new Ledger(this.stored[kind]));
		this.stored[kind] = sent.stored;
		if (!isDryRun) return { sent, ledger: sent };
		return { sent, ledger: (this.ledgers[`planned ${kind}`] ??= new Ledger(undefined, sent)) };
	}

	/** @param call the input of a tool call that the routing runs: the same object in all tries of the call */
	runNumber(context: RunContext, call?: object): number {
		if (!call) return Number((context as IExecuteFunctions).getWorkflowDataProxy(0).$runIndex);
		if (!this.calls.includes(call)) this.calls.push(call);
		return -1 - this.calls.indexOf(call);
	}

	triesOf(run: number): Tries {
		const tries = this.tries.get(run) ?? { count: 0, unconfirmed: new Map() };
		this.tries.set(run, tries);
		return tries;
	}

	/** Forgets the items of a run after a success. */
	end({ number, sent, ledger, total }: Run): void {
		for (const one of new Set([sent, ledger])) one.fold(number);
		this.stored.itemsBefore = this.itemsBefore + total;
		this.tries.delete(number);
	}
}

/** Keyed by the node's context, one object for all runs of an execution in a process. */
const executions = new WeakMap<object, Execution>();

export function executionOf(context: RunContext): Execution {
	const key = context.getContext('node');
	const execution = executions.get(key) ?? new Execution(context);
	executions.set(key, execution);
	return execution;
}

/** One try of a run: its items, their results, and when it ends. */
export class Run implements RunState {
	/** Read once, because each call of `getNode` copies all parameters. */
	readonly node: INode;
	readonly execution: Execution;
	readonly number: number;
	readonly total: number;
	readonly sent: Ledger;
	readonly ledger: Ledger;
	readonly lists: SharedLists;
	readonly signal?: AbortSignal;
	readonly tries: Tries;
	readonly isLastTry: boolean;
	/** Whether a failure becomes an item instead of an error of the node. */
	readonly continuesOnFail: boolean;

	readonly results = new Map<number, Result>();
	/** Failed items. With On Error = Stop, the first one ends the run, unless it is only a bad row. */
	readonly failures = new Map<number, FailedResult>();
	/** The failed item that ended the run. */
	stoppedAt?: number;
	/** The message that has no response yet. */
	inFlight?: { target: Target; sent: SentColumns };
	readonly notes = new Set<string>();

	private readonly inputs: Array<{ json: IDataObject }>;

	constructor(
		readonly context: RunContext,
		readonly channel: Channel,
		readonly options: RunOptions,
	) {
		const { call } = channel;
		const node = context.getNode();
		this.node = node;
		this.inputs = call ? [{ json: call }] : (context as IExecuteFunctions).getInputData();
		this.total = this.inputs.length;
		this.execution = executionOf(context);
		this.number = this.execution.runNumber(context, call);
		({ sent: this.sent, ledger: this.ledger } = this.execution.ledgersOf(options));
		this.lists = this.execution.lists;
		this.signal = context.getExecutionCancelSignal();
		this.tries = this.execution.triesOf(this.number);
		this.tries.count++;
		const most = node.retryOnFail ? Math.min(5, Math.max(2, node.maxTries || 3)) : 1;
		this.isLastTry = this.tries.count >= most;
		// n8n does not pass a thrown error to the model, so the model gets an error item. The routing repeats a
		// call only after a thrown error, so there only the last try returns one.
		const isForModel = isTool(node) && !isReview(node) && (!call || this.isLastTry);
		this.continuesOnFail = context.continueOnFail() || isForModel;
	}

	/** Whether a failure or the stop button has ended the run. */
	isStopped(): boolean {
		return this.stoppedAt !== undefined || this.signal?.aborted === true;
	}

	/** The `row_number` of an item, as in a sheet; nothing if it has none. */
	sheetRowOf(item: number): number | undefined {
		return Number(this.inputs[item].json.row_number) || undefined;
	}

	/** How people find an item: its row in the sheet, else its place among all items of the execution, from 1. */
	rowOf(item: number): number {
		return this.sheetRowOf(item) ?? this.execution.itemsBefore + item + 1;
	}

	/**
	 * The result of an earlier attempt of an item that the service accepted. The item is not sent again, even if it
	 * names another recipient now.
	 *
	 * @param target missing if the recipient cannot be read
	 */
	acceptedBefore(item: number, target?: Target): Result | undefined {
		const accepted = this.sent.attempts(this.number, item).find((entry) => entry.is === 'accepted');
		if (!accepted) return undefined;
		const { person, output } = accepted;
		const isChanged = target && target.person !== person && !this.options.isTest;
		if (!isChanged) return { is: 'accepted', output, target, isEarlier: true };
		if (!target.columns) {
			// The receiver of a webhook defines the output.
			this.notes.add(`Sent to ${person}, not to ${target.recipient}`);
			return { is: 'accepted', output, isEarlier: true };
		}
		const [{ warning: earlier, ...row }] = output;
		const warnings = [earlier, `Sent to ${row.recipient}, not to ${target.recipient}`];
		const warning = warnings.filter(Boolean).join('. ');
		return { is: 'accepted', output: [{ ...row, warning }], target, isEarlier: true };
	}

	/** Recipients that earlier attempts of an item may have reached, except the one that its error names. */
	earlierRecipients(item: number, result?: Result): string[] {
		const named = isUnconfirmed(result) ? result?.target?.recipient : undefined;
		const recipients = unconfirmedIn(this.sent.attempts(this.number, item)).values();
		return [...recipients].filter((recipient) => recipient !== named);
	}

	/** Records the message that has no response yet, because n8n stores what is known now. */
	recordInFlight(): void {
		const { target } = this.inFlight ?? {};
		if (target) this.addUnconfirmed(target);
	}

	addUnconfirmed({ item, person, recipient }: Target): void {
		this.ledger.add(this.number, item, { is: 'unconfirmed', person, recipient });
	}

	/** Recipients that may have been reached. Several writings of a person count once. */
	unconfirmedRecipients(): string[] {
		const attempts = this.sent.itemsOf(this.number);
		return [...new Map(attempts.flatMap((entries) => [...unconfirmedIn(entries)])).values()];
	}

	/** Counts the items by result. For an item that this try has not reached, the earlier result counts. */
	counts(): Record<Result['is'] | 'notSent', number> {
		const counts = { accepted: 0, skipped: 0, planned: 0, failed: 0, notSent: 0 };
		for (let item = 0; item < this.total; item++) {
			const { is } = this.results.get(item) ?? this.acceptedBefore(item) ?? {};
			const hasAttempts = this.sent.attempts(this.number, item).length > 0;
			counts[is ?? (hasAttempts ? 'failed' : 'notSent')]++;
		}
		return counts;
	}
}

/** The recipients of an item's attempts that nobody has confirmed since, by person. */
function unconfirmedIn(entries: Entry[]): Map<string, string> {
	const people = new Map<string, string>();
	for (const entry of entries) {
		if (entry.is === 'unconfirmed') people.set(entry.person, entry.recipient);
		else people.delete(entry.person);
	}
	return people;
}
