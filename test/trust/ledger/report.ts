import type { INodeExecutionData } from 'n8n-workflow';
import type { Books } from './broadcast';
import type { Verdict } from './faults';

/** What n8n shows of one item at the end. */
export interface ItemReport {
	item: number;
	verdict: Verdict;
	message: string;
}

const MAYBE = /may already have been sent/i;

/** Whether a text says of a recipient that the message to it may have been sent. */
export function saysMaybe(text: string, phone: string): boolean {
	return MAYBE.test(text) && text.includes(phone);
}

/** The verdict on the last attempt that a message tells its reader. */
export function verdictOf(message: string): Verdict {
	if (/^Message to \d+ was not accepted \(HTTP \d+\): ./.test(message)) {
		return /This came from a gateway/.test(message) ? 'unsure' : 'refused';
	}
	if (/^Phone "nobody" /.test(message)) return 'input';
	return MAYBE.test(message) ? 'unsure' : 'sent';
}

/** The items that the node put out, sent or failed, on whichever output. */
export function itemReports({ outcome: { items, errors } }: Books): ItemReport[] {
	return [...items, ...errors].map(({ json, pairedItem }) => ({
		item: (pairedItem as { item: number }).item,
		verdict: json.success === true ? 'sent' : verdictOf(String(json.error)),
		message: String(json.error ?? ''),
	}));
}

/** Everything that the user reads at the end. */
export function finalWords({ outcome: { items, errors, error } }: Books): string[] {
	return [...[...items, ...errors].map(wordsOfItem), error ? wordsOf(error) : ''];
}

/** Everything that any try said. */
export function wordsOfTries({ tries }: Books): string[] {
	return tries.flatMap(({ items = [], error }) => [
		...items.map(wordsOfItem),
		error ? wordsOf(error) : '',
	]);
}

/** The error of an item, or the warning of one that was sent in the end. */
const wordsOfItem = ({ json }: INodeExecutionData) => `${json.error ?? ''}${json.warning ?? ''}`;

const wordsOf = ({ message, description }: { message: string; description?: string | null }) =>
	`${message} ${description ?? ''}`;

const COUNTS =
	/Stopped at item (\d+) \(n8n counts from 0\)\. Accepted: (\d+) of (\d+)\. Not sent: (\d+)\.(?: Also failed: (\d+)\.)?/;

/** The counts in the description of the error that stopped the execution. */
export function countsOf({ outcome }: Books) {
	const counts = COUNTS.exec(outcome.error?.description ?? '');
	if (!counts) return undefined;
	const [item, accepted, total, notSent, alsoFailed] = counts.slice(1).map((n) => Number(n ?? 0));
	return { item, accepted, total, notSent, alsoFailed };
}
