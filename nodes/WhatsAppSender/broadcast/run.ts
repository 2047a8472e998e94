import type { INodeExecutionData } from 'n8n-workflow';
import { asFailure, type Failure } from '../errors/failures';
import { redact, redactError } from '../http/redact';
import { isTool } from '../values/expressions';
import { yielder } from '../values/promises';
import { Campaigns } from './campaign';
import {
	type Channel,
	type Content,
	type FailedResult,
	isUnconfirmed,
	type Result,
	type RunContext,
	type SentColumns,
	type Skip,
	type Target,
} from './channel';
import { executionOf, Run } from './execution';
import { canceledOutput, earlierAttempt, outputOf } from './output';
import type { RunOptions } from './rule';
import { testSkip, waitForDelay } from './rules';

/**
 * Sends the input items in order, one at a time, with the delay between them. Items that an earlier attempt has sent
 * keep their output. A dry run does the same without waiting and sending. If n8n cancels the execution, the run ends
 * at once with a report, because n8n stores nothing that comes later.
 *
 * @returns the output of all items in order, with an `error` item for each failed one
 * @throws with On Error = Stop: NodeOperationError for input, NodeApiError for responses and network errors
 */
export async function sendAll(
	context: RunContext,
	channel: Channel,
	options: RunOptions,
): Promise<INodeExecutionData[][]> {
	// Created when it is needed, because a run must not start before the previous one has ended.
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
	const { options, tries } = run;
	const unconfirmed = tries.unconfirmed.get(item);
	if (unconfirmed) return unconfirmed;
	let target: Target | undefined;
	try {
		// A dry run shows all rows.
		const skip = options.isDryRun || options.failure ? undefined : testSkip(run);
		if (skip && !run.acceptedBefore(item)) return { is: 'skipped', skip };
		target = await targetOf(run, item);
		const accepted = run.acceptedBefore(item, target);
		if (accepted) return accepted;
		if (options.failure) throw options.failure;
		return await sendOrPlan(run, campaigns, target);
	} catch (thrown) {
		// An accepted item stays accepted, although its recipient is no longer valid.
		const accepted = target ? undefined : run.acceptedBefore(item);
		if (accepted) return accepted;
		return await failedResult(run, item, options.failure ?? thrown, target);
	}
}

async function targetOf(run: Run, item: number): Promise<Target> {
	const target = await run.channel.target(item);
	// The user may have entered the key as Group ID. A phone is none, and reading the credential takes n8n time.
	if (!target.person.endsWith('@g.us') || !target.columns) return target;
	const columns = await redactedFor(run, item, target.columns);
	return { ...target, columns, recipient: columns.recipient };
}

async function failedResult(
	run: Run,
	item: number,
	thrown: unknown,
	target?: Target,
): Promise<FailedResult> {
	const error = asFailure(thrown);
	// A model would use an example.
	if (isTool(run.node)) error.message = error.forModel.replace(/, e\.g\. [^,]+/g, '');
	await redactError(error, await secretsOf(run, item));
	return { is: 'failed', error, target, sent: sentOfFailed(run, error) };
}

/** What was sent, and when, if the request of a failed message went out. */
function sentOfFailed({ inFlight }: Run, { reason }: Failure): Partial<SentColumns> | undefined {
	if (!inFlight) return undefined;
	const { text, sentAt } = inFlight.sent;
	const shown = text === undefined ? {} : { text };
	if (reason === 'unconfirmed') return { ...shown, sentAt };
	return reason === 'rejected' ? shown : undefined;
}

