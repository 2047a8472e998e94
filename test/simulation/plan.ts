import fc from 'fast-check';
import { account, anyItem, either, person } from './arbitraries/items';
import { calendar, clockChange, cut, delay, hours, hoursOf, moment } from './arbitraries/times';
import { asCalls, asCampaign } from './variants';

interface OnceFrom {
	item: number;
	/** 0: the first one; 1: its first Retry. */
	execution: number;
}

/** People on a list of an account. */
const people = (maxLength: number) => fc.array(fc.record({ person, account }), { maxLength });

/** Who must not be reached. */
const limits = fc.record({
	/** Whether the options have the numbers themselves, in an array. */
	byNumbers: either([3, fc.constant(false)], [2, fc.constant(true)]),
	/** On the list of Never Send To. */
	stopped: people(3),
	/** Whose recipient joins that list, and so many milliseconds after the begin. */
	joins: fc.option(
		fc.record({
			item: fc.nat({ max: 11 }),
			at: fc.oneof(fc.nat({ max: 30 * 60_000 }), fc.nat({ max: 24 * 3_600_000 })),
		}),
		{ nil: undefined, freq: 2 },
	),
	/** On the list of Only Send To, where that is set. */
	only: fc.option(people(8), { nil: undefined, freq: 2 }),
	/** Max Messages per Execution. */
	max: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined, freq: 2 }),
	/** How many reads of a list fail. */
	unread: fc.constantFrom(0, 0, 0, 1, 2),
	/** Each Recipient Once: for items from this one on, and from this execution on. */
	once: fc.option(
		either<OnceFrom>(
			[4, fc.constant({ item: 0, execution: 0 })],
			[1, fc.record({ item: fc.nat({ max: 4 }), execution: fc.nat({ max: 1 }) })],
		),
	),
});

const anyPlan = fc
	.record({
		items: fc.array(anyItem, { minLength: 1, maxLength: 12 }),
		limits: fc.option(limits, { nil: undefined, freq: 2 }),
		concurrency: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 10 })),
		checkFirst: either([2, fc.constant(false)], [1, fc.constant(true)]),
		onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
		retryOnFail: fc.boolean(),
		/** How often it then runs, 5 times at most; n8n's own number where it says none. */
		maxTries: fc.constantFrom(undefined, undefined, 2, 7),
		/** Items of an iteration of Loop Over Items; all of them in one run where there is none. */
		batch: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined, freq: 2 }),
		/** How often the execution is retried, as long as it fails. */
		retries: fc.nat({ max: 3 }),
		/** Whether the workflow has another text when it is retried. */
		newText: fc.boolean(),
		/** Everything random in the node, and n8n's own. */
		seed: fc.nat(),
		calendar,
		hours: either([3, fc.constant(undefined)], [1, hours]),
		/** Minutes from its begin until they end, whatever they are. */
		endsAfter: fc.option(fc.nat(30), { nil: undefined, freq: 2 }),
		delay: either([2, fc.constant(undefined)], [3, delay]),
		/** Milliseconds, where Request Options set one. */
		timeout: fc.constantFrom(undefined, undefined, 20_000),
		/** The user, or a time limit, stops the execution. */
		stop: either([5, fc.constant(undefined)], [1, moment]),
		/** Somebody sets the clock, by so many milliseconds. */
		clockSet: either(
			[9, fc.constant(undefined)],
			[1, fc.tuple(moment, clockChange).map(([at, by]) => ({ ...at, by }))],
		),
		/** When executions are cut that run it as a campaign with a table. */
		cuts: either(
			[15, fc.array(cut, { maxLength: 0 })],
			[1, fc.array(cut, { minLength: 1, maxLength: 3 })],
		),
		/** Whether the items are calls that an AI Agent makes: in parallel, or one by one through n8n's engine. */
		isAgent: either([16, fc.constant(false)], [1, fc.constant(true)]),
		byEngine: fc.boolean(),
		/** Whether a Retry runs in another process. */
		isRestarted: fc.boolean(),
	})
	// Both outputs of a node in a loop would each begin the next iteration.
	.map((plan) => (plan.onError === 'continueErrorOutput' ? { ...plan, batch: undefined } : plan))
	.map((plan) => ({ ...plan, hours: hoursOf(plan) }));

/** What goes in, how the node is set, and what goes wrong. */
export type Plan = typeof anyPlan extends fc.Arbitrary<infer Value> ? Value : never;

export const plans = anyPlan.map((plan) => {
	if (plan.isAgent) return asCalls(plan);
	return plan.cuts.length > 0 ? asCampaign(plan) : plan;
});

/** The items of each iteration, by their index. */
export function batchesOf({ batch, items }: { batch?: number; items: unknown[] }): number[][] {
	const size = batch ?? items.length;
	const starts = [...items.keys()].filter((index) => index % size === 0);
	return starts.map((start) => [...items.keys()].slice(start, start + size));
}
