import type { INodeExecutionData } from 'n8n-workflow';
import type { Outcome } from '../engine/run';
import type { Report } from './attempts';
import type { Books } from './books';
import { digitsOf } from './people';
import { batchesOf, type Plan } from './plan';

/** The input items that output items are linked to. */
export const linkedItems = (output: INodeExecutionData[]) =>
	output.map(({ pairedItem }) => (pairedItem as { item: number }).item);

/** What an output item tells its reader. */
export function reportOf({ json }: INodeExecutionData): Report | undefined {
	if (json.success === true || json.data === 'OK') return 'sent';
	if (json.dryRun === true) return 'dry';
	if (json.skipped === true) return json.reason as Report;
	const error = String(json.error);
	if (BAD_INPUT.test(error)) return 'input';
	if (UNREAD.test(error)) return 'list unread';
	if (/^Not sent, because \d+ other items? cannot be sent/.test(error)) return 'held back';
	if (/^Message to \d+(@g\.us)? was not accepted \(HTTP \d+\): ./.test(error)) return 'rejected';
	return MAYBE.test(error) ? 'unconfirmed' : undefined;
}

const beginsWith = (...errors: RegExp[]) =>
	new RegExp(errors.map(({ source }) => `^(?:${source})`).join('|'));

const UNREAD = beginsWith(
	/(Never|Only) Send To could not be checked/,
	/The service answered HTTP 50[03]: Try again/,
	/The API key was not accepted \(HTTP 401\)|No answer from service-\d\.example: (?!.*may already)/,
);
const BAD_INPUT = beginsWith(
	/Phone "nobody" |Group ID "no body" /,
	/[A-Z][A-Za-z ]+: the expression has no result\. Return ./,
	/[A-Z][A-Za-z ]+ "maybe" /,
	/(Minimum|Maximum) of Delay|Max Messages per Execution |Send At |.*\bSend Only Between\b/,
	/This item has no file |(Send At|Interactive Message) is set, but uploads |(Send To is Group|The contact is a group), but uploads /,
	/Never Send To could not be checked, so nothing was sent to \S+: .*Phone "no number" /,
	/The input item has no phone to send to/,
	/Never Send To is |Only Send To is an expression, which an AI agent could set/,
);
/** Whether an error is one that a check before the first message finds. */
export const isKnowable = (error: string) => UNREAD.test(error) || BAD_INPUT.test(error);
/** The error of Check All Items First. */
export const CHECKED = /^(Nothing|Nothing more) was sent: \d+ of (\d+) items cannot be sent/;
export const MAYBE = /may already have been sent/i;

/** The error of an item, or the warning of one that was sent in the end. */
export const wordsOfItem = ({ json, error }: INodeExecutionData) =>
	`${error?.message ?? json.error ?? ''}${json.warning ?? ''}`;

/** Whether some try said of a recipient that a message may have been sent; or what is shown in the end. */
export function saysMaybe(
	{ items, errors, error, tries, phones }: Books,
	item: number,
	inTheEnd = false,
) {
	const shown = inTheEnd ? [{ items: [...items, ...errors], error }] : tries;
	const words = shown.flatMap(({ items = [], error }) => [
		...items.map(wordsOfItem),
		error ? `${error.message} ${error.description ?? ''}` : '',
	]);
	const number = digitsOf(phones[item]);
	// Of many, the rest is counted.
	const isSaid = (text: string) => text.includes(number) || / and \d+ more\b/.test(text);
	return words.some((text) => MAYBE.test(text) && isSaid(text));
}

/** What the output says of each item. */
export function reportsOf({ items, errors }: Books): Array<Report | undefined> {
	const output = [...items, ...errors];
	const reports: Array<Report | undefined> = [];
	linkedItems(output).forEach((item, at) => (reports[item] = reportOf(output[at])));
	return reports;
}

/** What n8n shows at the end of an execution, the items counted through all iterations. */
export function shownBy(plan: Plan, { run, error: any }: Outcome) {
	const iterations = batchesOf(plan);
	const { runData, lastNodeExecuted } = run.data.resultData;
	const runs = (runData[plan.node] ?? []).slice(0, iterations.length);
	const output = (branch: number) =>
		runs.flatMap(({ data }, iteration) =>
			(data?.main[branch] ?? []).map((item) => {
				const { item: local } = item.pairedItem as { item: number };
				return { ...item, pairedItem: { item: iterations[iteration][local] } };
			}),
		);
	const stoppedElsewhere = any !== undefined && lastNodeExecuted !== plan.node;
	const error = stoppedElsewhere ? undefined : any;
	const stoppedIn = error ? (iterations[runs.length - 1] ?? []) : [];
	const stoppedAt = stoppedIn[error?.context?.itemIndex ?? -1];
	const ended = runs.map(({ data, hints = [] }, iteration) => ({
		outputs: (data?.main ?? []).flatMap((branch) =>
			linkedItems(branch ?? []).map((local, at) => ({
				item: iterations[iteration][local],
				json: branch![at].json,
			})),
		),
		hints: hints.map(({ message }) => message),
	}));
	return {
		runs: ended,
		items: output(0),
		errors: output(1),
		error,
		stoppedIn,
		stoppedAt,
		stoppedElsewhere,
	};
}

const STOPPED = /^Stopped at item (\d+) of (\d+)\. Accepted: (\d+)\./;

/** How far a stopped run says it came; none where its counts do not add up to its items. */
export function countsOf({ error }: Pick<Books, 'error'>) {
	const text = error?.description ?? '';
	const [found, item, total] = STOPPED.exec(text) ?? [];
	const count = (what: string) => Number(new RegExp(`${what}: (\\d+)\\.`).exec(text)?.[1] ?? 0);
	const [accepted, failed, skipped, notSent] = ['Accepted', 'Failed', 'Skipped', 'Not sent'].map(
		count,
	);
	const isRight = accepted + failed + skipped + notSent === Number(total);
	if (!found || !isRight || Number(item) - 1 !== error?.context?.itemIndex) return undefined;
	return { accepted, notSent };
}
