import type { INodeExecutionData } from 'n8n-workflow';
import { inWordsForModel, retryDelayOf } from '../errors/failures';
import { isTool } from '../values/input';
import { yielder } from '../values/promises';
import { Campaigns } from './campaign';
import { executionOf, Run } from './execution';
import { canceledOutput, earlierAttempt, outputOf } from './output';
import type { RunOptions } from './rule';
import { waitForDelay } from './rules';
import {
	failure,
	type Draft,
	type Message,
	type Result,
	type RunContext,
	type Sender,
	type Skip,
} from './sender';

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
	sender: Sender,
	options: RunOptions,
): Promise<INodeExecutionData[][]> {
	// Created late, because a run must not begin before the one before it has ended.
	let begun: Run | undefined;
	const run = () => (begun ??= new Run(context, sender, options));
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
	let draft: Draft | undefined;
	try {
		draft = await run.sender.prepare(item);
		const accepted = run.acceptedBefore(item, draft);
		if (accepted) return accepted;
		const sendOrPlan = run.options.isDryRun ? planMessage : sendMessage;
		return await sendOrPlan(run, campaigns, item, draft);
	} catch (error) {
		// An accepted item stays accepted, although its recipient is no longer valid.
		const accepted = draft ? undefined : run.acceptedBefore(item);
		return accepted ?? failure(isTool(run.node) ? inWordsForModel(error) : error, draft);
	}
}

/** Waits first, then applies the rules, so that they decide right before the request. */
async function sendMessage(
	run: Run,
	campaigns: Campaigns,
	item: number,
	draft: Draft,
): Promise<Result | undefined> {
	await waitForDelay(run);
	if (run.isStopped()) return undefined;
	const skip = await firstSkip(run, item, draft);
	if (skip) return { is: 'skipped', skip, draft };
	const campaign = draft.campaign?.();
	const known = await campaigns.knownSkip(campaign, draft.person);
	if (known) return { is: 'skipped', skip: known, draft };
	const message = await draft.build();
	const claim = await campaigns.claim(campaign, draft.person);
	if (claim.skip) return { is: 'skipped', skip: claim.skip, draft };
	if (run.isStopped()) {
		await claim.settle();
		return undefined;
	}
	const result = await attempt(run, item, draft, message);
	run.recordSent(item, result);
	await claim.settle(result);
	return result;
}

async function attempt(run: Run, item: number, draft: Draft, message: Message): Promise<Result> {
	const { execution } = run;
	run.inFlight = draft;
	execution.nextDelay = undefined;
	const result = await message.send().then(
		(output): Result => ({ is: 'accepted', output, draft }),
		(error: unknown) => failure(error, draft),
	);
	run.inFlight = undefined;
	// The next delay starts when this response arrives.
	execution.stored.lastSentAt = Date.now();
	if ('error' in result) {
		const retryAfter = retryDelayOf(result.error);
		if (retryAfter) execution.stored.notBefore = Date.now() + retryAfter;
		return result;
	}
	const warning = earlierAttempt(run.earlierRecipients(item));
	if (warning && result.is === 'accepted') {
		// A webhook's receiver defines the output.
		if (draft.columns) result.output[0].warning = warning;
		else run.notes.add(warning);
	}
	return result;
}

/** A dry run does everything except the delay and the request, as if the hours had begun. */
async function planMessage(
	run: Run,
	campaigns: Campaigns,
	item: number,
	draft: Draft,
): Promise<Result> {
	// The hours decide last.
	const skip = await firstSkip(run, item, draft);
	if (skip && !skip.hours) return { is: 'skipped', skip, draft };
	const campaign = draft.campaign?.();
	const known = await campaigns.knownSkip(campaign, draft.person);
	if (known) return { is: 'skipped', skip: known, draft };
	const message = await draft.build();
	const preview = message.preview?.();
	const sentBefore = await campaigns.plan(campaign, draft.person);
	if (sentBefore) return { is: 'skipped', skip: sentBefore, draft };
	return { is: 'planned', preview, later: skip, draft };
}

async function firstSkip(run: Run, item: number, draft: Draft): Promise<Skip | undefined> {
	for (const { check } of run.options.rules) {
		const skip = await check?.(draft, run, item);
		if (skip) return skip;
	}
	return undefined;
}
