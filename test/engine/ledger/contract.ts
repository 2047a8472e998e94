import { attemptOf, type AttemptName, type Report } from './attempts';
import type { Books } from './broadcast';
import { batchesOf, isOnce, isStopped, type Plan } from './plan';
import { reportsOf } from './rules';

/** How a broadcast ends by the contract. */
interface Expected {
	/** What becomes of each item; none where it never had its turn. */
	last: Array<Report | undefined>;
	/** For each item, how often the service takes it. */
	taken: number[];
	/** The item that stops the execution. */
	stoppedAt?: number;
}

const TRIES = 3;

/**
 * What the contract says about a plan, without the node. One message at a time decides alone
 * what happens; with several at once it also decides where nothing stops the execution.
 *
 * @returns nothing where the moment decides: the user stops it, or it stops with others in flight
 */
function expected(plan: Plan): Expected | undefined {
	const { items, limits, retryOnFail } = plan;
	const stops = plan.onError === 'stopWorkflow';
	const failsAtAll =
		limits?.unread || items.some(({ first }) => attemptOf(first).verdict !== 'sent');
	if (plan.stop || (stops && failsAtAll && plan.concurrency > 1)) return undefined;

	const last: Array<Report | undefined> = items.map(() => undefined);
	const attempts: AttemptName[][] = items.map(() => []);
	const verdicts = (item: number) => attempts[item].map((name) => attemptOf(name).verdict);
	/** People whom a message may have reached. */
	const reached = new Set<number>();
	let unread = limits?.unread ?? 0;
	let execution = 0;
	/** Accounts whose list the execution has read. */
	let read = new Set<number>();

	const send = (item: number, isUnread: (account: number) => boolean): Report => {
		const { first, later, person, account } = items[item];
		const attempt = attempts[item].length === 0 ? first : later;
		if (limits && attempt !== 'bad phone') {
			if (isUnread(account)) return 'list unread';
			if (isStopped(plan, item)) return 'neverSendTo';
			const isOwnRetry = verdicts(item).includes('unconfirmed');
			const isReached = reached.has(person ?? -1) && !isOwnRetry;
			if (isReached && isOnce(plan, item, execution)) return 'duplicate';
		}
		attempts[item].push(attempt);
		const { verdict } = attemptOf(attempt);
		if (person !== undefined && ['sent', 'unconfirmed'].includes(verdict)) reached.add(person);
		return verdict;
	};

	const isGood = (item: number) => ['sent', 'neverSendTo', 'duplicate'].includes(last[item] ?? '');

	/** Sends what is not accepted yet, and names the item that stopped it. */
	const once = (batch: number[]) => {
		// One try reads a list once, or fails to; an execution keeps it.
		const failed = new Set<number>();
		const isUnread = (account: number) => {
			if (read.has(account) || failed.has(account)) return failed.has(account);
			const fails = unread-- > 0;
			(fails ? failed : read).add(account);
			return fails;
		};
		for (const item of batch.filter((index) => last[index] !== 'sent')) {
			last[item] = send(item, isUnread);
			if (!isGood(item) && stops) return item;
		}
		return undefined;
	};

	/** One iteration, with Retry On Fail: where an error was thrown, or where the first item is one. */
	const iteration = (batch: number[]) => {
		let stoppedAt = once(batch);
		for (let tries = retryOnFail ? TRIES : 1; tries > 1; tries--) {
			if (stops ? stoppedAt === undefined : isGood(batch[0])) break;
			stoppedAt = once(batch);
		}
		return stoppedAt;
	};

	const left = batchesOf(plan);
	let stoppedAt: number | undefined;
	for (; execution <= plan.retries && left.length > 0; execution++) {
		stoppedAt = undefined;
		read = new Set();
		while (left.length > 0 && stoppedAt === undefined) {
			stoppedAt = iteration(left[0]);
			if (stoppedAt === undefined) left.shift();
		}
	}
	const taken = attempts.map((names) => names.filter((name) => attemptOf(name).taken).length);
	return { last, taken, stoppedAt };
}

/** Whether a broadcast ends as the contract says. */
export function endsAsExpected(plan: Plan, books: Books): boolean {
	const model = books.cancelled ? undefined : expected(plan);
	if (!model) return true;
	const { last, taken, stoppedAt } = model;
	const [told, due] =
		stoppedAt === undefined ? [reportsOf(books), last] : [books.stoppedAt, stoppedAt];
	return JSON.stringify([books.taken, told]) === JSON.stringify([taken, due]);
}
