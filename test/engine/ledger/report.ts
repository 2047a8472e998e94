import type { INodeExecutionData } from 'n8n-workflow';
import type { Books } from './broadcast';
import type { Verdict } from './plan';

const MAYBE = /may already have been sent/i;

/** Whether a text says of a recipient that the message to it may have been sent. */
export const saysMaybe = (text: string, phone: string) => MAYBE.test(text) && text.includes(phone);

/** The verdict on the last attempt that a message tells its reader. */
function verdictOf(message: string): Verdict {
	if (/^Message to \d+ was not accepted \(HTTP \d+\): ./.test(message)) {
		return /This came from a gateway/.test(message) ? 'unconfirmed' : 'rejected';
	}
	if (/^Phone "nobody" /.test(message)) return 'input';
	return MAYBE.test(message) ? 'unconfirmed' : 'sent';
}

/** The input items that output items are linked to. */
export const linkedItems = (output: INodeExecutionData[]) =>
	output.map(({ pairedItem }) => (pairedItem as { item: number }).item);

/** What the node says of each item at the end, on whichever output. */
export function itemReports({ items, errors }: Books) {
	const all = [...items, ...errors];
	return linkedItems(all).map((item, at) => {
		const { success, error } = all[at].json;
		return { item, verdict: success === true ? 'sent' : verdictOf(String(error)) };
	});
}

/** Everything that the user reads at the end. */
export const finalWords = ({ items, errors, error }: Books): string[] => [
	...[...items, ...errors].map(wordsOfItem),
	wordsOf(error),
];

/** Everything that any try said. */
export const wordsOfTries = ({ tries }: Books): string[] =>
	tries.flatMap(({ items = [], error }) => [...items.map(wordsOfItem), wordsOf(error)]);

/** The error of an item, or the warning of one that was sent in the end. */
const wordsOfItem = ({ json }: INodeExecutionData) => `${json.error ?? ''}${json.warning ?? ''}`;

const wordsOf = (error?: { message: string; description?: string | null }) =>
	error ? `${error.message} ${error.description ?? ''}` : '';

const COUNTS =
	/Stopped at item (\d+) \(n8n counts from 0\)\. Accepted: (\d+) of (\d+)\. Not sent: (\d+)\.(?: Also failed: (\d+)\.)?/;

/** The counts in the description of the error that stopped the execution. */
export function countsOf({ error }: Books) {
	const counts = COUNTS.exec(error?.description ?? '');
	if (!counts) return undefined;
	const [item, accepted, total, notSent, alsoFailed] = counts.slice(1).map((n) => Number(n ?? 0));
	return { item, accepted, total, notSent, alsoFailed };
}
