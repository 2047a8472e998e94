import {
	attemptOf,
	batchesOf,
	stopsOnFailure,
	type Plan,
	type AttemptName,
	type Verdict,
} from './plan';

/** How a broadcast ends by the contract. */
export interface Expected {
	/** For each item, what became of its last attempt; none where it never had its turn. */
	last: Array<Verdict | undefined>;
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
	const stops = stopsOnFailure(plan);
	const failsAtAll = plan.items.some(({ first }) => attemptOf(first).verdict !== 'sent');
	if (plan.stop || (stops && failsAtAll && plan.concurrency > 1)) return undefined;

	const last: Array<Verdict | undefined> = plan.items.map(() => undefined);
	const attempts: AttemptName[][] = plan.items.map(() => []);

	/** Sends what is not accepted yet, and names the item that stopped it. */
	const once = (batch: number[]) => {
		for (const item of batch) {
			if (last[item] === 'sent') continue;
			const { first, later } = plan.items[item];
			const attempt = attempts[item].length === 0 ? first : later;
			attempts[item].push(attempt);
			last[item] = attemptOf(attempt).verdict;
			if (last[item] !== 'sent' && stops) return item;
		}
		return undefined;
	};

	/** One iteration, with Retry On Fail: where an error was thrown, or where the first item is one. */
	const iteration = (batch: number[]) => {
		let stoppedAt = once(batch);
		for (let tries = plan.retryOnFail ? TRIES : 1; tries > 1; tries--) {
			if (stops ? stoppedAt === undefined : last[batch[0]] === 'sent') break;
			stoppedAt = once(batch);
		}
		return stoppedAt;
	};

	const left = batchesOf(plan, [...plan.items.keys()]);
	let stoppedAt: number | undefined;
	for (let executions = 1 + plan.retries; executions > 0 && left.length > 0; executions--) {
		stoppedAt = undefined;
		while (left.length > 0 && stoppedAt === undefined) {
			stoppedAt = iteration(left[0]);
			if (stoppedAt === undefined) left.shift();
		}
	}
	const taken = attempts.map((names) => names.filter((name) => attemptOf(name).taken).length);
	return { last, taken, stoppedAt };
}
