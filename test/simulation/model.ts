import { attemptOf, type AttemptName, type Report } from './attempts';
import type { Books } from './books';
import { isLetThrough, isOnce, isStopped } from './people';
import { batchesOf, type Plan } from './plan';
import { reportsOf } from './reports';

/** How a broadcast ends by the contract. */
export interface Expected {
	last: Model['last'];
	taken: number[];
	/** The item that stops the execution. */
	stoppedAt?: number;
}

/**
 * What the contract says about a plan, without the node. One message at a time decides alone what happens;
 * with several at once it also decides where nothing stops the execution.
 *
 * @returns nothing where several orders of events are right: the rules alone judge then
 */
export function expected(plan: Plan, books: Books): Expected | undefined {
	const model = books.cancelled || books.stuck ? undefined : modelOf(plan, books);
	if (!model) return undefined;
	const left = batchesOf(plan);
	let stoppedAt: number | undefined;
	for (let execution = 0; execution <= plan.retries && left.length > 0; execution++) {
		stoppedAt = undefined;
		model.begin(execution);
		while (left.length > 0 && stoppedAt === undefined) {
			stoppedAt = model.iterate(left[0]);
			if (stoppedAt === undefined) left.shift();
		}
	}
	return { last: model.last, taken: model.taken(), stoppedAt };
}

interface Model {
	/** What becomes of each item; none where it never had its turn. */
	last: Array<Report | undefined>;
	/** For each item, how often the service takes it. */
	taken: () => number[];
	/** An execution begins, or a Retry of it. */
	begin: (execution: number) => void;
	/** One run of the node. @returns the item that stops the execution */
	iterate: (batch: number[]) => number | undefined;
}

/**
 * @param books say which items Send Only Between has skipped, which `rules/times` looks at
 * @returns nothing where the moment decides: the user stops it, somebody joins a list, or it stops with others in flight
 */
