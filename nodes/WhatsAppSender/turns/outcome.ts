import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { errorItem, toNodeError } from '../errors/errors';
import { dryRunHint, dryRunOutput, startAfter } from './dryRun';
import type { Preview } from './lookBefore';
import { canceledError, countsOf, earlierAttempt, progressOf, skippedHint } from './progress';
import type { RunState } from './state';
import { isReview, isTool } from './tool';
import { skippedOutput, type Operation, type Skip, type Turn } from './turn';

/** What runs the items: a custom operation, or the routing with one item. */
export type RunContext = IExecuteFunctions | IExecuteSingleFunctions;

/** What has become of an item. */
export type Result = 'accepted' | 'skipped' | 'failed';

const REPORT_EVERY_MS = 60_000;

interface Failure {
	item: number;
	error: unknown;
	warning?: string;
}

/** What has become of the items of one try, and what the node returns for them. */
export class Outcome {
	readonly total: number;
	/** Whether a failure becomes an item instead of an error of the node. */
	readonly continuesOnFail: boolean;
	private readonly isLastTry: boolean;
	readonly results = new Map<number, Result>();
	private readonly outputs: INodeExecutionData[][] = [];
	private readonly failures: Failure[] = [];
	private readonly skips: Skip[] = [];
	private readonly previews: Preview[] = [];
	private reportedAt = Date.now();

	constructor(
		private readonly context: RunContext,
		readonly state: RunState,
		private readonly operation: Operation,
	) {
		const isCall = operation.call !== undefined;
		this.total = isCall ? 1 : (context as IExecuteFunctions).getInputData().length;
		const node = context.getNode();
		const tries = node.retryOnFail ? Math.min(5, Math.max(2, node.maxTries || 3)) : 1;
		this.isLastTry = state.attempts >= tries;
		// Of an error that is thrown the model hears nothing. After one, n8n tries a call again; in turns,
		// after an item with an error.
		const isForModel = isTool(node) && !isReview(node) && (!isCall || this.isLastTry);
		this.continuesOnFail = context.continueOnFail() || isForModel;
	}

	/** Whether a failure or n8n ends the run. Asked before whatever takes long. */
	hasEnded(): boolean {
		const hasEnded = this.isStopped || this.context.getExecutionCancelSignal()?.aborted === true;
		if (!hasEnded) this.report();
		return hasEnded;
	}

	accept(item: number, output: INodeExecutionData[]): void {
		this.settle(item, 'accepted', output);
	}

	/** An item that an earlier attempt has sent; `turn` where it may be for somebody else now. */
	acceptEarlier(item: number, turn?: Turn): boolean {
		const output = this.state.acceptedOutput(item, turn);
		if (output) this.accept(item, output);
		return output !== undefined;
	}

	skip(item: number, turn: Turn | undefined, skip: Skip): void {
		this.skips.push(skip);
		const warning = earlierAttempt(this.state.unconfirmedOf(item));
		const json = skippedOutput(turn, skip.reason, warning);
		this.settle(item, 'skipped', [{ json, pairedItem: { item } }]);
	}

	/** @param named recipient that the error itself says to be unconfirmed */
	fail(item: number, error: unknown, named?: string): void {
		const warning = earlierAttempt(this.state.unconfirmedOf(item), named);
		this.failures.push({ item, error, warning });
		this.settle(item, 'failed', [errorItem(error, item, warning)]);
	}

	/** An item of a dry run. */
	preview(item: number, preview: Preview): void {
		const { message } = preview;
		this.previews.push({ ...preview, start: message && startAfter(this.previews, message) });
		const json = dryRunOutput(preview);
		this.settle(item, 'skipped', [{ json, pairedItem: { item } }]);
	}

	/** @throws the first failure, where On Error is "Stop" */
	output(): INodeExecutionData[] {
		const { state, skips, previews, total } = this;
		if (this.isStopped) throw this.stopError(this.failures[0]);
		const output = this.outputs.flat();
		// Retry On Fail runs the node again where the first item has an `error`, whatever it holds, and
		// after tries that have thrown, n8n counts otherwise.
		const isFailed = output[0]?.json.error !== undefined;
		const isLastTry = this.isLastTry && this.context.continueOnFail();
		if (!(isFailed && this.context.getNode().retryOnFail && !isLastTry)) state.forgetRun();
		if (skips.length > 0) this.hint(skippedHint(skips, total));
		if (previews.length > 0) this.hint(dryRunHint(previews));
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
		const error = canceledError(this.context, this, inFlight);
		if (!this.context.continueOnFail() && !this.context.getNode().retryOnFail) throw error;
		return Array.from({ length: this.total }).flatMap((_, item): INodeExecutionData[] => {
			if (!this.results.has(item)) this.acceptEarlier(item);
			return this.outputs[item] ?? [{ json: {}, error, pairedItem: { item } }];
		});
	}

	/** Once a minute, a line in n8n's log: it is all that one sees of an execution that lasts. */
	private report(): void {
		if (Date.now() - this.reportedAt < REPORT_EVERY_MS) return;
		this.reportedAt = Date.now();
		const { accepted, failed, skipped } = countsOf(this);
		this.context.logger.info(
			`WhatsApp Sender: ${accepted} of ${this.total} accepted, ${failed} failed, ${skipped} skipped`,
		);
	}

	private get isStopped(): boolean {
		return this.failures.length > 0 && !this.continuesOnFail;
	}

	private stopError({ item, error, warning }: Failure): Error {
		const { context } = this;
		return toNodeError(context.getNode(), error, progressOf(context, this, item, error, warning));
	}

	private hint(message: string): void {
		// The routing has none.
		(this.context as Partial<IExecuteFunctions>).addExecutionHints?.({
			message,
			location: 'outputPane',
		});
	}

	private settle(item: number, result: Result, output: INodeExecutionData[]): void {
		this.results.set(item, result);
		const input = this.inputOf(item, result);
		this.outputs[item] = output.map((each) => ({ ...each, json: { ...input, ...each.json } }));
	}

	/** Include Input Fields. */
	private inputOf(item: number, result: Result): IDataObject | undefined {
		// On its error output n8n adds them itself, and takes an item that has them for a success.
		if (result === 'failed' && this.context.getNode().onError === 'continueErrorOutput') return {};
		try {
			return this.operation.inputOf?.(item);
		} catch {
			return {};
		}
	}
}
