import { starts, type Rules } from '../books';
import { isOpen } from '../hours';
import { scheduledFor } from '../options';
import { batchesOf, type Plan } from '../plan';
import { reportsOf } from '../reports';

/** Milliseconds in which lists are read. */
const READING = 5_000;

/** When messages start. */
export const times: Rules = {
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
			const isOther = books.cuts.some((cut) => cut >= (last?.at ?? 0) && cut <= start.at);
			// The first one waits for nothing but its lists and its hours.
			if (last === undefined && books.changes.length === 0 && plan.hours?.outside !== 'wait') {
				return start.at - begun[at] <= 2 * books.grain + READING;
			}
			if (from === undefined || isOther) return true;
			const changes = set(from, start.at);
			const forward = sum(changes.filter((by) => by > 0));
			if (start.at - from + forward < min - 1) return false;
			// In parallel, it may wait for a place; looking first reads lists.
			// Set back, the clock makes a delay twice as long, and no longer.
			const isSetBack = changes.some((by) => by < 0);
			const latest = max * (isSetBack ? 2 : 1) + 2 * books.grain + READING;
			const hasPlace = isAlone || (last.inFlight < plan.concurrency && !plan.limits);
			const isLate = hasPlace && start.at - Math.max(from, begun[at]) > latest;
			// Unless it has waited for the hours, which a clock that is set brings or takes away.
			const isWaiting = changes.length > 0 && plan.hours?.outside === 'wait';
			return (
				!isLate || isWaiting || isOutside(plan, start.item, start.clock - 2 * books.grain - READING)
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

	'a run that lasts says in the log once a minute how far it came, and names nobody': (
		{ concurrency },
		{ tries, changes, grain },
	) => {
		const MINUTE = 60_000;
		const isLine = ({ line }: { line: string }) =>
			/^WhatsApp Sender: \d+ of \d+ accepted, \d+ failed, \d+ skipped$/.test(line);
		return tries.every(({ begunAt, endedAt = Infinity, batch, reports, starts: all }) => {
			if (changes.length > 0) return reports.every(isLine);
			const times = reports.map(({ at }) => at);
			if (times.some((at) => at > endedAt)) return false;
			const isDue = all.some(
				({ at }, n) => n > 0 && at - (all[n - 1].endedAt ?? at) > 2 * (MINUTE + grain),
			);
			return (
				reports.every(isLine) &&
				reports.every(({ line }) => line.includes(` of ${batch.length} `)) &&
				times.every((at, n) => at - (times[n - 1] ?? begunAt) >= MINUTE) &&
				(concurrency > 1 || !isDue || reports.length > 0)
			);
		});
	},

	'no message starts outside Send Only Between': (plan, books) =>
		starts(books).every(({ item, at, clock }) => {
			// What happens in one millisecond has no order.
			const by = books.changes.find((change) => change.at === at)?.by ?? 0;
			return !isOutside(plan, item, clock) || !isOutside(plan, item, clock - by);
		}),

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
