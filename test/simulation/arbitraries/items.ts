import fc from 'fast-check';
import { ATTEMPTS, type AttemptName } from '../attempts';

/** One of some arbitraries, each as often as its weight says. */
export const either = <T>(...choices: Array<[number, fc.Arbitrary<T>]>): fc.Arbitrary<T> =>
	fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const accept = fc.constant<AttemptName>('accept');
const bad = fc.constant<AttemptName>('bad phone');
const names = Object.keys(ATTEMPTS) as AttemptName[];
const fault = fc.constantFrom(...names.filter((name) => ATTEMPTS[name].verdict !== 'invalid'));

/** One of a few people, who come again. */
export const person = fc.nat({ max: 3 });

/** One of two accounts: a service, its key and its lists. */
export const account = fc.constantFrom(0, 0, 1);

const item = (first: fc.Arbitrary<AttemptName>, later: fc.Arbitrary<AttemptName>) =>
	fc.record({
		/** What becomes of its first attempt. */
		first,
		/** What becomes of every later attempt. */
		later,
		/** Milliseconds until the request arrives, and until the response does. */
		there: fc.nat({ max: 400 }),
		back: either([9, fc.nat({ max: 400 })], [1, fc.nat({ max: 15_000 })]),
		/** None: somebody else than in all other items. */
		person: fc.option(person, { nil: undefined, freq: 2 }),
		account,
		/** Whether the hours of Send Only Between hold for it. */
		hasHours: either([1, fc.constant(false)], [3, fc.constant(true)]),
	});

export const anyItem = either(
	[12, item(accept, accept)],
	[3, item(fault, accept)],
	[2, item(fault, fault)],
	[1, item(bad, bad)],
	// An expression that changes between two tries.
	[1, item(fault, bad)],
);
