import type { INodeExecutionData } from 'n8n-workflow';
import { asFailure, type Failure } from '../errors/failures';
import { redactError } from '../http/redact';
import { isTool } from '../values/expressions';
import { yielder } from '../values/promises';
import { Campaigns } from './campaign';
import type { Channel, Result, RunContext, Skip, Target } from './channel';
import { executionOf, Run } from './execution';
import type { Entry } from './ledger';
import { canceledOutput, earlierAttempt, outputOf, secretsOf } from './output';
import type { RunOptions } from './rule';
import { waitForDelay } from './rules';

/**
 * Sends the input items in order, one at a time, with the delay between them. With On Error = Stop, no
 * message starts after the first failure, except that a bad row of a campaign does not hold up the others. Items
 * that an earlier attempt has sent keep their output, and are not sent again. A dry run does the same without
 * waiting and sending.
 *
 * If n8n cancels the execution, the run ends at once with a report, because n8n stores nothing that comes
 * later.
 *
 * @returns the output of all items in order, with an `error` item for each failed one
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export async function sendAll(
	context: RunContext,
	channel: Channel,
	options: RunOptions,
): Promise<INodeExecutionData[][]> {
	// Created late, because a run must not begin before the one before it has ended.
	let begun: Run | undefined;
	const run = () => (begun ??= new Run(context, channel, options));
	const signal = context.getExecutionCancelSignal();
	// Retry On Fail starts the next try even if the execution was canceled.
	if (signal?.aborted) return await canceledOutput(run());
	return await new Promise((resolve, reject) => {
		const cancel = () => resolve(canceledOutput(run()));
		signal?.addEventListener('abort', cancel);
		// All runs of the node in a loop share the signal.
		const done = () => signal?.removeEventListener('abort', cancel);
		const sent = executionOf(context).runs.run(async () => await sendItems(run()));
		sent.then(resolve, reject).finally(done);
	});
}

async function sendItems(run: Run): Promise<INodeExecutionData[][]> {
	const campaigns = new Campaigns(run);
	const yieldToOthers = yielder();
	for (let item = 0; item < run.total && !run.isStopped(); item++) {
		await settle(run, campaigns, item, await resultOf(run, campaigns, item));
		await yieldToOthers();
	}
	await campaigns.close();
	return [await outputOf(run, yieldToOthers)];
}

/** @returns nothing if the run was stopped before the item's message started */
async function resultOf(run: Run, campaigns: Campaigns, item: number): Promise<Result | undefined> {
	const unconfirmed = run.tries.unconfirmed.get(item);
	if (unconfirmed) return unconfirmed;
	let target: Target | undefined;
	try {
		// A dry run shows all rows.
		if (!run.options.isDryRun && !run.acceptedBefore(item)) {
			const skip = run.options.rules.map((rule) => rule.checkUnread?.(run)).find(Boolean);
			if (skip) return { is: 'skipped', skip };
		}
		target = await run.channel.target(item);
		const accepted = run.acceptedBefore(item, target);
		if (accepted) return accepted;
		const sendOrPlan = run.options.isDryRun ? planMessage : sendMessage;
		return await sendOrPlan(run, campaigns, target);
	} catch (thrown) {
		// An accepted item stays accepted, although its recipient is no longer valid.
		const accepted = target ? undefined : run.acceptedBefore(item);
		if (accepted) return accepted;
		const error = asFailure(thrown);
		if (isTool(run.node)) error.message = error.forModel;
		// Any other error is the same for all items, and quotes none of their values.
		if (error.isOfItem) await redactError(error, await secretsOf(run, item));
		return { is: error.reason === 'unconfirmed' ? 'unconfirmed' : 'failed', error, target };
	}
}

/**
 * What follows from the result of an item: what the output, Retry and the next try need to know, when the next message
 * may start, and whether the run goes on. Nothing else records a result.
 *
 * @param result missing if the message has not started
 */
