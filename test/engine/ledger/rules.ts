import type { Books } from './broadcast';
import { expected } from './contract';
import { attemptOf, stopsOnFailure, type Plan } from './plan';
import { countsOf, finalWords, itemReports, linkedItems, saysMaybe, wordsOfTries } from './report';

/** Whether a rule holds for a broadcast. */
type Rule = (plan: Plan, books: Books) => boolean;

const isGrowing = (numbers: number[]) => numbers.every((n, at) => at === 0 || n > numbers[at - 1]);
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const starts = ({ tries }: Books) => tries.flatMap((attempt) => attempt.starts);

/** Of an item, what the service did with each of its messages. */
const verdictsOf = ({ arrivals }: Books, item: number) =>
	arrivals
		.filter((arrival) => arrival.item === item)
		.map(({ attempt }) => attemptOf(attempt).verdict);
const acknowledged = (books: Books, item: number) => verdictsOf(books, item).includes('sent');

export const RULES: Record<string, Rule> = {
	'what is reported as sent was accepted': (_plan, books) =>
		itemReports(books).every(({ item, verdict }) => verdict !== 'sent' || books.taken[item] > 0),

	'what was accepted is reported as sent, counted, or said to have maybe been sent': (_, books) =>
		books.taken.every((times, item) => {
			if (times === 0) return true;
			const reports = itemReports(books);
			if (reports.some((report) => report.item === item && report.verdict === 'sent')) return true;
			if (books.error && acknowledged(books, item)) return true;
			// Of an execution that the user stopped, n8n shows no node's error.
			const words = books.cancelled ? wordsOfTries(books) : finalWords(books);
			return words.some((text) => saysMaybe(text, books.phones[item]));
		}),

	'nothing is accepted twice unless an error or a warning said so': (_plan, books) =>
		books.cancelled ||
		books.taken.every(
			(times, item) =>
				times < 2 || wordsOfTries(books).some((words) => saysMaybe(words, books.phones[item])),
		),

	'an acknowledged message is never tried again': ({ items }, books) =>
		items.every((_, item) => !verdictsOf(books, item).slice(0, -1).includes('sent')),

	'messages start in item order': (_plan, { tries }) =>
		tries.every((attempt) => isGrowing(attempt.starts.map(({ item }) => item))),

	'messages arrive in item order at concurrency 1': ({ concurrency }, books) => {
		const started = starts(books).map(({ item }) => item);
		// Of a stopped execution, the last may never have left.
		return concurrency > 1 || books.arrivals.every(({ item }, place) => item === started[place]);
	},

	'no more are in flight than Messages at Once says': ({ concurrency }, books) =>
		starts(books).every(({ inFlight }) => inFlight <= concurrency),

	'every start arrives once': (_plan, books) => {
		const [arrived, started] = [books.arrivals.length, starts(books).length];
		return books.cancelled ? arrived <= started : arrived === started;
	},

	'nothing starts after the user stopped it': (_plan, books) =>
		starts(books).every(({ afterStop }) => !afterStop),

	'nothing starts after the failure that stops it': (plan, books) =>
		!stopsOnFailure(plan) || starts(books).every(({ afterFailure }) => !afterFailure),

	'every item has one output, linked to it, on the right branch': ({ items, onError }, books) => {
		if (books.cancelled || books.error) return true;
		const [sent, failed] = [linkedItems(books.items), linkedItems(books.errors)];
		return (
			books.items.every(
				({ json }, at) => json.error !== undefined || json.recipient === books.phones[sent[at]],
			) &&
			(onError === 'continueErrorOutput'
				? books.items.every(({ json }) => json.success) && books.errors.every((i) => i.json.error)
				: failed.length === 0) &&
			isGrowing(sent) &&
			isGrowing(failed) &&
			isSame(
				[...sent, ...failed].sort((a, b) => a - b),
				[...items.keys()],
			)
		);
	},

	'the counts of the error add up': (_plan, books) => {
		const { error, stoppedIn } = books;
		if (books.cancelled || !error || stoppedIn.length < 2) return true;
		const counts = countsOf(books);
		if (!counts) return false;
		const { item, accepted, total, notSent, alsoFailed } = counts;
		const untaken = stoppedIn.filter((index) => books.taken[index] === 0).length;
		return (
			item === error.context?.itemIndex &&
			total === stoppedIn.length &&
			accepted === stoppedIn.filter((index) => acknowledged(books, index)).length &&
			accepted + notSent + alsoFailed + 1 === total &&
			notSent <= untaken &&
			/ To send the rest, use Retry under Executions\./.test(error.description ?? '')
		);
	},

	'it ends as the contract says': (plan, books) => {
		const model = books.cancelled ? undefined : expected(plan);
		if (!model) return true;
		const reports = itemReports(books).sort((a, b) => a.item - b.item);
		const verdicts = reports.map(({ verdict }) => verdict);
		return (
			isSame(books.taken, model.taken) &&
			(model.stoppedAt === undefined
				? isSame(verdicts, model.last)
				: books.stoppedAt === model.stoppedAt)
		);
	},
};

/** The rules that a broadcast breaks. */
export const broken = (plan: Plan, books: Books): string[] =>
	Object.keys(RULES).filter((name) => !RULES[name](plan, books));
