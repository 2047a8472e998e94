import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { errorItem, toNodeError, UnconfirmedError } from '../errors/nodeError';
import { canceledError, earlierAttempt, progressOf, skippedHint } from './progress';
import type { RunState } from './runState';
import type { Skip, SkipReason, Turn } from './steps';

/** What has become of an item. */
export type Result = 'accepted' | 'skipped' | 'failed';

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

	constructor(
		private readonly context: IExecuteFunctions,
		readonly state: RunState,
	) {
		this.total = context.getInputData().length;
	}

	/** Whether a failure ends the run. */
	get isStopped(): boolean {
		return this.failures.length > 0 && !this.context.continueOnFail();
	}

	accept(item: number, output: INodeExecutionData[]): void {
		this.settle(item, 'accepted', output);
	}

	skip(item: number, turn: Turn, skip: Skip): void {
		this.skips.push(skip);
		this.settle(item, 'skipped', [skippedItem(item, turn, skip.reason)]);
	}

	fail(item: number, error: unknown, turn?: Turn): void {
		const named = turn && error instanceof UnconfirmedError ? turn.recipient : undefined;
		const warning = earlierAttempt(this.state.unconfirmedOf(item), named);
		if (named !== undefined) this.state.noteUnconfirmed(item, named);
		this.failures.push({ item, error, warning });
		this.settle(item, 'failed', [errorItem(error, item, warning)]);
	}

	/** @throws the first failure, where On Error is "Stop" */
	output(): INodeExecutionData[] {
		const { context, state, skips, total } = this;
		if (this.isStopped) throw this.stopError(this.failures[0]);
		const output = this.outputs.flat();
		if (!this.runsAgain(output)) state.forgetRun();
		if (skips.length > 0) {
			const message = skippedHint(skips, total);
			context.addExecutionHints({ message, location: 'outputPane' });
		}
		return output;
	}

	/** @param inFlight recipients of messages in flight */
	canceled(inFlight: string[]): Error {
		return canceledError(this.context, this, inFlight);
	}

	private stopError({ item, error, warning }: Failure): Error {
		const progress = progressOf(this.context, this, item);
		return toNodeError(this.context.getNode(), error, { itemIndex: item, warning, ...progress });
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
		return retryOnFail === true && isFailed && this.state.attempts < mostAttempts;
	}
}

/** The output of an item whose recipient must not be reached. */
export function skippedItem(item: number, { shown }: Turn, reason: SkipReason): INodeExecutionData {
	return { json: { success: false, skipped: true, reason, ...shown }, pairedItem: { item } };
}
