import { attemptOf, batchesOf, type AttemptName, type Plan, type Report } from './plan';

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
export function expected(plan: Plan): Expected | undefined {
	const { items, limits, retryOnFail } = plan;
	const stops = plan.onError === 'stopWorkflow';
	const failsAtAll =
		limits?.unread || items.some(({ first }) => attemptOf(first).verdict !== 'sent');
	if (plan.stop || (stops && failsAtAll && plan.concurrency > 1)) return undefined;

	const last: Array<Report | undefined> = items.map(() => undefined);
	const attempts: AttemptName[][] = items.map(() => []);
	const verdicts = (item: number) => attempts[item].map((name) => attemptOf(name).verdict);
	const stopped = limits?.stopped.map(({ person }) => person) ?? [];
	/** People whom a message may have reached. */
	const reached = new Set<number>();
	let unread = limits?.unread ?? 0;
	let isRead = false;

	const send = (item: number, isUnread: () => boolean): Report => {
		const { first, later, person } = items[item];
		const attempt = attempts[item].length === 0 ? first : later;
		if (limits && attempt !== 'bad phone') {
			if (isUnread()) return 'list unread';
			if (person !== undefined && stopped.includes(person)) return 'neverSendTo';
			const isOwnRetry = verdicts(item).includes('unconfirmed');
			if (limits.once && reached.has(person ?? -1) && !isOwnRetry) return 'duplicate';
		}
		attempts[item].push(attempt);
		const { verdict } = attemptOf(attempt);
		if (person !== undefined && ['sent', 'unconfirmed'].includes(verdict)) reached.add(person);
		return verdict;
	};

	const isGood = (item: number) => ['sent', 'neverSendTo', 'duplicate'].includes(last[item] ?? '');

	/** Sends what is not accepted yet, and names the item that stopped it. */
	const once = (batch: number[]) => {
		// One try reads the list once, or fails to; an execution keeps it.
		let failed: boolean | undefined;
		const isUnread = () => {
			if (!isRead) failed ??= unread-- > 0;
			isRead ||= !failed;
			return !isRead;
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
	for (let executions = 1 + plan.retries; executions > 0 && left.length > 0; executions--) {
		stoppedAt = undefined;
		isRead = false;
		while (left.length > 0 && stoppedAt === undefined) {
			stoppedAt = iteration(left[0]);
			if (stoppedAt === undefined) left.shift();
		}
	}
	const taken = attempts.map((names) => names.filter((name) => attemptOf(name).taken).length);
	return { last, taken, stoppedAt };
}
