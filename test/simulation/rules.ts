import type { Books } from './books';
import { UNITS } from './inputs';
import { attemptOf } from './attempts';
import { batchesOf, isLetThrough, isOnce, isStopped, type Plan } from './plan';
import { isOpen } from './hours';
import { scheduledFor } from './options';
import {
	CHECKED,
	countsOf,
	isKnowable,
	linkedItems,
	reportsOf,
	saysMaybe,
	wordsOfItem,
} from './reports';

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

	'what was accepted is reported as sent, counted, or said to have maybe been sent': (
		{ isAgent },
		books,
	) =>
		books.taken.every(
			(times, item) =>
				times === 0 ||
				// Nobody hears what a stopped tool or a dead process returned.
				(isAgent && books.cancelled) ||
				books.rows ||
				reportsOf(books)[item] === 'sent' ||
				(books.error && acknowledged(books, item)) ||
				// Of an execution that the user stopped, n8n shows no node's error.
				saysMaybe(books, item, !books.cancelled),
		),

	'nothing is accepted twice unless an error or a warning said so': (_plan, books) =>
		books.cancelled || books.taken.every((times, item) => times < 2 || saysMaybe(books, item)),

	'an acknowledged message is never tried again': ({ items }, books) =>
		items.every((_, item) => !verdictsOf(books, item).slice(0, -1).includes('sent')),

	'nobody is reached on the list of Never Send To, outside Only Send To, or in a dry run': (
		plan,
		{ arrivals },
	) =>
		arrivals.every(
			({ item }) => !isStopped(plan, item) && isLetThrough(plan, item) && !plan.items[item].isDry,
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

	'each message arrives at the account of its item, for whom, when and with what it says': (
		{ items, isScheduled, isMarkdown },
		{ arrivals, phones },
	) =>
		arrivals.every(({ item, account, sent: { api_key, phone, text, send_at, ...more } }) => {
			const unit = UNITS[account] === 'seconds' ? 1000 : 1;
			const time = isScheduled ? String(scheduledFor(items[item]) / unit) : undefined;
			const words = isMarkdown ? /^(Again )?\*To\* \d+$/ : /^(Again )?To \d+$/;
			return (
				account === items[item].account &&
				api_key === `key-${account + 1}` &&
				String(phone).slice(-9) === phones[item].slice(-9) &&
				words.test(String(text)) &&
				send_at === time &&
				Object.keys(more).length === 0
			);
		}),

	'between two messages lies the delay, no less and not much more': (plan, books) => {
		const [min, max] = [plan.delay?.min ?? 0, plan.delay?.max ?? 0]
			.map((seconds) => seconds * 1000)
			.sort((a, b) => a - b);
		const isAlone = plan.concurrency === 1;
		const set = (from: number, to: number) =>
			books.changes.filter(({ at }) => at >= from && at <= to).map(({ by }) => by);
		const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);
		const begun = books.tries.flatMap((attempt) => attempt.starts.map(() => attempt.begunAt));
		return starts(books).every((start, at, all) => {
			const last = all[at - 1];
			const from = isAlone ? last?.endedAt : last?.at;
			const isOther = books.deaths.some((death) => death >= (last?.at ?? 0) && death <= start.at);
			if (from === undefined || isOther) return true;
			const changes = set(from, start.at);
			const forward = sum(changes.filter((by) => by > 0));
			if (start.at - from + forward < min - 1) return false;
			// In parallel, it may wait for a place; looking first reads lists.
			// Set back, the clock makes a delay twice as long, and no longer.
			const isSetBack = changes.some((by) => by < 0);
			const latest = max * (isSetBack ? 2 : 1) + 2 * books.grain + 5_000;
			const isLate = isAlone && start.at - Math.max(from, begun[at]) > latest;
			// Unless it has waited for the hours, which a clock that is set brings or takes away.
			const isWaiting = changes.length > 0 && plan.hours?.outside === 'wait';
			return (
				!isLate || isWaiting || isOutside(plan, start.item, start.clock - 2 * books.grain - 5_000)
			);
		});
	},

	'delays are random between the two numbers': ({ delay, concurrency }, books) => {
		const all = starts(books);
		if (!delay || concurrency > 1 || all.length < 10) return true;
		const [min, max] = [delay.min, delay.max].sort((a, b) => a - b);
		if (max - min < 5 || (max - min) * 100 < books.grain) return true;
		// Once in a billion times, all of them are that short.
		const short = (min + (max - min) / 10) * 1000 + books.grain;
		return all.slice(1).some(({ at }, n) => at - all[n].endedAt! > short);
	},

	'no message starts outside Send Only Between': (plan, books) =>
		starts(books).every(({ item, clock }) => !isOutside(plan, item, clock)),

	'nobody is skipped for the hours while they are open': (plan, books) => {
		const { hours, items, isScheduled } = plan;
		const isOneTry = books.tries.length <= batchesOf(plan).length;
		if (!hours || books.changes.length > 0) return true;
		return reportsOf(books).every((report, item) => {
			if (report !== 'sendHours') return true;
			if (isScheduled) return isOutside(plan, item, 0);
			if (!items[item].hasHours || hours.outside === 'wait') return false;
			const all = starts(books);
			const isLater = (start: { item: number }) => start.item > item;
			const from =
				plan.concurrency > 1
					? 0
					: Math.max(0, ...all.filter((s) => s.item < item).map((s) => s.endedAt ?? 0));
			const next = isOneTry && plan.concurrency === 1 ? all.find(isLater)?.at : undefined;
			return isClosedWithin(plan, from, next ?? books.lasted);
		});
	},

	'it ends, at once where it is stopped, and nothing of it goes on': (_plan, books) =>
		!books.stuck &&
		books.strays === 0 &&
		(books.goesOnFor ?? 0) <= 1_000 + 2 * books.grain &&
		books.lasted - (books.stoppedAfter ?? books.lasted) < 5,

	'a campaign whose processes die loses nobody, and reaches nobody twice': (_plan, books) =>
		!books.rows ||
		books.taken.every((times, item) => {
			const row = books.rows![item];
			if (times === 0) return row !== undefined && row !== 'accepted';
			return times === 1 && ['accepted', 'unconfirmed'].includes(row);
		}),

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

	'messages start in item order': ({ isAgent }, { tries }) =>
		tries.every((attempt) => isAgent || isGrowing(attempt.starts.map(({ item }) => item))),

	'no more are in flight than Messages at Once says': ({ concurrency }, books) =>
		starts(books).every(({ inFlight }) => inFlight <= concurrency),

	'every start arrives once': (_plan, books) => {
		const [arrived, started] = [books.arrivals.length, starts(books).length];
		const isCut = books.cancelled || books.deaths.length > 0;
		return isCut ? arrived <= started : arrived === started;
	},

	'nothing starts after the user stopped it': (_plan, books) =>
		starts(books).every(({ afterStop }) => !afterStop),

	'nothing starts after the failure that stops it': ({ onError, isAgent }, books) =>
		isAgent ||
		onError !== 'stopWorkflow' ||
		starts(books).every(({ afterFailure }) => !afterFailure),

	'every item has one output, linked to it, on the right branch': (plan, books) => {
		const { items, onError, isAgent, hasInput } = plan;
		if (books.cancelled || books.error || books.rows) return true;
		const [sent, failed] = [linkedItems(books.items), linkedItems(books.errors)];
		const linked = [...sent, ...failed].sort((a, b) => a - b);
		return (
			books.items.every(({ json }, at) => json.item === (hasInput ? sent[at] : undefined)) &&
			books.items.every(({ json }, at) =>
				json.error === undefined
					? json.recipient === '' ||
						String(json.recipient).slice(-9) === books.phones[sent[at]].slice(-9)
					: isAgent || onError === 'continueRegularOutput',
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

/** Whether an item must not start then, in Unix milliseconds; of a scheduled one its time counts. */
function isOutside({ hours, items, isScheduled, calendar }: Plan, item: number, millis: number) {
	if (!hours || !items[item].hasHours) return false;
	return !isOpen(hours, isScheduled ? scheduledFor(items[item]) : millis, calendar.zone);
}

/** Whether Send Only Between was closed at any minute of some time, in milliseconds from the begin on. */
function isClosedWithin(
	{ hours, calendar: { start, zone } }: Plan,
	from: number,
	to: number,
): boolean {
	const MINUTE = 60_000;
	// Whatever they are, there is a minute of two weeks outside of them.
	for (let at = from; at < Math.min(to, from + 14 * 24 * 60 * MINUTE); at += MINUTE) {
		if (!isOpen(hours!, start + at, zone)) return true;
	}
	return !isOpen(hours!, start + to, zone);
}

/** The rules that a broadcast breaks. */
export const broken = (plan: Plan, books: Books): string[] =>
	Object.keys(RULES).filter((name) => !RULES[name](plan, books));
