import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { errorItem, type Failure, type FailureReason, toNodeError } from '../errors/failures';
import { isTool } from '../values/expressions';
import { oneLine } from '../values/text';
import { timezoneOf } from '../values/schedule';
import type { FailedResult, Result } from './channel';
import { dryRunRow, formatNames, formatRows } from './dryRun';
import type { Run } from './execution';
import { Tally } from './ledger';

const formatRecipients = (recipients: string[]): string =>
	formatNames(recipients.map((recipient) => oneLine(recipient, 60)));

/** Warns about recipients that an earlier attempt may have reached. @returns nothing if there are none */
export const earlierAttempt = (recipients: string[]): string | undefined =>
	recipients.length > 0
		? `An earlier attempt may already have been sent to ${formatRecipients(recipients)}`
		: undefined;

/** The items of a run that has ended, and its hints. @throws the failure if On Error is Stop */
export async function outputOf(
	run: Run,
	yieldToOthers: () => Promise<void>,
): Promise<INodeExecutionData[]> {
	const { context, continuesOnFail, failures, total } = run;
	const failedItem = run.stoppedAt ?? failures.keys().next().value;
	if (failedItem !== undefined && !continuesOnFail) throw stoppedError(run, failedItem);
	const isScheduled = [...run.results.values()].some(
		(result) => result.is === 'planned' && result.scheduledFor,
	);
	const timezone = timezoneOf(context);
	const output: INodeExecutionData[] = [];
	for (let item = 0; item < total; item++) {
		output.push(...itemsFor(run, item, isScheduled ? timezone : undefined));
		await yieldToOthers();
	}
	// The routing's context cannot add hints.
	const functions = context as Partial<IExecuteFunctions>;
	for (const message of hintsOf(run, timezone)) {
		functions.addExecutionHints?.({ message, location: 'outputPane' });
	}
	if (!goesOn(run, output)) run.execution.end(run);
	return output;
}

/** Whether another try follows: of Retry On Fail, or after a time limit by Retry, which sends the rest. */
function goesOn(run: Run, output: INodeExecutionData[]): boolean {
	const { context, isLastTry, node } = run;
	if (run.isStopped()) return true;
	// Retry On Fail runs the node again if the first output item has any `error`. After a try that has
	// thrown, n8n counts the tries differently.
	const isFailed = output[0]?.json.error !== undefined;
	return isFailed && node.retryOnFail === true && !(isLastTry && context.continueOnFail());
}

/** The output items of an input item, linked to it; none before it has a result. */
function itemsFor(run: Run, item: number, timezone?: string): INodeExecutionData[] {
	const result = run.results.get(item) ?? run.acceptedBefore(item);
	if (!result) return [];
	const linked = (json: IDataObject) => ({ json, pairedItem: { item } });
	if (result.is === 'accepted') return result.output.map(linked);
	if (result.is === 'planned' || run.options.isDryRun) {
		const row = run.rowOf(item);
		const warnings = run.execution.dryRuns.add(run.options, row, result);
		return [linked(dryRunRow(row, result, warnings, timezone))];
	}
	const earlier = earlierAttempt(run.earlierRecipients(item, result));
	if (result.is === 'failed') return [failedItem(run, item, result, earlier)];
	const { reason, warning } = result.skip;
	const warnings = [warning, earlier].filter(Boolean).join(' ');
	const row = { success: false, skipped: true, reason, ...result.columns };
	return [linked(warnings ? { ...row, warning: warnings } : row)];
}

/** @param earlier warns about an earlier attempt */
function failedItem(
	{ node }: Run,
	item: number,
	{ columns, error, sent }: FailedResult,
	earlier?: string,
): INodeExecutionData {
	const { json, pairedItem } = errorItem(error, item, earlier);
	const { reason, status } = error;
	const details = { reason, ...columns, ...sent, ...(status && { status }) };
	const row = { json: columns ? { success: false, ...json, ...details } : json, pairedItem };
	// n8n does not pass the error output to the model.
	if (node.onError !== 'continueErrorOutput' || isTool(node)) return row;
	// n8n treats an item with `error` as failed, adds the fields of its input item, and then replaces the JSON
	// of items that still have `error`. A hidden property is gone by then, because n8n has copied the item.
	const value = toNodeError(node, error, { itemIndex: item, extraSentences: [earlier] });
	return Object.defineProperty(row, 'error', { value });
}