async function settle(
	run: Run,
	campaigns: Campaigns,
	item: number,
	result?: Result,
): Promise<void> {
	if (result) {
		if (result.target) {
			// Not the message: a run may have 100,000 items.
			const { recipient, person, columns, isUnread } = result.target;
			result = { ...result, target: { item, recipient, person, columns, isUnread } };
		}
		if (run.inFlight) endRequest(run, result);
		run.results.set(item, result);
		const entry = entryOf(result);
		if (entry) run.ledger.add(run.number, item, entry);
		// No automatic try repeats it.
		if (result.is === 'unconfirmed')
			run.tries.unconfirmed.set(item, { ...result, isEarlier: true });
		if ('error' in result && !run.options.isDryRun) {
			run.failed.push(item);
			if (endsRun(run, result.error)) run.stoppedAt = item;
		}
	}
	await campaigns.settle(result);
}

/** The response has arrived, or will not. */
function endRequest(run: Run, result: Result): void {
	const { stored } = run.execution;
	run.inFlight = undefined;
	// The next delay starts when this response arrives.
	stored.lastSentAt = Date.now();
	const retryAfter = 'error' in result ? result.error.retryAfter : undefined;
	if (retryAfter) stored.notBefore = Date.now() + retryAfter;
	if (result.is !== 'accepted' || !result.target) return;
	const { columns, item } = result.target;
	const warning = earlierAttempt(run.earlierRecipients(item));
	if (!warning) return;
	// A webhook's receiver defines the output.
	if (columns) result.output[0].warning = warning;
	else run.notes.add(warning);
}

/** What the ledger knows of a result: who has got the message, or may have got it. A dry run has its own ledger. */
function entryOf(result: Result): Entry | undefined {
	const { target, isEarlier } = result;
	if (!target || isEarlier) return undefined;
	const { person, recipient } = target;
	if (result.is === 'planned') return { is: 'accepted', person, output: [] };
	if (result.is === 'accepted') return { is: 'accepted', person, output: result.output };
	return result.is === 'unconfirmed' ? { is: 'unconfirmed', person, recipient } : undefined;
}

/** The next execution of a campaign sends only the rest, so a bad row does not hold up the others. */
function endsRun({ continuesOnFail, options }: Run, { isBadRow }: Failure): boolean {
	return !continuesOnFail && !(isBadRow && options.hasCampaign);
}

/** Waits first, then applies the rules, so that they decide right before the request. */
async function sendMessage(
	run: Run,
	campaigns: Campaigns,
	target: Target,
): Promise<Result | undefined> {
	await waitForDelay(run);
	if (run.isStopped()) return undefined;
	const skip = await firstSkip(run, target);
	if (skip) return { is: 'skipped', skip, target };
	const campaign = run.channel.campaign?.(target);
	const known = await campaigns.knownSkip(campaign, target.person);
	if (known) return { is: 'skipped', skip: known, target };
	const payload = await run.channel.payload(target);
	const claimed = await campaigns.claim(campaign, target.person);
	if (claimed) return { is: 'skipped', skip: claimed, target };
	if (run.isStopped()) return undefined;
	run.inFlight = target;
	run.execution.nextDelay = undefined;
	return { is: 'accepted', output: await run.channel.post(payload), target };
}

/** A dry run does everything except the delay and the request. */
async function planMessage(run: Run, campaigns: Campaigns, target: Target): Promise<Result> {
	const skip = await firstSkip(run, target);
	if (skip) return { is: 'skipped', skip, target };
	const campaign = run.channel.campaign?.(target);
	const known = await campaigns.knownSkip(campaign, target.person);
	if (known) return { is: 'skipped', skip: known, target };
	const payload = await run.channel.payload(target);
	const preview = run.channel.preview?.(payload);
	const sentBefore = await campaigns.plan(campaign, target.person);
	if (sentBefore) return { is: 'skipped', skip: sentBefore, target };
	return { is: 'planned', preview, target };
}

async function firstSkip(run: Run, target: Target): Promise<Skip | undefined> {
	for (const rule of run.options.rules) {
		const skip = rule.checkUnread?.(run) ?? (await rule.check?.(target, run));
		if (skip) return skip;
	}
	return undefined;
}
