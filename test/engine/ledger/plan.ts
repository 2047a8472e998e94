import fc from 'fast-check';
import { ATTEMPTS, type AttemptName } from './attempts';

/** Ways to write a number; the first four are of a list. */
export const WAYS: Array<(digits: string) => string | number> = [
	(digits) => digits,
	(digits) => `+${digits.slice(0, 2)} ${digits.slice(2, 5)}-${digits.slice(5)}`,
	(digits) => `0${digits.slice(2)}`,
	(digits) => `00${digits}`,
	(digits) => `${digits}.0`,
	(digits) => Number(digits),
	(digits) => `+62 (0)${digits.slice(2)}`,
];

const either = <T>(...choices: Array<[number, fc.Arbitrary<T>]>): fc.Arbitrary<T> =>
	fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const accept = fc.constant<AttemptName>('accept');
const bad = fc.constantFrom<AttemptName>('bad phone', 'no result');
const names = Object.keys(ATTEMPTS) as AttemptName[];
/** A slow one costs the whole time-out, so they are rare. */
const fault = either<AttemptName>(
	[
		30,
		fc.constantFrom(
			...names.filter((name) => name !== 'slow' && ATTEMPTS[name].verdict !== 'input'),
		),
	],
	[1, fc.constant('slow')],
);

/** One of a few people, who come again. */
const person = fc.nat({ max: 3 });

/** One of two accounts: a service, its key and its lists. */
const account = fc.constantFrom(0, 0, 1);

const rarely = either([24, fc.constant(false)], [1, fc.constant(true)]);

const item = (first: fc.Arbitrary<AttemptName>, later: fc.Arbitrary<AttemptName>) =>
	fc.record({
		/** What becomes of its first attempt. */
		first,
		/** What becomes of every later attempt. */
		later,
		/** Milliseconds until the service acknowledges. */
		latency: fc.nat({ max: 6 }),
		/** None: somebody else than in all other items. */
		person: fc.option(person, { nil: undefined, freq: 2 }),
		/** How the number is written, an index of `WAYS`. */
		way: fc.nat({ max: WAYS.length - 1 }),
		account,
		/** Whether its number is written otherwise from its second attempt on, unless it is a person's. */
		isRewritten: fc.boolean(),
		/** Outside the hours of Send Only Between. */
		isClosed: rarely,
		isDry: rarely,
	});
const anyItem = either(
	[12, item(accept, accept)],
	[3, item(fault, accept)],
	[2, item(fault, fault)],
	[1, bad.chain((name) => item(fc.constant(name), fc.constant(name)))],
	// An expression that changes between two tries.
	[1, item(fault, bad)],
);

/** Of an option without a result and another that skips the item, either may be said. */
const withoutOthers = <T extends { first: AttemptName; later: AttemptName }>(each: T): T =>
	[each.first, each.later].includes('no result')
		? { ...each, isClosed: false, isDry: false }
		: each;

interface OnceFrom {
	item: number;
	/** 0: the first one; 1: its first Retry. */
	execution: number;
}

/** People on a list of an account, and how it writes their numbers. */
const people = (maxLength: number) =>
	fc.array(fc.record({ person, way: fc.nat({ max: 3 }), account }), { maxLength });

/** Who must not be reached. */
const limits = fc.record({
	/** On the list of Never Send To. */
	stopped: people(3),
	/** On the list of Only Send To, where that is set. */
	only: fc.option(people(8), { nil: undefined, freq: 1 }),
	/** Max Messages per Execution. */
	max: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined, freq: 1 }),
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

/** Broadcasts: what goes in, how the node is set, and what goes wrong. */
export const plans = fc
	.record({
		items: either(
			[30, fc.array(anyItem, { minLength: 1, maxLength: 12 })],
			[1, fc.array(anyItem, { minLength: 13, maxLength: 40 })],
		),
		limits: fc.option(limits, { nil: undefined, freq: 2 }),
		concurrency: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 10 })),
		checkFirst: either([2, fc.constant(false)], [1, fc.constant(true)]),
		onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
		retryOnFail: fc.boolean(),
		form: fc.constantFrom('envelope', 'bare'),
		/** Items of an iteration of Loop Over Items; all of them in one run where there is none. */
		batch: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined, freq: 2 }),
		/** How often the execution is retried, as long as it fails. */
		retries: fc.nat({ max: 3 }),
		/** Whether the workflow has another text when it is retried. */
		newText: fc.boolean(),
		/** The user stops the execution: so many milliseconds after so many requests have arrived. */
		stop: either(
			[4, fc.constant(undefined)],
			[1, fc.record({ arrivals: fc.nat(8), after: fc.nat(8) })],
		),
	})
	// Both outputs of a node in a loop would each begin the next iteration.
	.map((plan) => (plan.onError === 'continueErrorOutput' ? { ...plan, batch: undefined } : plan))
	.map((plan) => ({ ...plan, items: plan.items.map(withoutOthers) }));

export type Plan = typeof plans extends fc.Arbitrary<infer Value> ? Value : never;
/** Options that have an expression for each item, which may give nothing. */
const NOTHING = ['delay', 'eachRecipientOnce', 'dryRun', 'checkFirst'] as const;

/** The option of an item that has no result in an attempt. */
export const optionWithoutResult = (attempt: AttemptName, item: number) =>
	attempt === 'no result' ? NOTHING[item % NOTHING.length] : undefined;

type Listed = NonNullable<Plan['limits']>['stopped'][number];

/** Whether Each Recipient Once is on for an item in an execution or a later Retry of it. */
export const isOnce = ({ limits }: Plan, item: number, execution: number): boolean =>
	!!limits?.once && item >= limits.once.item && execution >= limits.once.execution;

/** Whether an item goes to somebody on a list of its account. */
const isAmong = (list: Listed[], { items }: Plan, index: number): boolean =>
	list.some(
		({ person, account }) => person === items[index].person && account === items[index].account,
	);

/** Whether an item goes to somebody on the list of Never Send To. */
export const isStopped = (plan: Plan, index: number): boolean =>
	isAmong(plan.limits?.stopped ?? [], plan, index);

/** Whether an item goes to somebody whom Only Send To lets through. */
export const isLetThrough = (plan: Plan, index: number): boolean =>
	!plan.limits?.only || isAmong(plan.limits.only, plan, index);

/** The items of each iteration, by their index. */
export function batchesOf({ batch, items }: { batch?: number; items: unknown[] }): number[][] {
	const size = batch ?? items.length;
	const starts = [...items.keys()].filter((index) => index % size === 0);
	return starts.map((start) => [...items.keys()].slice(start, start + size));
}
