import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { UnconfirmedError } from '../errors/errors';
import { checkFirst } from './checkFirst';
import { Outcome } from './outcome';
import { parallelOf, waitSince, yielder } from './pace';
import { preview } from './preview';
import { earlierAttempt } from './progress';
import type { Reservation } from './reservations';
import { RunState } from './runState';
import { canPreview, prepare, type Previewed, type Steps, type Turn } from './steps';

/**
 * Sends the input items in order, `options.concurrency` in parallel, with the delay between them.
 * On Error = Stop: starts nothing more after the first failure. Items that an earlier attempt of
 * the run has sent are not sent again: their output is the one they had. Recipients who must not
 * be reached are skipped.
 *
 * Where n8n cancels the execution, it ends at once with an error that says how far it came: what
 * n8n has not got by then it does not store. A time-out stores the error in n8n 2.x; 1.x and the
 * stop button do not. On Error = Continue would store the input as the node's output.
 *
 * @returns the output of all items in order, with an `error` item for each failed one
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export async function takeTurns<T extends Turn, R>(
	context: IExecuteFunctions,
	steps: Steps<T, R>,
): Promise<INodeExecutionData[][]> {
	const run = new Run(context, steps);
	const signal = context.getExecutionCancelSignal();
	if (!signal || context.continueOnFail()) return await run.takeTurns();
	return await new Promise((resolve, reject) => {
		const cancel = () => reject(run.canceled());
		signal.addEventListener('abort', cancel);
		// A loop runs the node many times with one signal.
		const done = () => signal.removeEventListener('abort', cancel);
		run.takeTurns().then(resolve, reject).finally(done);
	});
}

/** One try of a run. */
class Run<T extends Turn, R> {
	private readonly state: RunState;
	private readonly outcome: Outcome;
	/** Messages in flight, by item: several may go to the same recipient. */
	private readonly inFlight = new Map<number, { recipient: string; sent: Promise<void> }>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly steps: Steps<T, R>,
	) {
		this.state = RunState.begin(context);
		this.outcome = new Outcome(context, this.state);
	}

	async takeTurns(): Promise<INodeExecutionData[][]> {
		const { context, outcome } = this;
		const parallel = parallelOf(context);
		const yieldToOthers = yielder();
		if (canPreview(this.steps)) await checkFirst(context, this.steps, outcome);
		for (let item = 0; item < outcome.total && !outcome.hasEnded(); item++) {
			if (outcome.results.has(item)) continue;
			await yieldToOthers();
			while (this.inFlight.size >= parallel) await this.nextSent();
			if (!outcome.hasEnded()) await this.takeTurn(item, parallel === 1);
		}
		while (this.inFlight.size > 0) await this.nextSent();
		return [outcome.output()];
	}

	canceled(): Error {
		return this.outcome.canceled([...this.inFlight.values()].map(({ recipient }) => recipient));
	}

	/** Ends when the message of the item is in flight, or is not to be sent. */
	private async takeTurn(item: number, isAlone: boolean): Promise<void> {
		const { state, steps, outcome } = this;
		let turn: T | undefined;
		let reservation: Reservation | undefined;
		try {
			if (canPreview(steps) && steps.preview.isDryRun(item)) return await this.dryRun(steps, item);
			turn = await steps.begin(item);
			const { recipient, exclusion } = turn;
			if (outcome.acceptEarlier(item, recipient)) return;
			const isRetry = state.unconfirmedOf(item).includes(recipient);
			const { skip, ready } = await prepare(steps, turn, state.reservations, isRetry);
			if (skip) return outcome.skip(item, turn, skip);
			reservation = ready.reservation;
			await waitSince(state.lastSentAt, ready.delay, () => outcome.hasEnded());
			const isOpen = exclusion?.isOpen() ?? true;
			if (outcome.hasEnded() || !isOpen) state.reservations.settle(reservation, false);
			if (outcome.hasEnded()) return;
			if (!isOpen) return outcome.skip(item, turn, { reason: 'sendHours' });
			const sent = this.send(item, turn, ready.request, reservation, isAlone);
			this.inFlight.set(item, { recipient, sent });
		} catch (error) {
			if (reservation) state.reservations.settle(reservation, false);
			// An accepted item stays accepted, although its recipient is no longer valid.
			if (turn || !outcome.acceptEarlier(item)) outcome.fail(item, error, turn);
		}
	}

	private async dryRun(steps: Previewed<T, R>, item: number): Promise<void> {
		const { state, outcome } = this;
		const found = await preview(steps, state, item, state.dryReservations);
		if (found.isSent) outcome.acceptEarlier(item);
		else outcome.preview(item, found);
	}

	private async send(
		item: number,
		turn: T,
		request: R,
		reservation: Reservation,
		isAlone: boolean,
	): Promise<void> {
		const { state, outcome } = this;
		let isReached = true;
		state.noteSent();
		try {
			const warning = earlierAttempt(state.unconfirmedOf(item));
			const output = await this.steps.send(turn, request, warning);
			state.accept(item, turn.recipient, output);
			outcome.accept(item, output);
		} catch (error) {
			isReached = error instanceof UnconfirmedError;
			outcome.fail(item, error, turn);
		}
		state.reservations.settle(reservation, isReached);
		// Where messages follow one another, the delay begins with the response.
		if (isAlone) state.noteSent();
		this.inFlight.delete(item);
	}

	/** Waits until one of the messages in flight has its response. */
	private async nextSent(): Promise<void> {
		await Promise.race([...this.inFlight.values()].map(({ sent }) => sent));
	}
}
