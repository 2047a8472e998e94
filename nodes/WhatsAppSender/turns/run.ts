import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { waitToStart, yielder } from './waitToStart';
import { lastPlan, type Plan, planAfter } from './dryRun';
import { executionOf } from './execution';
import { Ledger } from './ledger';
import { failure, type ItemResult, type Result } from './result';
import { Report } from './report';
import type { PendingMessage, RunContext, Sender } from './sender';

/**
 * Sends the input items in order, one at a time, with the delay between them. On Error = Stop: starts
 * nothing more after the first failure. Items that an earlier attempt of the run has sent are not sent
 * again: their output is the one they had. Recipients who must not be sent to are skipped. A dry run
 * does the same without waiting and sending.
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
	let begun: Run | undefined;
	const run = () => (begun ??= new Run(context, sender));
	const canceled = async () => await run().canceled();
	const signal = context.getExecutionCancelSignal();
	// Retry On Fail does not look at the stop button.
	if (signal?.aborted) return await canceled();
	return await new Promise((resolve, reject) => {
		const cancel = () => resolve(canceled());
		signal?.addEventListener('abort', cancel);
		// A loop runs the node many times with one signal.
		const done = () => signal?.removeEventListener('abort', cancel);
		const inTurn = executionOf(context).inTurn(async () => await run().takeTurns());
		inTurn.then(resolve, reject).finally(done);
	});
}

/** One try of a run. */
class Run {
	private readonly ledger: Ledger;
	private readonly report: Report;
	/** The last message that a dry run would send. */
	private lastPlan?: Plan;
	/** Whose message has no response yet. */
	private inFlight?: PendingMessage;
	private readonly yieldToOthers = yielder();

	constructor(
		context: RunContext,
		private readonly sender: Sender,
	) {
		const functions = context as IExecuteFunctions;
		const key = sender.call ?? Number(functions.getWorkflowDataProxy(0).$runIndex);
		const total = sender.call ? 1 : functions.getInputData().length;
		this.ledger = new Ledger(executionOf(context), key, total);
		this.report = new Report(context, this.ledger, sender);
	}

	async takeTurns(): Promise<INodeExecutionData[][]> {
		await this.readDryRun();
		for await (const item of this.items()) {
			const entry = await this.takeTurn(item);
			if (entry) this.ledger.write(item, entry);
		}
		return [await this.report.output(this.yieldToOthers)];
	}

	async canceled(): Promise<INodeExecutionData[][]> {
		const { ledger } = this;
		for (let item = 0; item < ledger.total; item++) {
			const result = ledger.results.has(item) ? undefined : ledger.acceptedEarlier(item);
			if (result) ledger.write(item, { result });
		}
		return [this.report.canceled(this.inFlight)];
	}

	/** The items that have no result yet, without holding up n8n, until the run is stopped. */
	private async *items(): AsyncGenerator<number> {
		const { results, total } = this.ledger;
		for (let item = 0; item < total && !this.report.isStopped(); item++) {
			if (!results.has(item)) yield item;
			await this.yieldToOthers();
		}
	}

	/** Dry Run is on for all items where it is on for any; where it is neither on nor off, all are refused. */
	private async readDryRun(): Promise<void> {
		const { sender, ledger } = this;
		if (!sender.isDryRun) return;
		let isOn = false;
		for await (const item of this.items()) {
			try {
				isOn = sender.isDryRun(item) || isOn;
			} catch (error) {
				ledger.firstFailure = { item, error };
				for (let each = 0; each < ledger.total; each++)
					ledger.write(each, { result: failure(error) });
				return;
			}
		}
		if (!isOn) return;
		ledger.simulate();
		this.lastPlan = lastPlan(ledger.previews);
	}

	/** @returns nothing where the run was stopped before the message of the item started */
	private async takeTurn(item: number): Promise<ItemResult | undefined> {
		const { ledger } = this;
		// Only a person sends an unconfirmed item again.
		const failedBefore = ledger.memory.unconfirmed.get(item);
		if (failedBefore) return failedBefore;
		let pending: PendingMessage | undefined;
		try {
			pending = await this.sender.begin(item);
			const result = ledger.acceptedEarlier(item, pending) ?? (await this.send(item, pending));
			return result && { result, pending };
		} catch (error) {
			// An accepted item stays accepted, although its recipient is no longer valid.
			const earlier = pending ? undefined : ledger.acceptedEarlier(item);
			return { result: earlier ?? failure(error), pending };
		}
	}

	/** Sends the message of an item once it may start; a dry run only looks at it. */
	private async send(item: number, pending: PendingMessage): Promise<Result | undefined> {
		const { ledger, report } = this;
		const { record } = ledger;
		const exclusion = pending.exclusion?.();
		const listed = await exclusion?.byList();
		if (listed) return { is: 'skipped', skip: listed };
		const reason = ledger.skipReason(item, pending, exclusion, this.sender.isTest);
		if (reason) return { is: 'skipped', skip: { reason } };
		const message = await pending.build();
		if (ledger.isDryRun) {
			const plan = await planAfter(this.lastPlan, message);
			if ('reason' in plan) return { is: 'skipped', skip: plan };
			this.lastPlan = plan;
			return { is: 'planned', plan };
		}
		const skip = await waitToStart(record, message, report.isStopped, exclusion?.byList);
		if (skip) return { is: 'skipped', skip };
		if (report.isStopped()) return undefined;

		this.inFlight = pending;
		const result = await message
			.send()
			.then((output): Result => ({ is: 'accepted', output }), failure);
		const warning = ledger.warningOf(item);
		if (warning && result.is === 'accepted') this.warn(warning, pending, result.output);
		ledger.keep(item, { result, pending });
		this.inFlight = undefined;
		// The delay begins with the response.
		record.lastSentAt = Date.now();
		return result;
	}

	/** Says that an earlier attempt may have been sent, too: in the row, or in a hint where the output is the receiver's own. */
	private warn(warning: string, { shown }: PendingMessage, [row]: IDataObject[]): void {
		if (shown) row.warning = warning;
		else this.ledger.execution.notes.add(warning);
	}
}
