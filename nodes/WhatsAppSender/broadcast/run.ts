import type { INodeExecutionData } from 'n8n-workflow';
import { inWordsForModel, retryDelayOf } from '../errors/failures';
import { isTool } from '../values/input';
import { yielder } from '../values/promises';
import { Campaigns } from './campaign';
import {
	type Channel,
	failure,
	type Result,
	type RunContext,
	type Skip,
	type Target,
} from './channel';
import { executionOf, Run } from './execution';
import { canceledOutput, earlierAttempt, outputOf } from './output';
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
		const result = await sendItem(run, campaigns, item);
		if (result) run.add(item, result);
		await yieldToOthers();
	}
	await campaigns.close();
	return [await outputOf(run, yieldToOthers)];
}

/** @returns nothing if the run was stopped before the item's message started */
async function sendItem(run: Run, campaigns: Campaigns, item: number): Promise<Result | undefined> {
	const unconfirmed = run.tries.unconfirmed.get(item);
	if (unconfirmed) return unconfirmed;
	let target: Target | undefined;
	try {
		target = await run.channel.target(item);
		const accepted = run.acceptedBefore(item, target);
		if (accepted) return accepted;
		const sendOrPlan = run.options.isDryRun ? planMessage : sendMessage;
		return await sendOrPlan(run, campaigns, target);
	} catch (error) {
		// An accepted item stays accepted, although its recipient is no longer valid.
		const accepted = target ? undefined : run.acceptedBefore(item);
		return accepted ?? failure(isTool(run.node) ? inWordsForModel(error) : error, target);
	}
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
	const claim = await campaigns.claim(campaign, target.person);
	if (claim.skip) return { is: 'skipped', skip: claim.skip, target };
	if (run.isStopped()) {
		await claim.settle();
		return undefined;
	}
	const result = await attempt(run, target, payload);
	run.recordSent(target.item, result);
	await claim.settle(result);
	return result;
}

async function attempt(run: Run, target: Target, payload: unknown): Promise<Result> {
	const { channel, execution } = run;
	run.inFlight = target;
	execution.nextDelay = undefined;
	const result = await channel.post(payload).then(
		(output): Result => ({ is: 'accepted', output, target }),
		(error: unknown) => failure(error, target),
	);
	run.inFlight = undefined;
	// The next delay starts when this response arrives.
	execution.stored.lastSentAt = Date.now();
	if ('error' in result) {
		const retryAfter = retryDelayOf(result.error);
		if (retryAfter) execution.stored.notBefore = Date.now() + retryAfter;
		return result;
	}
	const warning = earlierAttempt(run.earlierRecipients(target.item));
	if (warning && result.is === 'accepted') {
		// A webhook's receiver defines the output.
		if (target.columns) result.output[0].warning = warning;
		else run.notes.add(warning);
	}
	return result;
}

/** A dry run does everything except the delay and the request, as if the hours had begun. */
async function planMessage(run: Run, campaigns: Campaigns, target: Target): Promise<Result> {
	// The hours decide last.
	const skip = await firstSkip(run, target);
	if (skip && !skip.hours) return { is: 'skipped', skip, target };
	const campaign = run.channel.campaign?.(target);
	const known = await campaigns.knownSkip(campaign, target.person);
	if (known) return { is: 'skipped', skip: known, target };
	const payload = await run.channel.payload(target);
	const preview = await run.channel.preview?.(payload);
	const sentBefore = await campaigns.plan(campaign, target.person);
	if (sentBefore) return { is: 'skipped', skip: sentBefore, target };
	return { is: 'planned', preview, later: skip, target };
}

async function firstSkip(run: Run, target: Target): Promise<Skip | undefined> {
	for (const { check } of run.options.rules) {
		const skip = await check?.(target, run);
		if (skip) return skip;
	}
	return undefined;
}