/** A single item gets a hint only if it was skipped; otherwise its output says enough. */
function hintsOf(run: Run, timezone: string): string[] {
	const results = [...run.results.values()];
	const isDry = run.options.isDryRun && results.some(({ is }) => is !== 'accepted');
	const needsSummary = run.total > 1 || results[0]?.is === 'skipped';
	const { channel, execution, options } = run;
	const dry = isDry ? execution.dryRuns.hint(options, channel, timezone) : '';
	const summary = !isDry && needsSummary ? endHint(results) : '';
	return [...run.notes, dry, passedOnHint(run), summary].filter(Boolean);
}

/** `2 phones were passed on as they are: rows 4, 9` */
function passedOnHint(run: Run): string {
	const rows = [...run.results].flatMap(([item, { is, target }]) =>
		is === 'accepted' && target?.isPassedOn ? run.rowOf(item) : [],
	);
	if (rows.length === 0) return '';
	const words =
		rows.length === 1 ? 'phone was passed on as it is' : 'phones were passed on as they are';
	return `${rows.length} ${words}: ${formatRows(rows)}`;
}

const FAILED: Record<FailureReason, string> = {
	invalid: 'cannot be sent',
	rejected: 'rejected',
	unreachable: 'not sent, no connection',
	unconfirmed: 'may have been sent',
};

/** `Accepted: 5 of 8. 1 was skipped: 1 twice. 2 failed: 2 rejected.`, and the time if any was outside the hours. */
export function endHint(results: Result[]): string {
	const skips = results.flatMap((result) => (result.is === 'skipped' ? [result.skip] : []));
	const errors = results.flatMap((result) => (result.is === 'failed' ? [result.error] : []));
	const failed = new Tally();
	for (const { reason } of errors) failed.add(FAILED[reason]);
	const accepted = results.length - skips.length - errors.length;
	const sentences = [
		`Accepted: ${accepted} of ${results.length}.`,
		skips.length > 0 &&
			`${skips.length} ${skips.length === 1 ? 'was' : 'were'} skipped: ${skippedIn(results)}.`,
		errors.length > 0 && `${errors.length} failed: ${String(failed)}.`,
		skips.find(({ clock }) => clock)?.clock,
	];
	return sentences.filter(Boolean).join(' ');
}

/** `2 on the list Unsubscribed, 1 twice` */
function skippedIn(results: Iterable<Result>): Tally {
	const skipped = new Tally();
	for (const result of results) if (result.is === 'skipped') skipped.add(result.skip.words);
	return skipped;
}

/**
 * The error of a run that has failed. The message says what failed, because the canvas shows nothing else. The
 * description contains the counts, what to correct, and what to do next. For a single item it contains only what
 * to correct.
 */
function stoppedError(run: Run, item: number): Error {
	const { failures, ledger, node, total } = run;
	const result = failures.get(item)!;
	const { error } = result;
	const earlier = earlierAttempt(run.earlierRecipients(item, result));
	const advice =
		error.description || (earlier && 'Check whether it arrived before you send it again.');
	const extraSentences = [rowName(run, item, error), earlier];
	// Each call of an AI agent is a run of the node, but no iteration of a loop.
	const isAlone = total < 2 && (ledger.acceptedInOtherRuns(run.number) === 0 || isTool(node));
	if (isAlone)
		return toNodeError(node, error, { itemIndex: item, extraSentences, description: advice });
	const steps = nextSteps(run, error, advice);
	return toNodeError(node, error, {
		itemIndex: item,
		extraSentences: [...extraSentences, otherBadRows(run, item), acceptedSoFar(run)],
		description: [total > 1 && countsOf(run), ...steps].filter(Boolean).join(' '),
	});
}

/** `Accepted: 2. Failed: 1. Skipped: 2 (2 twice). Not sent: 2.` Only a campaign explains them: it continues after a failure. */
function countsOf(run: Run): string {
	const { accepted, failed, skipped, notSent } = run.counts();
	const isExplained = run.options.hasCampaign && skipped > 0;
	const why = isExplained ? ` (${skippedIn(run.results.values())})` : '';
	return `Accepted: ${accepted}. Failed: ${failed}. Skipped: ${skipped}${why}. Not sent: ${notSent}.`;
}

/**
 * `Row 9`: n8n itself shows only the item's index. A setting of the node is wrong for all rows, so its
 * error names none, and a model that calls a tool knows no rows.
 */
