import type { Books } from './broadcast';
import { countsOf } from '../broadcasts';
import { attemptOf } from './attempts';
import { isLetThrough, isOnce, isStopped, type Plan } from './plan';
import { CHECKED, isKnowable, linkedItems, reportsOf, saysMaybe, wordsOfItem } from './reports';

const isGrowing = (numbers: number[]) => numbers.every((n, at) => at === 0 || n > numbers[at - 1]);
const starts = ({ tries }: Books) => tries.flatMap((attempt) => attempt.starts);

/** Of an item, what the service did with each of its messages. */
const verdictsOf = ({ arrivals }: Books, item: number) =>
	arrivals
		.filter((arrival) => arrival.item === item)
		.map(({ attempt }) => attemptOf(attempt).verdict);
const acknowledged = (books: Books, item: number) => verdictsOf(books, item).includes('sent');

const RULES: Record<string, (plan: Plan, books: Books) => boolean> = {
	'what is reported as sent was accepted': (_plan, books) =>
		reportsOf(books).every((report, item) => report !== 'sent' || books.taken[item] > 0),

	'what was accepted is reported as sent, counted, or said to have maybe been sent': (_, books) =>
		books.taken.every(
			(times, item) =>
				times === 0 ||
				reportsOf(books)[item] === 'sent' ||
				(books.error && acknowledged(books, item)) ||
				// Of an execution that the user stopped, n8n shows no node's error.
				saysMaybe(books, item, !books.cancelled),
		),

	'nothing is accepted twice unless an error or a warning said so': (_plan, books) =>
		books.cancelled || books.taken.every((times, item) => times < 2 || saysMaybe(books, item)),

	'an acknowledged message is never tried again': ({ items }, books) =>
		items.every((_, item) => !verdictsOf(books, item).slice(0, -1).includes('sent')),

	'nobody is reached on the list of Never Send To, outside Only Send To or the hours, or in a dry run':
		(plan, { arrivals }) =>
			arrivals.every(
				({ item }) =>
					!isStopped(plan, item) &&
					isLetThrough(plan, item) &&
					!plan.items[item].isClosed &&
					!plan.items[item].isDry,
			),

	'Max Messages per Execution is never exceeded': ({ limits }, { arrivals }) =>
		arrivals.filter(({ attempt }) => attemptOf(attempt).verdict !== 'rejected').length <=
		(limits?.max ?? Infinity),

	'with Check All Items First, nothing is half-sent for a reason that a check could know': (
		{ checkFirst },
		{ tries },
	) =>
		!checkFirst ||
		tries.every(({ starts: begun, items = [], error }) => {
			const words = items.filter(({ json }) => !json.dryRun).map(wordsOfItem);
			return begun.length === 0 || ![...words, error?.message ?? ''].some(isKnowable);
		}),

	'each message arrives at the account of its item': ({ items }, { arrivals }) =>
		arrivals.every(({ item, account }) => account === items[item].account),

	'each recipient once: after an attempt that may have arrived, only its own item goes on': (
		plan,
		{ arrivals, phones },
	) =>
		arrivals.every((after, at) =>
			arrivals.slice(0, at).every((before) => {
				const { verdict } = attemptOf(before.attempt);
				const isOther = phones[before.item] !== phones[after.item];
				const isOwn = before.item === after.item;
				return (
					isOther || isOwn || verdict === 'rejected' || !isOnce(plan, after.item, after.execution)
				);
			}),
		),

	'messages start in item order': (_plan, { tries }) =>
		tries.every((attempt) => isGrowing(attempt.starts.map(({ item }) => item))),

	'no more are in flight than Messages at Once says': ({ concurrency }, books) =>
		starts(books).every(({ inFlight }) => inFlight <= concurrency),

	'every start arrives once': (_plan, books) => {
		const [arrived, started] = [books.arrivals.length, starts(books).length];
		return books.cancelled ? arrived <= started : arrived === started;
	},

	'nothing starts after the user stopped it': (_plan, books) =>
		starts(books).every(({ afterStop }) => !afterStop),

	'nothing starts after the failure that stops it': ({ onError }, books) =>
		onError !== 'stopWorkflow' || starts(books).every(({ afterFailure }) => !afterFailure),

	'every item has one output, linked to it, on the right branch': ({ items, onError }, books) => {
		if (books.cancelled || books.error) return true;
		const [sent, failed] = [linkedItems(books.items), linkedItems(books.errors)];
		const linked = [...sent, ...failed].sort((a, b) => a - b);
		return (
			books.items.every(({ json }, at) =>
				json.error === undefined
					? json.recipient === '' ||
						String(json.recipient).slice(-9) === books.phones[sent[at]].slice(-9)
					: onError === 'continueRegularOutput',
			) &&
			books.errors.every(({ json }) => json.error && onError === 'continueErrorOutput') &&
			isGrowing(sent) &&
			isGrowing(failed) &&
			linked.join() === [...items.keys()].join()
		);
	},

	'the error says how far it came, and what to do': (_plan, books) => {
		const { error, stoppedIn, taken, arrivals } = books;
		if (books.cancelled || !error || stoppedIn.length === 0) return true;
		const { message, description } = error;
		const hasSentNothing = arrivals.every(
			({ attempt }) => attemptOf(attempt).verdict === 'rejected',
		);
		const [, nothing, total] = CHECKED.exec(message) ?? [];
		if (nothing) {
			return (nothing === 'Nothing') === hasSentNothing && Number(total) === stoppedIn.length;
		}
		const acceptedIn = (isHere: boolean) =>
			[...taken.keys()].filter(
				(item) => stoppedIn.includes(item) === isHere && acknowledged(books, item),
			).length;
		const [accepted, before] = [acceptedIn(true), acceptedIn(false)];
		if (stoppedIn.length === 1) {
			return before === 0 || message.endsWith(`. Accepted before: ${before}.`);
		}
		const counts = countsOf(books);
		if (counts?.accepted !== accepted) return false;
		if (counts.notSent > stoppedIn.filter((item) => taken[item] === 0).length) return false;
		if (hasSentNothing) {
			const said = message.match(/\b(nothing was|was not) sent\b/gi);
			return said?.length === 1 && /\bthen run the workflow again\.$/i.test(description!);
		}
		const earlier = before > 0 ? `, ${before} before` : '';
		const counted = message.endsWith(`. Accepted: ${accepted} of ${stoppedIn.length}${earlier}.`);
		return counted && /\bRetry\b/.test(description!);
	},
};

/** The rules that a broadcast breaks. */
export const broken = (plan: Plan, books: Books): string[] =>
	Object.keys(RULES).filter((name) => !RULES[name](plan, books));
