import fc from 'fast-check';
import type { Fault } from '../../../sandbox';

/**
 * What the node can know after an attempt: the service acknowledged it; said no; or neither, so that
 * it may have been sent; or its input was bad, and nothing was sent.
 */
type Verdict = 'sent' | 'rejected' | 'unconfirmed' | 'input';

/** What the node says of an item: the verdict on its last attempt, or why there was none. */
export type Report = Verdict | 'neverSendTo' | 'duplicate' | 'list unread';

interface Attempt {
	verdict: Verdict;
	/** Whether the service takes the message. */
	taken: boolean;
	/** What the sandbox does, once the body is read; none: it acknowledges. */
	fault?: Fault;
	/** The connection is cut when only the head of the request has arrived. */
	cutUnread?: boolean;
}

const html = { contentType: 'text/html', body: '<!doctype html><title>Oops</title>' };
const brokenJson = { contentType: 'application/json', body: '{"status":200,"da' };
const rejected = (fault: Fault): Attempt => ({ verdict: 'rejected', taken: false, fault });
const unconfirmed = (taken: boolean, fault: Fault): Attempt => ({
	verdict: 'unconfirmed',
	taken,
	fault,
});

/** Everything that can become of one attempt at one message. */
const ATTEMPTS = {
	accept: { verdict: 'sent', taken: true },
	'500 text': rejected({ status: 500, body: 'No signal' }),
	'500 JSON': rejected({ status: 500, body: { error: 'Not connected' } }),
	'403 HTML': rejected({ status: 403, ...html }),
	'422 JSON': rejected({ status: 422, body: { message: 'Bad number' } }),
	'429 text': rejected({ status: 429, body: 'Slow down' }),
	'302 elsewhere': rejected({ status: 302, body: '', headers: { location: '/elsewhere' } }),
	'inner error': rejected({ status: 200, body: { status: 500, data: 'No signal' } }),
	'cut unread': { verdict: 'unconfirmed', taken: false, cutUnread: true },
	'cut before it was taken': unconfirmed(false, 'cut-before'),
	'cut after it was taken': unconfirmed(true, 'cut-after'),
	'502 of a gateway': unconfirmed(false, { status: 502, ...html }),
	'504 of a gateway, taken': unconfirmed(true, { status: 504, accepted: true, ...html }),
	'200 HTML': unconfirmed(false, { status: 200, ...html }),
	'200 HTML, taken': unconfirmed(true, { status: 200, accepted: true, ...html }),
	'200 broken JSON': unconfirmed(false, { status: 200, ...brokenJson }),
	'200 nothing, taken': unconfirmed(true, { status: 200, accepted: true, body: '' }),
	/** The response comes after the time-out. */
	slow: unconfirmed(true, { delay: 60_000 }),
	'bad phone': { verdict: 'input', taken: false },
} as const satisfies Record<string, Attempt>;

export type AttemptName = keyof typeof ATTEMPTS;

export const attemptOf = (name: AttemptName): Attempt => ATTEMPTS[name];

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
const bad = fc.constant<AttemptName>('bad phone');
const names = Object.keys(ATTEMPTS) as AttemptName[];
/** A slow one costs the whole time-out, so they are rare. */
const fault = either<AttemptName>(
	[30, fc.constantFrom(...names.filter((name) => name !== 'slow' && name !== 'bad phone'))],
	[1, fc.constant('slow')],
);

/** One of a few people, who come again. */
const person = fc.nat({ max: 3 });

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
	});
const anyItem = either(
	[12, item(accept, accept)],
	[3, item(fault, accept)],
	[2, item(fault, fault)],
	[1, item(bad, bad)],
	// An expression that changes between two tries.
	[1, item(fault, bad)],
);

/** Who must not be reached. */
const limits = fc.record({
	/** People on the list of Never Send To, and how the list writes their numbers. */
	stopped: fc.array(fc.record({ person, way: fc.nat({ max: 3 }) }), { maxLength: 3 }),
	/** How many reads of the list fail. */
	unread: fc.constantFrom(0, 0, 0, 1, 2),
	/** Each Recipient Once. */
	once: fc.boolean(),
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
	.map((plan) => (plan.onError === 'continueErrorOutput' ? { ...plan, batch: undefined } : plan));

export type Plan = typeof plans extends fc.Arbitrary<infer Value> ? Value : never;

const toOne = { later: 'accept', latency: 0, person: 1, way: 0 } as const;

/** What broke a promise once: stopped with two messages to one recipient in parallel. */
export const examples: Plan[] = [
	{
		items: [
			{ ...toOne, first: 'accept' },
			{ ...toOne, first: 'slow' },
		],
		limits: undefined,
		concurrency: 2,
		onError: 'stopWorkflow',
		retryOnFail: false,
		form: 'envelope',
		batch: undefined,
		retries: 0,
		newText: false,
		stop: { arrivals: 2, after: 50 },
	},
];

/** The items of each iteration, by their index. */
export function batchesOf({ batch, items }: Plan): number[][] {
	const size = batch ?? items.length;
	const starts = [...items.keys()].filter((index) => index % size === 0);
	return starts.map((start) => [...items.keys()].slice(start, start + size));
}