function modelOf(plan: Plan, books: Books): Model | undefined {
	const { items, limits, retryOnFail, maxTries, checkFirst } = plan;
	const closed = reportsOf(books).map((report) => report === 'sendHours');
	// Of several tries, or of a run that stops, nobody says which item was skipped for the hours.
	const isOneTry = books.tries.length <= batchesOf(plan).length;
	if (plan.hours?.outside === 'skip' && (!isOneTry || books.error)) return undefined;
	const stops = plan.onError === 'stopWorkflow' && !plan.isAgent;
	const failsAtAll =
		limits?.unread || items.some(({ first }) => attemptOf(first).verdict !== 'sent');
	const isParallelTool = plan.isAgent && !plan.byEngine;
	const isRace = stops && failsAtAll && plan.concurrency > 1;
	if (plan.stop || isParallelTool || books.rows || isRace || limits?.joins) return undefined;

	const last: Array<Report | undefined> = items.map(() => undefined);
	const attempts: AttemptName[][] = items.map(() => []);
	/** Items whose message may have arrived, and how many messages may have. */
	let reached = { items: new Set<number>(), messages: 0 };
	let unread = limits?.unread ?? 0;
	let execution = 0;
	/** May have been sent in this execution: only a person sends them again. */
	const unconfirmed = new Set<number>();
	/** What the execution has read of the service, and what the try could not read. */
	let read = new Set<string>();
	let failed = new Set<string>();

	/** One try reads something once, or fails to; an execution keeps it. */
	const isUnread = (account: number, what: string) => {
		if (limits?.byNumbers && what !== 'key') return false;
		const key = `${account} ${what}`;
		if (!read.has(key) && !failed.has(key)) (unread-- > 0 ? failed : read).add(key);
		return failed.has(key);
	};

	const nextOf = (item: number) =>
		attempts[item].length === 0 ? items[item].first : items[item].later;

	/** Why an item is not sent, apart from what the service says. */
	const before = (item: number, isPreview = false): Report | undefined => {
		const { person, account } = items[item];
		const isClosed = closed[item];
		if (attemptOf(nextOf(item)).verdict === 'invalid') return 'invalid';
		const isKeyUnread = () => isPreview && isUnread(account, 'key');
		if (!limits) return isKeyUnread() ? 'list unread' : isClosed ? 'sendHours' : undefined;
		if (isUnread(account, 'never')) return 'list unread';
		if (isStopped(plan, item)) return 'neverSendTo';
		if (limits.only && isUnread(account, 'only')) return 'list unread';
		if (!isLetThrough(plan, item)) return 'onlySendTo';
		if (isKeyUnread()) return 'list unread';
		const isReached = [...reached.items].some(
			(other) => other !== item && person !== undefined && items[other].person === person,
		);
		if (isReached && isOnce(plan, item, execution)) return 'duplicate';
		if (reached.messages >= (limits.max ?? Infinity)) return 'maxPerExecution';
		return isClosed ? 'sendHours' : undefined;
	};

	const note = (item: number) => {
		reached.messages++;
		reached.items.add(item);
	};

	const send = (item: number): Report => {
		if (unconfirmed.has(item)) return 'unconfirmed';
		const reason = before(item);
		const attempt = nextOf(item);
		if (reason === 'invalid') attempts[item].push(attempt);
		if (reason) return reason;
		attempts[item].push(attempt);
		const { verdict } = attemptOf(attempt);
		if (['sent', 'unconfirmed'].includes(verdict)) note(item);
		if (verdict === 'unconfirmed') unconfirmed.add(item);
		return verdict;
	};

	const isFault = (report?: Report) => report === 'invalid' || report === 'list unread';
	const isGood = (item: number) =>
		!['rejected', 'unconfirmed', 'heldBack'].includes(last[item] ?? 'heldBack') &&
		!isFault(last[item]);

	/** Check All Items First: what is wrong with items, as if the service accepted everything. */
	const faultsOf = (batch: number[]) => {
		const actual = reached;
		reached = { items: new Set(actual.items), messages: actual.messages };
		const found = batch.map((item): Report => {
			if (unconfirmed.has(item)) return 'unconfirmed';
			const reason = before(item, true);
			if (reason) return reason;
			note(item);
			return 'heldBack';
		});
		reached = actual;
		return found.some(isFault) ? found : undefined;
	};

	/** Sends what is not accepted yet, and names the item that stopped it. */
	const once = (batch: number[]) => {
		failed = new Set();
		const due = batch.filter((index) => last[index] !== 'sent');
		const faults = checkFirst ? faultsOf(due) : undefined;
		if (faults) {
			if (stops) return due[faults.findIndex(isFault)];
			for (const [at, item] of due.entries()) {
				last[item] = faults[at];
				// The next attempt at a number that was bad is a later one.
				if (faults[at] === 'invalid') attempts[item].push(nextOf(item));
			}
			return undefined;
		}
		for (const item of due) {
			last[item] = send(item);
			if (!isGood(item) && stops) return item;
		}
		return undefined;
	};

	/** One iteration, with Retry On Fail: n8n counts tries that throw, and tries whose first item has an error. */
	const iterate = (batch: number[]) => {
		const tries = retryOnFail ? Math.min(5, maxTries ?? 3) : 1;
		let stoppedAt: number | undefined;
		for (let at = 0; at < tries; at++) {
			stoppedAt = once(batch);
			while (stoppedAt === undefined && !isGood(batch[0]) && at < tries - 1) {
				stoppedAt = once(batch);
				if (stoppedAt === undefined) at++;
			}
			if (stoppedAt === undefined) break;
		}
		return stoppedAt;
	};

	const begin = (at: number) => {
		execution = at;
		unconfirmed.clear();
		read = new Set();
	};
	const taken = () => attempts.map((names) => names.filter((name) => attemptOf(name).taken).length);
	return { last, taken, begin, iterate };
}
