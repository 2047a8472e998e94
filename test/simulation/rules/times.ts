import { starts, type Rules } from '../books';
import { isOpen } from '../hours';
import { isJoining } from '../people';
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
			// Unless the hours were waited for, which a clock that is set brings or takes away: by it, or by
			// one before it that has joined a list meanwhile.
			const isWaiting = changes.length > 0 && plan.hours?.outside === 'wait';
			const before = start.clock - 2 * books.grain - READING;
			const hasWaited = plan.items.some(
				(_, item) =>
					(item === start.item || isJoining(plan, item)) && isOutside(plan, item, before),
			);
			return !isLate || isWaiting || hasWaited;
		});
	},

	'whoever joins the list of Never Send To gets nothing ten minutes later, or after a wait for the hours':
		(plan, books) => {
			const { limits, hours, delay, calendar } = plan;
			const at = limits?.joins?.at;
			if (at === undefined || books.changes.length > 0) return true;
			return starts(books).every((start) => {
				if (!isJoining(plan, start.item)) return true;
				const isNight = hours?.outside === 'wait' && !delay;
				const hasWaited = isNight && isOutside(plan, start.item, calendar.start + at);
				const latest = hasWaited ? at : at + 10 * 60_000 + 2 * books.grain + READING;
				return start.at <= latest;
			});
		},

	'no message starts outside Send Only Between': (plan, books) =>
		starts(books).every(({ item, at, clock }) => {
			// What happens in one millisecond has no order.
			const by = books.changes.find((change) => change.at === at)?.by ?? 0;
			return !isOutside(plan, item, clock) || !isOutside(plan, item, clock - by);
		}),

	'nobody is skipped for the hours while they are open': (plan, books) => {
		const { hours, items } = plan;
		const isOneTry = books.tries.length <= batchesOf(plan).length;
		if (!hours || books.changes.length > 0) return true;
		return reportsOf(books).every((report, item) => {
			if (report !== 'sendHours') return true;
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

/** Whether an item must not start then, in Unix milliseconds. */
function isOutside({ hours, items, calendar }: Plan, item: number, millis: number): boolean {
	return hours !== undefined && items[item].hasHours && !isOpen(hours, millis, calendar.zone);
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
