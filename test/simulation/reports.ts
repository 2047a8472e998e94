import type { INodeExecutionData } from 'n8n-workflow';
import type { Outcome } from '../engine/run';
import type { Report } from './attempts';
import type { Books } from './books';
import { enteredFor } from './people';
import { batchesOf, type Plan } from './plan';

/** The input items that output items are linked to. */
export const linkedItems = (output: INodeExecutionData[]) =>
	output.map(({ pairedItem }) => (pairedItem as { item: number }).item);

/** What an output item tells its reader. */
export function reportOf({ json }: INodeExecutionData): Report | undefined {
	if (json.success === true) return 'sent';
	return UNREAD.test(String(json.error)) ? 'list unread' : (json.reason as Report | undefined);
}

const BAD_INPUT = /^(Phone "nobody"|Group ID "no body") /;
/** A list, or whether the service takes the key. */
const UNREAD =
	/^((Never|Only) Send To could not be checked|The service answered HTTP 503: Try again)/;
/** Whether an error is one that a check before the first message finds. */
export const isKnowable = (error: string) => UNREAD.test(error) || BAD_INPUT.test(error);
/** The error of Check All Items First. */
export const CHECKED = /^Nothing (?:more )?was sent: \d+ of (\d+) items cannot be sent/;
export const MAYBE = /may already have been sent/i;

/** The error of an item, or the warning of one that was sent in the end. */
export const wordsOfItem = ({ json, error }: INodeExecutionData) =>
	`${error?.message ?? json.error ?? ''}${json.warning ?? ''}`;

/** Whether some try said of a recipient that a message may have been sent; or what is shown in the end. */
export function saysMaybe(
	plan: Plan,
	{ items, errors, error, tries }: Books,
	item: number,
	inTheEnd = false,
) {
	const shown = inTheEnd ? [{ items: [...items, ...errors], error }] : tries;
	const words = shown.flatMap(({ items = [], error }) => [
		...items.map(wordsOfItem),
		error ? `${error.message} ${error.description ?? ''}` : '',
	]);
	const recipient = enteredFor(plan, item);
	return words.some((text) => MAYBE.test(text) && text.includes(recipient));
}

/** What the output says of each item. */
export function reportsOf({ items, errors }: Books): Array<Report | undefined> {
	const output = [...items, ...errors];
	const reports: Array<Report | undefined> = [];
	linkedItems(output).forEach((item, at) => (reports[item] = reportOf(output[at])));
	return reports;
}

/** What n8n shows at the end of an execution, the items counted through all iterations. */
export function shownBy(plan: Plan, { run, error }: Outcome) {
	const iterations = batchesOf(plan);
	const runs = (run.data.resultData.runData.Sender ?? []).slice(0, iterations.length);
	const output = (branch: number) =>
		runs.flatMap(({ data }, iteration) =>
			(data?.main[branch] ?? []).map((item) => {
				const { item: local } = item.pairedItem as { item: number };
				return { ...item, pairedItem: { item: iterations[iteration][local] } };
			}),
		);
	const stoppedIn = error ? (iterations[runs.length - 1] ?? []) : [];
	const stoppedAt = stoppedIn[error?.context?.itemIndex ?? -1];
	return { items: output(0), errors: output(1), error, stoppedIn, stoppedAt };
}

const STOPPED = /^Stopped at item (\d+) of (\d+)\. Accepted: (\d+)\./;

/** How far a stopped run says it came; none where its counts do not add up to its items. */
export function countsOf({ error }: Pick<Books, 'error'>) {
	const text = error?.description ?? '';
	const [found, item, total] = STOPPED.exec(text) ?? [];
	const [accepted, failed, skipped, notSent] = ['Accepted', 'Failed', 'Skipped', 'Not sent'].map(
		(what) => Number(new RegExp(`${what}: (\\d+)\\.`).exec(text)?.[1] ?? 0),
	);
	const isRight = accepted + failed + skipped + notSent === Number(total);
	if (!found || !isRight || Number(item) - 1 !== error?.context?.itemIndex) return undefined;
	return { accepted, notSent };
}
