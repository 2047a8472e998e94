import { attemptOf, type AttemptName, type Verdict } from './faults';
import { stopsOnFailure, type Plan } from './plan';

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
 * What the contract says about a plan, told without the node. One message at a time decides alone
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
	let stoppedAt: number | undefined;
	for (let tries = plan.retryOnFail ? TRIES : 1; tries > 0; tries--) {
		stoppedAt = undefined;
		for (const [item, { first, later }] of plan.items.entries()) {
			if (last[item] === 'sent') continue;
			const attempt = attempts[item].length === 0 ? first : later;
			attempts[item].push(attempt);
			last[item] = attemptOf(attempt).verdict;
			if (last[item] === 'sent' || !stops) continue;
			stoppedAt = item;
			break;
		}
		// n8n tries again where an error was thrown, or where the first item is an error.
		if (stops ? stoppedAt === undefined : last[0] === 'sent') break;
	}
	const taken = attempts.map((names) => names.filter((name) => attemptOf(name).taken).length);
	return { last, taken, stoppedAt };
}
