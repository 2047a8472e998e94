import type { Books } from './broadcast';
import { expected } from './contract';
import { attemptOf } from './faults';
import { type Plan, stopsOnFailure } from './plan';
import { countsOf, finalWords, itemReports, saysMaybe, wordsOfTries } from './report';

/** Whether a rule holds for a broadcast. */
type Rule = (plan: Plan, books: Books) => boolean;

const every = <T>(things: T[], holds: (thing: T, index: number) => boolean) => things.every(holds);
const isGrowing = (numbers: number[]) => every(numbers, (n, at) => at === 0 || n > numbers[at - 1]);
const endedInError = ({ outcome }: Books) => outcome.error !== undefined;

/** Whether the node got the acknowledgement of an item, by what the service answered. */
const acknowledged = ({ arrivals }: Books, item: number) =>
	arrivals.some(
		(arrival) => arrival.item === item && attemptOf(arrival.attempt).verdict === 'sent',
	);

export const RULES: Record<string, Rule> = {
	'what is reported as sent was accepted': (_plan, books) =>
		every(itemReports(books), ({ item, verdict }) => verdict !== 'sent' || books.taken[item] > 0),

	'what was accepted is reported as sent, counted, or said to have maybe been sent': (
		_plan,
		books,
	) =>
		every(books.taken, (times, item) => {
			if (times === 0) return true;
			const reports = itemReports(books);
			if (reports.some((report) => report.item === item && report.verdict === 'sent')) return true;
			if (endedInError(books) && acknowledged(books, item)) return true;
			// Of an execution that the user stopped, n8n shows no node's error.
			const words = books.cancelled ? wordsOfTries(books) : finalWords(books);
			return words.some((text) => saysMaybe(text, books.phones[item]));
		}),

	'nothing is accepted twice but after a response that was lost, and an error or a warning said so':
		(_plan, books) =>
			every(books.taken, (times, item) => {
				if (times < 2) return true;
				const mine = books.arrivals.filter((arrival) => arrival.item === item);
				return (
					every(mine.slice(0, -1), ({ attempt }) => attemptOf(attempt).verdict !== 'sent') &&
					(books.cancelled ||
						wordsOfTries(books).some((words) => saysMaybe(words, books.phones[item])))
				);
			}),

	'an acknowledged message is never tried again': ({ items }, books) =>
		every(items, (_, item) => {
			const mine = books.arrivals.filter((arrival) => arrival.item === item);
			return every(mine.slice(0, -1), ({ attempt }) => attemptOf(attempt).verdict !== 'sent');
		}),

	'messages start in item order': (_plan, { tries }) =>
		every(tries, ({ starts }) => isGrowing(starts.map(({ item }) => item))),

	'messages arrive in item order at concurrency 1': ({ concurrency }, { arrivals, tries }) => {
		const started = tries.flatMap(({ starts }) => starts.map(({ item }) => item));
		// Of a stopped execution, the last may never have left.
		return concurrency > 1 || arrivals.every(({ item }, place) => item === started[place]);
	},

	'no more are in flight than Messages at Once says': ({ concurrency }, { tries }) =>
		every(tries, ({ starts }) => every(starts, ({ inFlight }) => inFlight <= concurrency)),

	'every start arrives once': (_plan, { arrivals, tries, cancelled }) => {
		const started = tries.flatMap(({ starts }) => starts).length;
		return cancelled ? arrivals.length <= started : arrivals.length === started;
	},

	'nothing starts after the user stopped it': (_plan, { tries }) =>
		every(tries, ({ starts }) => every(starts, ({ afterStop }) => !afterStop)),

	'nothing starts after the failure that stops it': (plan, { tries }) =>
		!stopsOnFailure(plan) ||
		every(tries, ({ starts }) => every(starts, ({ afterFailure }) => !afterFailure)),

	'every item has one output, linked to it, on the right branch': ({ items, onError }, books) => {
		const { outcome } = books;
		if (books.cancelled || endedInError(books)) return true;
		const linked = (list: typeof outcome.items) =>
			list.map(({ pairedItem }) => (pairedItem as { item: number }).item);
		const both = [...linked(outcome.items), ...linked(outcome.errors)].sort((a, b) => a - b);
		const inPlace = itemReports(books).every(
			({ item, message }) =>
				message !== '' || outcome.items.some(({ json }) => json.recipient === books.phones[item]),
		);
		const branchesHold =
			onError === 'continueErrorOutput'
				? outcome.items.every(({ json }) => json.success) &&
					outcome.errors.every(({ json }) => json.error)
				: outcome.errors.length === 0;
		return (
			inPlace &&
			branchesHold &&
			isGrowing(linked(outcome.items)) &&
			isGrowing(linked(outcome.errors)) &&
			JSON.stringify(both) === JSON.stringify(items.map((_, item) => item))
		);
	},

	'the execution ends in an error only where On Error is Stop': (plan, books) =>
		books.cancelled || stopsOnFailure(plan) || !endedInError(books),

	'the counts of the error add up': (_plan, books) => {
		const { error, stoppedIn } = books.outcome;
		if (books.cancelled || !error || stoppedIn.length < 2) return true;
		const counts = countsOf(books);
		if (!counts) return false;
		const { item, accepted, total, notSent, alsoFailed } = counts;
		return (
			item === error.context?.itemIndex &&
			total === stoppedIn.length &&
			accepted === stoppedIn.filter((index) => acknowledged(books, index)).length &&
			accepted + notSent + alsoFailed + 1 === total &&
			/ To send the rest, use Retry under Executions\./.test(error.description ?? '')
		);
	},

	'what the error counts as not sent was not accepted': (_plan, books) => {
		const counts = books.cancelled ? undefined : countsOf(books);
		if (!counts) return true;
		const untaken = books.outcome.stoppedIn.filter((item) => books.taken[item] === 0).length;
		return counts.notSent <= untaken;
	},

	'it ends as the contract says': (plan, books) => {
		const model = books.cancelled ? undefined : expected(plan);
		if (!model) return true;
		const { last, taken, stoppedAt } = model;
		const reports = itemReports(books).sort((a, b) => a.item - b.item);
		return (
			JSON.stringify(books.taken) === JSON.stringify(taken) &&
			(stoppedAt === undefined
				? JSON.stringify(reports.map(({ verdict }) => verdict)) === JSON.stringify(last)
				: books.outcome.stoppedAt === stoppedAt)
		);
	},
};

/** The rules that a broadcast breaks. */
export function broken(plan: Plan, books: Books): string[] {
	return Object.keys(RULES).filter((name) => !RULES[name](plan, books));
}
