import fc from 'fast-check';
import type { OnError } from 'n8n-workflow';
import { ATTEMPTS, type AttemptName } from './faults';

/** What is to become of one item. */
export interface ItemPlan {
	/** At its first attempt. */
	first: AttemptName;
	/** At every later attempt. */
	later: AttemptName;
	/** Milliseconds until the service acknowledges. */
	latency: number;
}

/** When the user stops the execution. */
export interface StopPlan {
	/** Requests that have arrived by then. */
	arrivals: number;
	/** Milliseconds after the last of them. */
	after: number;
}

/** One broadcast: what goes in, how the node is set, and what goes wrong. */
export interface Plan {
	items: ItemPlan[];
	concurrency: number;
	onError: OnError;
	retryOnFail: boolean;
	form: 'envelope' | 'bare';
	/** Items of an iteration of Loop Over Items; all of them in one run where there is none. */
	batch?: number;
	/** How often the execution is retried, as long as it fails. */
	retries: number;
	/** Whether the workflow has another text when it is retried. */
	newText: boolean;
	stop?: StopPlan;
}

const names = Object.keys(ATTEMPTS) as AttemptName[];
/** Each costs the whole time-out, so they are rare. */
const quick = names.filter((name) => name !== 'slow' && name !== 'bad phone');
const fault = fc.oneof(
	{ arbitrary: fc.constantFrom(...quick), weight: 30 },
	{ arbitrary: fc.constant<AttemptName>('slow'), weight: 1 },
);
const latency = fc.nat({ max: 6 });

const good = latency.map((ms): ItemPlan => ({ first: 'accept', later: 'accept', latency: ms }));
const bad = fc.constant<ItemPlan>({ first: 'bad phone', later: 'bad phone', latency: 0 });
/** An expression that changes between two tries. */
const spoilt = fc.record<ItemPlan>({ first: fault, later: fc.constant('bad phone'), latency });
const once = fc.record<ItemPlan>({ first: fault, later: fc.constant('accept'), latency });
const mixed = fc.record<ItemPlan>({ first: fault, later: fault, latency });

const item = fc.oneof(
	{ arbitrary: good, weight: 12 },
	{ arbitrary: once, weight: 3 },
	{ arbitrary: mixed, weight: 2 },
	{ arbitrary: bad, weight: 1 },
	{ arbitrary: spoilt, weight: 1 },
);

const items = fc.oneof(
	{ arbitrary: fc.array(item, { minLength: 1, maxLength: 12 }), weight: 30 },
	{ arbitrary: fc.array(item, { minLength: 13, maxLength: 40 }), weight: 1 },
);

const stop = fc.oneof(
	{ arbitrary: fc.constant(undefined), weight: 4 },
	{ arbitrary: fc.record({ arrivals: fc.nat({ max: 8 }), after: fc.nat({ max: 8 }) }), weight: 1 },
);

const batch = fc.oneof(
	{ arbitrary: fc.constant(undefined), weight: 2 },
	{ arbitrary: fc.integer({ min: 1, max: 5 }), weight: 1 },
);

const anyPlan: fc.Arbitrary<Plan> = fc.record({
	items,
	concurrency: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 10 })),
	onError: fc.constantFrom<OnError>('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
	retryOnFail: fc.boolean(),
	form: fc.constantFrom('envelope', 'bare'),
	batch,
	retries: fc.nat({ max: 3 }),
	newText: fc.boolean(),
	stop,
});

/** Both outputs of a node in a loop would each begin the next iteration. */
export const plans = anyPlan.map((plan) =>
	plan.onError === 'continueErrorOutput' ? { ...plan, batch: undefined } : plan,
);

export const stopsOnFailure = ({ onError }: Plan) => onError === 'stopWorkflow';

/** The items of each iteration. */
export function batchesOf<T>({ batch }: Plan, items: T[]): T[][] {
	const size = batch ?? items.length;
	const starts = items.map((_, index) => index).filter((index) => index % size === 0);
	return starts.map((start) => items.slice(start, start + size));
}
