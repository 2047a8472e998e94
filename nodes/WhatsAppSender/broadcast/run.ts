import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { retryDelayOf } from '../errors/failures';
import { yielder } from '../values/promises';
import { Campaigns } from './campaign';
import { lastPlanIn } from './dryRun';
import { executionOf, Journal, type Turn } from './execution';
import { earlierAttempt, Report } from './output';
import { type Policy, waitForDelay } from './rules';
import {
	type Entry,
	failure,
	type Message,
	type Outcome,
	type Pending,
	type Plan,
	type RunContext,
	type Sender,
	type Skip,
	skipped,
} from './sender';

/**
 * Sends the input items in order, one at a time, with the delay between them. With On Error = Stop, no
 * message starts after the first failure. Items that an earlier attempt has sent keep their output, and are
 * not sent again. A dry run does the same without waiting and sending.
 *
 * If n8n cancels the execution, the run ends at once with a report, because n8n stores nothing that comes
 * later.
 *
 * @returns the output of all items in order, with an `error` item for each failed one
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export async function sendAll(
	context: RunContext,
	sender: Sender,
	policy: Policy,
): Promise<INodeExecutionData[][]> {
	// Created late, because a try must not begin before the run before it has ended.
	let begun: Attempt | undefined;
	const attempt = () => (begun ??= new Attempt(context, sender, policy));
	const signal = context.getExecutionCancelSignal();
	// Retry On Fail starts the next try even if the execution was canceled.
	if (signal?.aborted) return await attempt().canceled();
	return await new Promise((resolve, reject) => {
		const cancel = () => resolve(attempt().canceled());
		signal?.addEventListener('abort', cancel);
		// All runs of the node in a loop share the signal.
		const done = () => signal?.removeEventListener('abort', cancel);
		const sent = executionOf(context).runInOrder(async () => await attempt().sendAll());
		sent.then(resolve, reject).finally(done);
	});
}

/** One try of a run: sends the items in order, and records one outcome per item. */
class Attempt {
	private readonly journal: Journal;
	private readonly report: Report;
	/** The last message that a dry run would send. */
	private lastPlan?: Plan;
	/** The message that has no response yet. */
	private inFlight?: Pending;
	private readonly campaigns: Campaigns;

	constructor(
		context: RunContext,
		private readonly sender: Sender,
		private readonly policy: Policy,
	) {
		const functions = context as IExecuteFunctions;
		const key = sender.call ?? Number(functions.getWorkflowDataProxy(0).$runIndex);
		const total = sender.call ? 1 : functions.getInputData().length;
		const execution = executionOf(context);
		const kind = policy.isTest ? 'tests' : 'messages';
		this.journal = new Journal(execution, key, total, kind, policy.isDryRun);
		this.report = new Report(context, this.journal, policy, sender);
		this.campaigns = new Campaigns(
			context,
			policy.isDryRun ? execution.dryRuns.campaigns : undefined,
		);
	}

	async sendAll(): Promise<INodeExecutionData[][]> {
		const { journal, policy, report } = this;
		const yieldToOthers = yielder();
		if (policy.isDryRun) this.lastPlan = lastPlanIn(journal.dryRunEntries);
		for (let item = 0; item < journal.total && !report.isStopped(); item++) {
			const entry = await this.sendItem(item);
			if (entry) journal.recordOutcome(item, entry);
			await yieldToOthers();
		}
		const hint = await this.campaigns.close();
		if (hint) journal.notes.add(hint);
		return [await report.output(yieldToOthers)];
	}

	async canceled(): Promise<INodeExecutionData[][]> {
		const { journal, report } = this;
		for (let item = 0; item < journal.total; item++) {
			const outcome = journal.entries.has(item) ? undefined : journal.acceptedBefore(item);
			if (outcome) journal.recordOutcome(item, { outcome });
		}
		return [report.canceled(this.inFlight)];
	}

	/** @returns nothing if the run was stopped before the item's message started */
	private async sendItem(item: number): Promise<Entry | undefined> {
		const { journal, policy } = this;
		// Only a user who clicks Retry can send an unconfirmed item again.
		const unconfirmed = journal.tries.unconfirmed.get(item);
		if (unconfirmed) return unconfirmed;
		let pending: Pending | undefined;
		try {
			pending = await this.sender.prepare(item);
			const accepted = journal.acceptedBefore(item, pending);
			if (accepted) return { outcome: accepted, pending };
			const turn: Turn = { ...pending, item, journal };
			return policy.isDryRun ? await this.planItem(turn) : await this.waitAndSend(turn);
		} catch (error) {
			// An accepted item stays accepted, although its recipient is no longer valid.
			const accepted = pending ? undefined : journal.acceptedBefore(item);
			return { outcome: accepted ?? failure(error), pending };
		}
	}

	/** Waits first, then applies the rules, so that they decide right before the request. */
	private async waitAndSend(turn: Turn): Promise<Entry | undefined> {
		const { campaigns, policy, journal } = this;
		const { isStopped } = this.report;
		await waitForDelay(journal.record, policy.delay(), isStopped);
		if (isStopped()) return undefined;
		const skip = await this.skipOf(turn);
		if (skip) return { outcome: skipped(skip), pending: turn };
		const message = await turn.build();
		const claim = await campaigns.claim(turn);
		if (claim && 'reason' in claim) return { outcome: skipped(claim), pending: turn };
		if (isStopped()) {
			await claim?.settle();
			return undefined;
		}
		const outcome = await this.sendRequest(turn, message);
		const entry = { outcome, pending: turn };
		journal.recordSent(turn.item, entry);
		const warning = await claim?.settle(outcome);
		if (warning) journal.notes.add(warning);
		return entry;
	}

	private async sendRequest(turn: Turn, message: Message): Promise<Outcome> {
		const { journal } = this;
		const { stored } = journal.record;
		this.inFlight = turn;
		const outcome = await message
			.send()
			.then((output): Outcome => ({ is: 'accepted', output }), failure);
		this.inFlight = undefined;
		// The next delay starts when this response arrives.
		stored.lastSentAt = Date.now();
		if ('error' in outcome) {
			const retryAfter = retryDelayOf(outcome.error);
			if (retryAfter) stored.notBefore = Date.now() + retryAfter;
			return outcome;
		}
		const warning = earlierAttempt(journal.recipientsOfAttempts(turn.item));
		if (warning && outcome.is === 'accepted') {
			// A webhook's receiver defines the output.
			if (turn.row) outcome.output[0].warning = warning;
			else journal.notes.add(warning);
		}
		return outcome;
	}

	/** A dry run does everything except the delay and the request. */
	private async planItem(turn: Turn): Promise<Entry> {
		const { campaigns, policy, lastPlan: last } = this;
		const skip = await this.skipOf(turn);
		if (skip) return { outcome: skipped(skip), pending: turn };
		const message = await turn.build();
		const sentBefore = await campaigns.plan(turn);
		if (sentBefore) return { outcome: skipped(sentBefore), pending: turn };
		const preview = await message.preview?.();
		// There is no delay before the first message.
		const start = last ? last.start + policy.delay() : Date.now();
		this.lastPlan = { ...preview, start };
		return { outcome: { is: 'planned', plan: this.lastPlan }, pending: turn };
	}

	private async skipOf(turn: Turn): Promise<Skip | undefined> {
		for (const { check } of this.policy.rules) {
			const skip = await check?.(turn);
			if (skip) return skip;
		}
		return await this.campaigns.skipOf(turn);
	}
}