/** Sends the message of an item, unless a rule skips it. A dry run does everything except the delay and the request. */
async function sendOrPlan(
	run: Run,
	campaigns: Campaigns,
	target: Target,
): Promise<Result | undefined> {
	const { channel, options } = run;
	// What can change while a message waits is checked after the delay, right before the request.
	if (!options.isDryRun) await waitForDelay(run);
	if (run.isStopped()) return undefined;
	const skip = await firstSkip(run, target);
	if (skip) return { is: 'skipped', skip, target };
	const campaign = channel.campaign?.(target);
	const sentBefore = await campaigns.knownSkip(campaign, target.person);
	if (sentBefore) return { is: 'skipped', skip: sentBefore, target };
	const payload = await channel.payload(target);
	const content = await redactedFor(run, target.item, channel.content?.(payload));
	const claimed = await campaigns.claim(campaign, target.person);
	if (claimed) return { is: 'skipped', skip: claimed, target, content };
	if (options.isDryRun) {
		const warnings = await redactedFor(run, target.item, channel.warnings?.(payload) ?? []);
		const scheduledFor = await channel.scheduledFor?.(target);
		return { is: 'planned', target, warnings, scheduledFor, content };
	}
	if (run.isStopped()) return undefined;
	const sent = { ...sentColumns(content), sentAt: new Date().toISOString() };
	run.inFlight = { target, sent };
	run.execution.nextDelay = undefined;
	return { is: 'accepted', output: await channel.post(payload, sent), target };
}

/** In the order of the options, the test first. */
async function firstSkip(run: Run, target: Target): Promise<Skip | undefined> {
	let skip = testSkip(run);
	for (const rule of run.options.rules) skip ??= await rule.check(target, run);
	return skip;
}

const sentColumns = (content?: Content) =>
	content && { text: content.text, ...(content.file && { file: content.file.name }) };

/** Records the result of an item; nothing else does. @param result missing if the message has not started */
async function settle(
	run: Run,
	campaigns: Campaigns,
	item: number,
	result?: Result,
): Promise<void> {
	if (result) {
		const kept = await keptOf(run, item, result);
		run.results.set(item, kept);
		if (kept.is === 'failed') handleFailed(run, item, kept);
		else handleCompleted(run, item, kept);
		// The next delay starts when the response arrives.
		if (run.inFlight) run.execution.stored.lastSentAt = Date.now();
		run.inFlight = undefined;
	}
	await campaigns.settle(result);
}

/** A result without its message: a run keeps all results, and may have 100,000 items. */
async function keptOf(run: Run, item: number, result: Result): Promise<Result> {
	const { channel, options } = run;
	const { target } = result;
	const kept = { ...result };
	if (target) {
		const { recipient, person, columns, isPassedOn } = target;
		kept.target = { item, recipient, person, isPassedOn };
		kept.columns ??= columns;
	} else if (result.is !== 'accepted') {
		kept.columns = await redactedFor(run, item, channel.recipientAsEntered?.(item));
	}
	if (options.isDryRun && result.is !== 'accepted') {
		kept.content ??= await redactedFor(run, item, channel.contentAsEntered?.(item));
	}
	return kept;
}

/** A message was accepted, planned, or skipped. */
function handleCompleted(run: Run, item: number, result: Result): void {
	const { target, columns, isEarlier } = result;
	if (!target || isEarlier || result.is === 'skipped') return;
	const output = result.is === 'accepted' ? result.output : [];
	const warning = result.is === 'accepted' && earlierAttempt(run.earlierRecipients(item));
	// A webhook's receiver defines the output.
	if (warning && columns) output[0].warning = warning;
	else if (warning) run.notes.add(warning);
	run.ledger.add(run.number, item, { is: 'accepted', person: target.person, output });
}

function handleFailed(run: Run, item: number, result: FailedResult): void {
	const { error, target, isEarlier } = result;
	const { execution, inFlight, options, tries } = run;
	if (inFlight && error.retryAfter) execution.stored.notBefore = Date.now() + error.retryAfter;
	if (isUnconfirmed(result)) {
		// Retry On Fail does not send it again.
		tries.unconfirmed.set(item, { ...result, isEarlier: true });
		if (target && !isEarlier) run.addUnconfirmed(target);
	}
	if (options.isDryRun) return;
	run.failures.set(item, result);
	// The next execution of a campaign sends only the rest, so a bad row does not hold up the others.
	const endsRun = !(error.isBadRow && options.hasCampaign);
	if (endsRun && !run.continuesOnFail) run.stoppedAt = item;
}

/** Secrets to redact in what the output shows of an item. */
const secretsOf = async ({ channel }: Run, item: number): Promise<string[]> =>
	(await channel.secrets?.(item).catch(() => [])) ?? [];

const redactedFor = async <T>(run: Run, item: number, shown: T): Promise<T> =>
	shown === undefined ? shown : await redact(shown, await secretsOf(run, item));