function rowName(run: Run, item: number, error: Failure): string | undefined {
	const { execution, node, total } = run;
	const isOfNode = error.reason === 'invalid' && !error.isOfItem;
	if (isOfNode || isTool(node)) return undefined;
	const sheetRow = run.sheetRowOf(item);
	if (sheetRow !== undefined) return `Row ${sheetRow}`;
	const isOnlyItem = total === 1 && execution.itemsBefore === 0;
	return isOnlyItem ? undefined : `Item ${run.rowOf(item)}`;
}

/** How many bad rows the error of a campaign names. */
const MOST_BAD_ROWS = 5;

/** The other bad rows of a campaign: `Also: Phone "12" is not a phone number, Row 11; and 2 more` */
function otherBadRows(run: Run, item: number): string | undefined {
	const others = [...run.failures].filter(([other]) => other !== item);
	if (others.length === 0) return undefined;
	const texts = others.slice(0, MOST_BAD_ROWS - 1).map(([other, { error }]) => {
		// The fix follows the first colon outside the quoted value.
		const [problem] = /^(?:"[^"]*"|(?!: ).)*/.exec(error.message)!;
		return [problem, rowName(run, other, error)].filter(Boolean).join(', ');
	});
	const more = others.length - texts.length;
	return `Also: ${texts.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

/** Empty in a test, and if nothing was sent. */
function acceptedSoFar(run: Run): string | undefined {
	const { ledger, options, total } = run;
	if (ledger.messages === 0 || options.isTest) return undefined;
	const before = ledger.acceptedInOtherRuns(run.number);
	return `Accepted: ${run.counts().accepted} of ${total}${before > 0 ? `, ${before} before` : ''}.`;
}

const TESTED = 'This was a test, so none went to the recipients: test again.';
const CAMPAIGN_GOES_ON = 'Run the workflow again: people who already got the message are skipped.';
const EVERYONE_AGAIN =
	'Running the workflow again sends to everyone again. The option Campaign prevents that.';
const RETRY =
	'Retry with the currently saved workflow, under Executions, reads the same data, and sends this message and the rest. Execute workflow would send to everyone again.';
const LEAVE_OUT =
	'Correct the input data, and set On Error to Continue first: Retry would stop at the same row.';

/** What to correct, and what to do then. @param advice of the error */
function nextSteps({ context, ledger, options }: Run, error: Failure, advice?: string): string[] {
	const ofData = error.isOfItem ? 'Correct the input data.' : 'Correct the settings of the node.';
	const correct = advice ?? ofData;
	if (options.isTest) return [correct, TESTED];
	if (options.hasCampaign) {
		const never = 'This campaign never sends this message again.';
		return [correct, CAMPAIGN_GOES_ON, error.reason === 'unconfirmed' ? never : ''];
	}
	// A sub-workflow does not know what its other calls have sent.
	const isAllUnsent = ledger.messages === 0 && context.getMode() !== 'integrated';
	if (isAllUnsent) return [correct, 'Nothing was sent: run the workflow again.'];
	return [error.isBadRow ? (advice ?? LEAVE_OUT) : correct, RETRY];
}

/**
 * The report of a run that n8n has canceled. After a thrown error, Retry On Fail would run the node again,
 * and n8n would not store what it returns. Retry On Fail ignores an error that is on the item and not in
 * its JSON.
 *
 * @throws the report if n8n stores a thrown error. The word "canceled" makes n8n show it as canceled, not as failed.
 */
export async function canceledOutput(run: Run): Promise<INodeExecutionData[][]> {
	const { context, node, options, total } = run;
	run.recordInFlight();
	const unconfirmed = run.unconfirmedRecipients();
	const message = [
		`The execution was canceled. Accepted: ${run.counts().accepted} of ${total}.`,
		unconfirmed.length > 0 && `May already have been sent: ${formatRecipients(unconfirmed)}.`,
	];
	const error = new NodeOperationError(node, message.filter(Boolean).join(' '), {
		description: options.isTest ? TESTED : options.hasCampaign ? CAMPAIGN_GOES_ON : EVERYONE_AGAIN,
	});
	if (!context.continueOnFail() && !node.retryOnFail) throw error;
	const items = Array.from({ length: total }).flatMap((_, item): INodeExecutionData[] => {
		const rows = itemsFor(run, item);
		return rows.length > 0 ? rows : [{ json: {}, error, pairedItem: { item } }];
	});
	return [items];
}
