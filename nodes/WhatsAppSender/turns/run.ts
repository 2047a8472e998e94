import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { reasonOf } from '../errors/errors';
import { concurrencyOf } from '../values/delay';
import { checkFirst, decide, type Decision, dryRun, lookOf, skipped } from './decide';
import { waitToStart, yielder } from './delay';
import { Ledger } from './ledger';
import { Report } from './report';
import type { Entry, Fate, Message, RunContext, Sender, Turn } from './turn';
import { earlierAttempt } from './words';

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
	sender: Sender,
): Promise<INodeExecutionData[][]> {
	const run = new Run(context, sender);
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
export class Run {
	readonly ledger: Ledger;
	readonly report: Report;
	/** Messages in flight, by item: several may go to the same recipient. */
	private readonly inFlight = new Map<number, { turn: Turn; sent: Promise<void> }>();
	private readonly yieldToOthers = yielder();

	constructor(
		private readonly context: RunContext,
		readonly sender: Sender,
	) {
		const runIndex = () => Number((context as IExecuteFunctions).getWorkflowDataProxy(0).$runIndex);
		const total = sender.call ? 1 : (context as IExecuteFunctions).getInputData().length;
		this.ledger = Ledger.begin(context, total, sender.call ?? runIndex());
		this.report = new Report(context, this.ledger, sender);
	}

	async takeTurns(): Promise<INodeExecutionData[][]> {
		const look = await lookOf(this);
		if (look === 'checkFirst') await checkFirst(this);
		if (look === 'dryRun') await dryRun(this);
		else await this.sendAll();
		return [await this.report.output(this.yieldToOthers)];
	}

	canceled(): INodeExecutionData[][] {
		const { ledger } = this;
		for (let item = 0; item < ledger.total; item++) {
			const fate = ledger.entries.get(item) ? undefined : ledger.acceptedEarlier(item);
			if (fate) this.write(item, { fate });
		}
		return [this.report.canceled([...this.inFlight.values()].map(({ turn }) => turn))];
	}

	/** The items one after the other, without holding up n8n, until the run has ended. */
	async *items(): AsyncGenerator<number> {
		for (let item = 0; item < this.ledger.total && !this.report.hasEnded(); item++) {
			yield item;
			await this.yieldToOthers();
		}
	}

	/** Writes the one fate of an item: first what a retry needs to know. */
	write(item: number, entry: Entry): void {
		this.ledger.write(item, entry);
		try {
			entry.input = this.sender.inputOf?.(item);
		} catch {
			// An expression that fails is the failure of its item already.
		}
	}

	private async sendAll(): Promise<void> {
		const { ledger, report, inFlight } = this;
		const parallel = this.parallel();
		for await (const item of this.items()) {
			while (inFlight.size >= parallel) await this.nextSent();
			const isDue = !ledger.entries.get(item) && !report.hasEnded();
			if (isDue) await this.takeTurn(item, parallel === 1);
		}
		while (inFlight.size > 0) await this.nextSent();
	}

	/** Ends when the message of the item is in flight, or is not to be sent. */
	private async takeTurn(item: number, isAlone: boolean): Promise<void> {
		const decision = await this.decideAndWait(item);
		if (!decision) return this.ledger.release(item);
		if (decision.fate) return this.write(item, { turn: decision.turn, fate: decision.fate });
		const { turn, message } = decision;
		this.inFlight.set(item, { turn, sent: this.send(item, turn, message, isAlone) });
	}

	/** @returns nothing where the run has ended meanwhile */
	private async decideAndWait(item: number): Promise<Decision | undefined> {
		const { ledger, report } = this;
		const decision = await decide(this.sender, ledger, item);
		if (decision.fate) return decision;
		const { turn, message } = decision;
		try {
			const hasEnded = () => report.hasEnded();
			const { byList } = turn.exclusion ?? {};
			const result = await waitToStart(ledger.execution, message, hasEnded, byList);
			if (result === 'ended') return undefined;
			return result === 'start' ? decision : { turn, fate: skipped(result) };
		} catch (error) {
			return { turn, fate: { is: 'failed', error } };
		}
	}

	private async send(item: number, turn: Turn, message: Message, isAlone: boolean): Promise<void> {
		const { ledger } = this;
		const oddities = message.oddities?.(false);
		const warning = earlierAttempt(ledger.unconfirmedOf(item));
		const fate = await message.send(warning).then(
			(output): Fate => ({ is: 'accepted', output }),
			(error): Fate =>
				reasonOf(error) === 'unconfirmed' ? { is: 'unconfirmed', error } : { is: 'failed', error },
		);
		this.write(item, { turn, fate, oddities });
		// Where messages follow one another, the delay begins with the response.
		if (isAlone) ledger.execution.stored.lastSentAt = Date.now();
		this.inFlight.delete(item);
	}

	/** Waits until one of the messages in flight has its response. */
	private async nextSent(): Promise<void> {
		await Promise.race([...this.inFlight.values()].map(({ sent }) => sent));
	}

	/** Messages to send in parallel, read once for all items; an expression that fails is 1. */
	private parallel(): number {
		try {
			const context = this.context as IExecuteFunctions;
			return concurrencyOf(context.getNodeParameter('options.concurrency', 0, 1));
		} catch {
			return 1;
		}
	}
}
