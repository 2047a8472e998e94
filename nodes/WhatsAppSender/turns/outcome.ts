import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { errorItem, toNodeError, UnconfirmedError } from '../errors/errors';
import { dryRunHint, skippedHint } from './hints';
import { dryRunOutput, type Preview } from './preview';
import { canceledError, countsOf, earlierAttempt, progressOf } from './progress';
import type { RunState } from './runState';
import { skippedOutput, type Skip, type Turn } from './steps';

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
	readonly results = new Map<number, Result>();
	private readonly outputs: INodeExecutionData[][] = [];
	private readonly failures: Failure[] = [];
	private readonly skips: Skip[] = [];
	private readonly previews: Preview[] = [];
	private reportedAt = Date.now();

	constructor(
		private readonly context: IExecuteFunctions,
		readonly state: RunState,
	) {
		this.total = context.getInputData().length;
	}

	/** Whether a failure or n8n ends the run. Asked before whatever takes long. */
	hasEnded(): boolean {
		this.report();
		return this.isStopped || this.context.getExecutionCancelSignal()?.aborted === true;
	}

	accept(item: number, output: INodeExecutionData[]): void {
		this.settle(item, 'accepted', output);
	}

	/** An item that an earlier attempt has sent; `recipient` where it may have another one now. */
	acceptEarlier(item: number, recipient?: string): boolean {
		const output = this.state.acceptedOutput(item, recipient);
		if (output) this.accept(item, output);
		return output !== undefined;
	}

	skip(item: number, turn: Turn | undefined, skip: Skip): void {
		this.skips.push(skip);
		const warning = earlierAttempt(this.state.unconfirmedOf(item));
		const json = skippedOutput(turn, skip.reason, warning);
		this.settle(item, 'skipped', [{ json, pairedItem: { item } }]);
	}

	fail(item: number, error: unknown, turn?: Turn): void {
		const named = turn && error instanceof UnconfirmedError ? turn.recipient : undefined;
		const warning = earlierAttempt(this.state.unconfirmedOf(item), named);
		if (named !== undefined) this.state.noteUnconfirmed(item, named);
		this.failures.push({ item, error, warning });
		this.settle(item, 'failed', [errorItem(error, item, warning)]);
	}

	/** An item of a dry run. */
	preview(item: number, preview: Preview): void {
		this.previews.push(preview);
		const json = dryRunOutput(preview);
		this.settle(item, 'skipped', [{ json, pairedItem: { item } }]);
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

	/** @throws the first failure, where On Error is "Stop" */
	output(): INodeExecutionData[] {
		const { state, skips, previews, total } = this;
		if (this.isStopped) throw this.stopError(this.failures[0]);
		const output = this.outputs.flat();
		if (!this.runsAgain(output)) state.forgetRun();
		if (skips.length > 0) this.hint(skippedHint(skips, total));
		if (previews.length > 0) this.hint(dryRunHint(previews));
		return output;
	}

	/** @param inFlight recipients of messages in flight */
	canceled(inFlight: string[]): Error {
		return canceledError(this.context, this, inFlight);
	}

	private get isStopped(): boolean {
		return this.failures.length > 0 && !this.context.continueOnFail();
	}

	private stopError({ item, error, warning }: Failure): Error {
		const progress = progressOf(this.context, this, item);
		return toNodeError(this.context.getNode(), error, { itemIndex: item, warning, ...progress });
	}

	private hint(message: string): void {
		this.context.addExecutionHints({ message, location: 'outputPane' });
	}

	private settle(item: number, result: Result, output: INodeExecutionData[]): void {
		this.results.set(item, result);
		this.outputs[item] = output;
	}

	/** Retry On Fail runs the node again where the first item has an `error`, whatever it holds. */
	private runsAgain([first]: INodeExecutionData[]): boolean {
		const { retryOnFail, maxTries } = this.context.getNode();
		const mostAttempts = Math.min(5, Math.max(2, maxTries || 3));
		const isFailed = first?.json.error !== undefined;
		// Before such an item of a dry run, tries may have thrown, which n8n counts otherwise.
		const isLast = this.context.continueOnFail() && this.state.attempts >= mostAttempts;
		return retryOnFail === true && isFailed && !isLast;
	}
}
