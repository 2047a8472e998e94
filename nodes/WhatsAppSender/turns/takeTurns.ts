import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { UnconfirmedError } from '../errors/errors';
import { parallelOf, waitToStart, yielder } from './delay';
import { checkFirst, preview } from './lookBefore';
import { Outcome, type RunContext } from './outcome';
import { earlierAttempt } from './progress';
import { RunState, type Reservation } from './state';
import { closed, prepare, type Message, type Operation, type Turn } from './turn';

/**
 * Sends the input items in order, `options.concurrency` in parallel, with the delay between them.
 * On Error = Stop: starts nothing more after the first failure. Items that an earlier attempt of
 * the run has sent are not sent again: their output is the one they had. Recipients who must not
 * be reached are skipped.
 *
 * Where n8n cancels the execution, it ends at once and says how far it came: what n8n has not got
 * by then it does not store.
 *
 * @returns the output of all items in order, with an `error` item for each failed one
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export async function takeTurns(
	context: RunContext,
	operation: Operation,
): Promise<INodeExecutionData[][]> {
	const run = new Run(context, operation);
	const signal = context.getExecutionCancelSignal();
	// Retry On Fail does not look at the stop button.
	if (signal?.aborted) return run.canceled();
	return await new Promise((resolve, reject) => {
		const cancel = () => {
			try {
				resolve(run.canceled());
			} catch (error) {
				reject(error);
			}
		};
		signal?.addEventListener('abort', cancel);
		// A loop runs the node many times with one signal.
		const done = () => signal?.removeEventListener('abort', cancel);
		run.takeTurns().then(resolve, reject).finally(done);
	});
}

/** One try of a run. */
class Run {
	private readonly state: RunState;
	private readonly outcome: Outcome;
	/** Where the items of a dry run are counted. */
	private readonly simulation: () => RunState;
	/** Messages in flight, by item: several may go to the same recipient. */
	private readonly inFlight = new Map<number, { turn: Turn; sent: Promise<void> }>();

	constructor(
		private readonly context: RunContext,
		private readonly operation: Operation,
	) {
		const runIndex = () => Number((context as IExecuteFunctions).getWorkflowDataProxy(0).$runIndex);
		this.state = RunState.begin(context, operation.call ?? runIndex());
		this.outcome = new Outcome(context, this.state, operation);
		let simulation: RunState | undefined;
		this.simulation = () => (simulation ??= this.state.simulation());
	}

	async takeTurns(): Promise<INodeExecutionData[][]> {
		const { context, operation, outcome } = this;
		const parallel = parallelOf(context);
		const yieldToOthers = yielder();
		await checkFirst(context, operation, outcome);
		for (let item = 0; item < outcome.total && !outcome.hasEnded(); item++) {
			while (this.inFlight.size >= parallel) await this.nextSent();
			const isDue = !outcome.results.has(item) && !outcome.hasEnded();
			if (isDue) await this.takeTurn(item, parallel === 1);
			await yieldToOthers();
		}
		while (this.inFlight.size > 0) await this.nextSent();
		return [outcome.output()];
	}

	canceled(): INodeExecutionData[][] {
		return [this.outcome.canceled([...this.inFlight.values()].map(({ turn }) => turn))];
	}

	/** Ends when the message of the item is in flight, or is not to be sent. */
	private async takeTurn(item: number, isAlone: boolean): Promise<void> {
		const { state, operation, outcome } = this;
		let turn: Turn | undefined;
		let reservation: Reservation | undefined;
		try {
			if (operation.isOn?.('dryRun', item)) return await this.dryRun(item);
			turn = await operation.begin(item);
			if (outcome.acceptEarlier(item, turn)) return;
			const { skip, ready } = await prepare(turn, state, item);
			if (skip) return outcome.skip(item, turn, skip);
			({ reservation } = ready);
			const result = await waitToStart(state, ready.message, () => outcome.hasEnded());
			if (result !== 'start') state.settle(reservation, 'notSent');
			if (result === 'closed') outcome.skip(item, turn, closed(ready.message));
			if (result !== 'start') return;
			const sent = this.send(ready.message, reservation, isAlone);
			this.inFlight.set(item, { turn, sent });
		} catch (error) {
			if (reservation) state.settle(reservation, 'notSent');
			// An accepted item stays accepted, although its recipient is no longer valid.
			if (turn || !outcome.acceptEarlier(item)) outcome.fail(item, error);
		}
	}

	private async dryRun(item: number): Promise<void> {
		const { state, outcome } = this;
		const found = await preview(this.operation, state, this.simulation(), item);
		if (found.isSent) outcome.acceptEarlier(item);
		else outcome.preview(item, found);
	}

	private async send(message: Message, reservation: Reservation, isAlone: boolean): Promise<void> {
		const { state, outcome } = this;
		const { item, recipient } = reservation;
		try {
			const output = await message.send(earlierAttempt(state.unconfirmedOf(item)));
			state.settle(reservation, 'accepted', output);
			outcome.accept(item, output);
		} catch (error) {
			const isUnconfirmed = error instanceof UnconfirmedError;
			state.settle(reservation, isUnconfirmed ? 'unconfirmed' : 'notSent');
			outcome.fail(item, error, isUnconfirmed ? recipient : undefined);
		}
		// Where messages follow one another, the delay begins with the response.
		if (isAlone) state.lastSentAt = Date.now();
		this.inFlight.delete(item);
	}

	/** Waits until one of the messages in flight has its response. */
	private async nextSent(): Promise<void> {
		await Promise.race([...this.inFlight.values()].map(({ sent }) => sent));
	}
}
